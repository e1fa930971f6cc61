/** Local storage keys of data that belongs to the account; all are removed when it signs out. */
export const ACCOUNT_STORAGE = { references: 'hessa.references', push: 'hessa.push' } as const
