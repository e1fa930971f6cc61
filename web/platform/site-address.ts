import { language } from '#messages/language'
import { addressIn } from '../messages/languages.ts'
import { SITE_ORIGIN } from './origin.ts'

/** A page of the site in the language of the app, by its Arabic path. */
export const siteAddress = (path: string): string => `${SITE_ORIGIN}${addressIn(language.code, path)}`
