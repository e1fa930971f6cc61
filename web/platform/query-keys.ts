/**
 * The first parts of the query keys. A feature builds its keys on them, so that another feature can invalidate what has
 * changed without knowing who reads it.
 */
export const keys = {
  audit: ['audit'],
  calendar: ['calendar'],
  authSessions: ['auth-sessions'],
  chat: ['chat'],
  coupons: ['coupons'],
  currentUser: ['current-user'],
  dashboard: ['dashboard'],
  identities: ['identities'],
  inbox: ['inbox'],
  invites: ['invites'],
  /** The screen of one demo session's call; the same of an interview's. */
  demoSession: ['demo'],
  demoSessions: ['demo-sessions'],
  interviewSession: ['interview'],
  interviews: ['interviews'],
  introVideos: ['intro-videos'],
  lessons: ['lessons'],
  onboarding: ['onboarding'],
  payments: ['payments'],
  planInvites: ['plan-invites'],
  plans: ['plans'],
  profile: ['profile'],
  secondFactor: ['second-factor'],
  serverStats: ['server-stats'],
  settings: ['settings'],
  slots: ['slots'],
  stats: ['stats'],
  studentNotes: ['student-notes'],
  subscription: ['subscription'],
  topics: ['topics'],
  tutors: ['tutors'],
  users: ['users'],
  withdrawals: ['withdrawals'],
} as const
