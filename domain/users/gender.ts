/**
 * Separate from the other profile fields, because the code that parses the app's addresses needs it before any screen is
 * loaded.
 */
export const genders = ['male', 'female'] as const
export type Gender = (typeof genders)[number]
