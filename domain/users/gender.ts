/** Apart from the other fields of a profile: what the addresses of the app are read by, before any screen, names it too. */
export const genders = ['male', 'female'] as const
export type Gender = (typeof genders)[number]
