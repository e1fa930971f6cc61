import { type Language, languages } from '../i18n/languages.ts'

/** The language that was chosen on this device. The edge serves the page in it, and the page's scripts come in that language alone. */
const NAME = 'language'
const DAYS_400_IN_SECONDS = 400 * 24 * 60 * 60

/** Arabic where none was chosen, whatever the browser's own language: many phones in Egypt are set to English. */
export const chosenLanguage = (cookies: string): Language =>
  languages.find((one) => cookies.split('; ').includes(`${NAME}=${one}`)) ?? 'ar'

/** As `document.cookie` and the header `set-cookie` take it. */
export const languageCookie = (language: Language): string =>
  `${NAME}=${language}; path=/; max-age=${DAYS_400_IN_SECONDS}; samesite=lax`

/** Loads the page anew in another language. */
export function switchLanguage(language: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store API is missing in Firefox and Safari of some years ago
  document.cookie = languageCookie(language)
  location.reload()
}
