/**
 * The prefixes of the query keys. Features build their keys on them, so that another feature can invalidate changed data
 * without knowing who reads it.
 */
export const keys = {
  audit: ['audit'],
  calendar: ['calendar'],
  authSessions: ['auth-sessions'],
  callQuality: ['call-quality'],
  chat: ['chat'],
  consents: ['consents'],
  coupons: ['coupons'],
  dataExport: ['data-export'],
  currentUser: ['current-user'],
  dashboard: ['dashboard'],
  erasure: ['erasure'],
  identities: ['identities'],
  inbox: ['inbox'],
  invites: ['invites'],
  introVideos: ['intro-videos'],
  lessons: ['lessons'],
  links: ['links'],
  /** The interviews and demo sessions of staff. */
  meetings: ['meetings'],
  /** Of the screen of one interview's or demo session's call. */
  meetingSession: ['meeting-session'],
  onboarding: ['onboarding'],
  orders: ['orders'],
  /** What the account at Paymob Payouts holds: asked seldom, since Paymob answers five inquiries a minute. */
  payoutBudget: ['payout-budget'],
  /** What staff see of one account; its number follows. */
  person: ['person'],
  planInvites: ['plan-invites'],
  plans: ['plans'],
  profile: ['profile'],
  push: ['push'],
  guardian: ['guardian'],
  mailingChoice: ['mailing-choice'],
  mailings: ['mailings'],
  /** Students at risk. */
  risks: ['risks'],
  secondFactor: ['second-factor'],
  serverStats: ['server-stats'],
  settings: ['settings'],
  sharedViews: ['shared-views'],
  slots: ['slots'],
  staffDigest: ['staff-digest'],
  staffInvites: ['staff-invites'],
  /** Standing times of the reader, with their coming weeks. */
  standing: ['standing'],
  stats: ['stats'],
  studentNotes: ['student-notes'],
  subscription: ['subscription'],
  topics: ['topics'],
  tutorQuality: ['tutor-quality'],
  tutors: ['tutors'],
  users: ['users'],
  /** Waiting lists of the reader, with what is offered. */
  waiting: ['waiting'],
  referrals: ['referrals'],
  withdrawals: ['withdrawals'],
} as const
