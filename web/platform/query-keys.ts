/**
 * The prefixes of the query keys. Features build their keys on them, so that another feature can invalidate changed data
 * without knowing who reads it.
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
  /** The screen of one demo session's call; likewise for an interview. */
  demoSession: ['demo'],
  demoSessions: ['demo-sessions'],
  interviewSession: ['interview'],
  interviews: ['interviews'],
  introVideos: ['intro-videos'],
  lessons: ['lessons'],
  onboarding: ['onboarding'],
  payments: ['payments'],
  /** What staff see of one account; its number follows. */
  person: ['person'],
  planInvites: ['plan-invites'],
  plans: ['plans'],
  profile: ['profile'],
  push: ['push'],
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
