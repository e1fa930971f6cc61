import type { Language } from '../i18n/languages.ts'
import { renderSite as arabic } from './render-site.tsx'

/** The pages of the site have an address in each language (docs/rules/screens.md 5.4). */
export const languageOfPath = (path: string): Language => (/^\/en(?:\/|$)/.test(path) ? 'en' : 'ar')

/** The site's renderer for each language. */
export const rendererOf: Record<Language, () => Promise<typeof arabic>> = {
  ar: async () => arabic,
  en: async () => (await import('./render-site-in-english.ts')).renderSite,
}
