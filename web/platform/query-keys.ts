/**
 * The roots of what is kept in the query cache. A feature builds its keys on them, so that another one can say that they
 * have changed without knowing who reads them.
 */
export const keys = {
  chat: ['chat'],
  currentUser: ['current-user'],
  lessons: ['lessons'],
  payments: ['payments'],
  plans: ['plans'],
  profile: ['profile'],
  slots: ['slots'],
  stats: ['stats'],
  subscription: ['subscription'],
  tutors: ['tutors'],
  withdrawals: ['withdrawals'],
} as const
