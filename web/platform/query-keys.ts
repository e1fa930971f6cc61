/**
 * The first parts of the query keys. A feature builds its keys on them, so that another feature can invalidate what has
 * changed without knowing who reads it.
 */
export const keys = {
  chat: ['chat'],
  currentUser: ['current-user'],
  dashboard: ['dashboard'],
  lessons: ['lessons'],
  payments: ['payments'],
  plans: ['plans'],
  profile: ['profile'],
  slots: ['slots'],
  stats: ['stats'],
  subscription: ['subscription'],
  tutors: ['tutors'],
  users: ['users'],
  withdrawals: ['withdrawals'],
} as const
