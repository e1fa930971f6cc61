import { language } from '../i18n/ar/language.ts'
import { addressIn } from '../i18n/languages.ts'

/** The address of a page in the language of this one. */
export const here = (path: string): string => addressIn(language.code, path)
