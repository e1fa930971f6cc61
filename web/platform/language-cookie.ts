import { type Language, languages } from '../messages/languages.ts'
import { cookieIn, lastingCookie, writeCookie } from './cookies.ts'

/** The language chosen on this device. The edge serves the page in it, with scripts in that language only. */
const NAME = 'language'

/** Arabic by default, regardless of the browser's language: many phones in Egypt are set to English. */
export const chosenLanguage = (cookies: string): Language =>
  languages.find((one) => one === cookieIn(cookies, NAME)) ?? 'ar'

export const languageCookie = (language: Language, isSecure: boolean): string => lastingCookie(NAME, language, isSecure)

/** Reloads the page in another language. */
export function switchLanguage(language: Language): void {
  writeCookie(NAME, language)
  location.reload()
}
