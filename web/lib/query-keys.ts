/**
 * The roots of what is kept in the query cache. A feature builds its keys on them, so that another one can say that they
 * have changed without knowing who reads them.
 */
export const keys = {
  currentUser: ['current-user'],
  lessons: ['lessons'],
  slots: ['slots'],
  stats: ['stats'],
  subscription: ['subscription'],
  tutors: ['tutors'],
  withdrawals: ['withdrawals'],
} as const
