import type { Gender } from '#domain/users/gender'

const chooseForms = (text: string, forms: RegExp, gender: Gender) =>
  text.replace(forms, (_, male: string, female: string) => (gender === 'male' ? male : female))

/**
 * Replaces gendered forms of Arabic verbs and adjectives: `[شاطر|شاطرة]` follows the gender of the person described,
 * `{كنت فاكر|كنت فاكرة}` that of the writer; the masculine form comes first.
 */
export const gendered = (text: string, spokenOf: Gender, writer: Gender = spokenOf): string =>
  chooseForms(chooseForms(text, /\[([^|\]]*)\|([^\]]*)\]/g, spokenOf), /\{([^|}]*)\|([^}]*)\}/g, writer)
