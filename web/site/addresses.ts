import { language } from '#messages/language'
import { addressIn } from '../messages/languages.ts'

/** The pages with their own address, which is here the Arabic one. The sitemap lists them. */
export const pagePaths = [
  '/',
  '/tutor',
  '/pricing',
  '/method',
  '/about',
  '/faq',
  '/faq/student',
  '/faq/tutor',
  '/contact',
  '/terms',
  '/privacy',
] as const

/** The address of a page in the language of this one. */
export const here = (path: string): string => addressIn(language.code, path)
