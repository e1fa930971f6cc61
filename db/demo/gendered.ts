import type { Gender } from '#domain/users/profile'

const choose = (text: string, forms: RegExp, gender: Gender) =>
  text.replace(forms, (_, male: string, female: string) => (gender === 'male' ? male : female))

/**
 * Arabic verbs and adjectives follow the person. `[شاطر|شاطرة]` follows the person spoken of, `{كنت فاكر|كنت فاكرة}` the
 * one who writes; the form for men comes first.
 */
export const gendered = (text: string, spokenOf: Gender, writer: Gender = spokenOf): string =>
  choose(choose(text, /\[([^|\]]*)\|([^\]]*)\]/g, spokenOf), /\{([^|}]*)\|([^}]*)\}/g, writer)
