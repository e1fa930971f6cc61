import type { Plan } from '#contract/plans'
import type { TutorRating } from '#contract/ratings'
import type { TutorCard } from '#contract/tutor-card'
import { language } from '#messages/language'
import { languageOfPath } from '../messages/languages.ts'
import { type LiveData, liveParts, type RatedTutor, renderLivePart } from '../site/live.tsx'
import { cachedPage } from './cached-page.ts'
import { isHashedFile, serveFile } from './files.ts'
import type { EdgeEnv } from './platform.ts'
import { robots } from './robots.ts'
import { secured } from './security-headers.ts'
import { pagesSitemap, sitemapIndex, tutorsSitemap } from './sitemap.ts'
import { tutorPage } from './tutor-pages.ts'
import { unavailable } from './unavailable.ts'

/** The API's host in the deployment, inserted by the build. */
declare const API_ORIGIN: string

const isLocal = (host: string) => host === 'localhost' || host.endsWith('.localhost')
/** In local development the API answers on every host. */
const apiOrigin = ({ hostname, origin }: URL) => (isLocal(hostname) ? origin : API_ORIGIN)
/** In local development the app is on the bare host. */
const appOrigin = ({ hostname, origin }: URL) => origin.replace('//www.', isLocal(hostname) ? '//' : '//app.')

const callApi = (url: URL, { API }: EdgeEnv, path: string, method = 'GET'): Promise<Response> => {
  const call = new Request(`${apiOrigin(url)}/api/v1${path}`, { method })
  return API ? API.fetch(call) : fetch(call)
}

/** The maximum age of the prices on a page. */
const MAX_AGE_MS = 60_000
let read: { at: number; data: Promise<LiveData> } | undefined

/** The API's answers of the last minute; a failed call is repeated by the next request. */
async function liveData(url: URL, env: EdgeEnv): Promise<LiveData> {
  if (!read || Date.now() - read.at > MAX_AGE_MS) {
    const listOf: ListOf = async <T>(path: string) => {
      const answer = await callApi(url, env, path)
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
      return ((await answer.json()) as { list: T[] }).list
    }
    read = { at: Date.now(), data: readLiveData(listOf) }
  }
  const data = await read.data
  if (!data.plans || !data.tutors) read = undefined
  return data
}

/** A page with the API's data inserted. A page without such parts does not need the API. */
async function servePage(request: Request, env: EdgeEnv, url: URL): Promise<Response> {
  const headers = new Headers(request.headers)
  // The file may be unchanged while the inserted prices have changed.
  headers.delete('if-none-match')
  const file = await serveFile(new Request(request, { headers }), env)
  if (request.method !== 'GET' || !(file.headers.get('content-type') ?? '').startsWith('text/html')) return file
  const origins = { site: url.origin, app: appOrigin(url) }
  let data: Promise<LiveData> | undefined
  const rewriter = new HTMLRewriter()
  for (const part of liveParts)
    rewriter.on(`[data-live="${part}"]`, {
      async element(place) {
        data ??= liveData(url, env)
        const content = renderLivePart(part, withApiImages(await data, url), origins)
        if (content !== null) place.setInnerContent(content, { html: true })
      },
    })
  return cachedPage(request, rewriter.transform(file), 'minute')
}

/** File addresses are paths on the API's host, which may differ from the page's. */
const withApiImages = ({ plans, tutors }: LiveData, url: URL): LiveData => {
  const prefix = isLocal(url.hostname) ? '' : API_ORIGIN
  return {
    plans,
    tutors:
      tutors?.map((tutor) => Object.assign({}, tutor, { image: tutor.image && `${prefix}${tutor.image}` })) ?? null,
  }
}

/** Redirects to the target of a short link; an unknown one gets the 404 page (docs/rules/screens.md 5.3). */
async function followLink(request: Request, env: EdgeEnv, url: URL, name: string): Promise<Response> {
  const answer = await callApi(url, env, `/link/${name}/visit`, 'POST')
  if (answer.status === 404 || answer.status === 400) return serveFile(request, env)
  if (!answer.ok) return unavailable(request, env)
  const { url: location } = (await answer.json()) as { url: string }
  return new Response(null, { status: 302, headers: { location, 'cache-control': 'no-store' } })
}

/** Crawlers read it rarely, and a new tutor may wait an hour. */
const SITEMAP_CACHING = 'public, max-age=3600'

const xml = (text: string, caching = SITEMAP_CACHING) =>
  new Response(text, { headers: { 'content-type': 'application/xml', 'cache-control': caching } })

/** The tutors who take bookings; null if the API does not answer. */
async function bookableTutors(env: EdgeEnv, url: URL): Promise<number[] | null> {
  const answer = await callApi(url, env, '/user/tutor/list/ids').catch(() => null)
  return answer?.ok ? ((await answer.json()) as { ids: number[] }).ids : null
}

/** The sitemap's index, without tutors if the API does not answer, or one of its parts; null for any other address. */
async function serveSitemap(request: Request, env: EdgeEnv, url: URL): Promise<Response | null> {
  const [, part] = /^\/sitemap(?:-(pages|tutors-\d{1,9}))?\.xml$/.exec(url.pathname) ?? [null, null]
  if (part === null) return null
  if (part === 'pages') return xml(pagesSitemap(url.origin))
  const tutors = await bookableTutors(env, url)
  if (part === undefined) return xml(sitemapIndex(url.origin, tutors ?? []), tutors ? SITEMAP_CACHING : 'no-store')
  if (!tutors) return unavailable(request, env)
  const text = tutorsSitemap(url.origin, tutors, Number(part.replace('tutors-', '')))
  return text === null ? null : xml(text)
}

/** Short links, whose visits are counted. */
const HIDDEN = ['/url/']

/** `_worker.js` of the site’s Pages project: every request for its pages and files. */
export default secured({
  async fetch(request, env, context) {
    const url = new URL(request.url)
    if (isHashedFile(url.pathname)) return serveFile(request, env)
    // A module of the worker has the texts of one language.
    if (languageOfPath(url.pathname) !== language.code)
      return (await import('./en.js')).default.fetch(request, env, context)
    const crawlers = robots(request, HIDDEN, `${url.origin}/sitemap.xml`)
    if (crawlers) return crawlers
    const [, link] = /^\/url\/([^/]+)\/?$/.exec(url.pathname) ?? []
    if (link && request.method === 'GET') return followLink(request, env, url, link)
    const sitemap = await serveSitemap(request, env, url)
    return sitemap ?? (await tutorPage(request, env)) ?? servePage(request, env, url)
  },
})

/** Reads a list of the API. */
type ListOf = <T>(path: string) => Promise<readonly T[]>

/** The number of tutors with the soonest free times among whom the best rated are chosen. */
const CONSIDERED_TUTORS = 12
const SHOWN_TUTORS = 3
const READ_RATINGS = 5

async function ratedTutors(listOf: ListOf): Promise<RatedTutor[]> {
  const tutors = await listOf<TutorCard>(`/user/tutor/list/onboarded?size=${CONSIDERED_TUTORS}`)
  const best = tutors.toSorted((one, other) => other.avgRating - one.avgRating).slice(0, SHOWN_TUTORS)
  return Promise.all(
    best.map(async (tutor) => {
      const ratings = await listOf<TutorRating>(`/rating/list/tutor/${tutor.id}?size=${READ_RATINGS}`).catch(() => [])
      return Object.assign({}, tutor, { ratings })
    }),
  )
}

/** What the site's pages show from the API; null for calls that failed. */
async function readLiveData(listOf: ListOf): Promise<LiveData> {
  const [plans, tutors] = await Promise.all([
    listOf<Plan>('/plan/list').catch(() => null),
    ratedTutors(listOf).catch(() => null),
  ])
  return { plans, tutors }
}
