import { type Language, languages } from '../messages/languages.ts'

/** The language chosen on this device. The edge serves the page in it, with scripts in that language only. */
const NAME = 'language'
const DAYS_400_IN_SECONDS = 400 * 24 * 60 * 60

/** Arabic by default, regardless of the browser's language: many phones in Egypt are set to English. */
export const chosenLanguage = (cookies: string): Language =>
  languages.find((one) => cookies.split('; ').includes(`${NAME}=${one}`)) ?? 'ar'

/** In the format of `document.cookie` and the header `set-cookie`. */
export const languageCookie = (language: Language): string =>
  `${NAME}=${language}; path=/; max-age=${DAYS_400_IN_SECONDS}; samesite=lax`

/** Reloads the page in another language. */
export function switchLanguage(language: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store API is missing in Firefox and Safari of some years ago
  document.cookie = languageCookie(language)
  location.reload()
}
