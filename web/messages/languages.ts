/** The languages that every page exists in. A page speaks one, which its `html` element names (docs/decisions/009-two-languages.md). */
export const languages = ['ar', 'en'] as const
export type Language = (typeof languages)[number]

/** What a language calls itself, whatever the page's. */
export const languageNames: Record<Language, string> = { ar: 'العربية', en: 'English' }

/** The path prefixes of the site's pages per language; search engines need separate addresses. */
const PREFIXES: Record<Language, string> = { ar: '', en: '/en' }

/** The address of a page of the site in a language, by its Arabic one. */
export const addressIn = (language: Language, path: string): string => `${PREFIXES[language]}${path}`

/** The language of a page of the site, by its address. */
export const languageOfPath = (path: string): Language => (/^\/en(?:\/|$)/.test(path) ? 'en' : 'ar')
