import { type Language, languages } from '../messages/languages.ts'
import { chosenLanguage, languageCookie } from '../platform/language-cookie.ts'
import { serveFile } from './files.ts'
import type { EdgeEnv } from './platform.ts'

/** The single page of an app, which the build creates in each language. */
const PAGES: Record<Language, string> = { ar: '/', en: '/en/' }
/** By these addresses a service worker keeps the page of its language. */
const PAGE_FILES: Partial<Record<string, Language>> = { '/index.html': 'ar', '/en/index.html': 'en' }

export const languageOf = ({ headers }: Request): Language => chosenLanguage(headers.get('cookie') ?? '')

/** The addresses of files have an extension. */
const isFile = (path: string) => /\.\w+$/.test(path)

/**
 * A link may choose the language by `?lang=en`: the choice is stored, and the client is redirected to the address without
 * it. Null for every other address.
 */
export function keepChoice({ method, url }: Request): Response | null {
  const { pathname, protocol, searchParams } = new URL(url)
  const language = languages.find((one) => one === searchParams.get('lang'))
  if (!language || method !== 'GET' || isFile(pathname)) return null
  searchParams.delete('lang')
  // Never another host: an address that begins with two slashes would lead there.
  const location = `${pathname.replace(/^\/+/, '/')}${searchParams.size > 0 ? `?${searchParams}` : ''}`
  const headers = {
    location,
    'set-cookie': languageCookie(language, protocol === 'https:'),
    'cache-control': 'no-store',
  }
  return new Response(null, { status: 302, headers })
}

/** The empty page in a language. */
export const emptyPage = ({ ASSETS }: EdgeEnv, request: Request, language: Language): Promise<Response> =>
  ASSETS.fetch(new Request(new URL(PAGES[language], request.url), { method: request.method, headers: request.headers }))

/** Prevents caching: the next reader may use another language. */
export function forOneReader(page: Response): Response {
  const answer = new Response(page.body, page)
  answer.headers.set('cache-control', 'private, no-cache')
  answer.headers.append('vary', 'Cookie')
  return answer
}

/** The app's page in the reader's language, or the file at this address. */
export async function servePage(request: Request, env: EdgeEnv): Promise<Response> {
  const { pathname } = new URL(request.url)
  const language = PAGE_FILES[pathname]
  if (isFile(pathname) && !language) return serveFile(request, env)
  return forOneReader(await emptyPage(env, request, language ?? languageOf(request)))
}
