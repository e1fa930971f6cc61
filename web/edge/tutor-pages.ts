import type { TutorRating } from '#contract/ratings'
import type { TutorCard } from '#contract/tutors'
import { addressIn } from '../i18n/languages.ts'
import { keptPage } from './kept-page.ts'
import type { EdgeEnv } from './platform.ts'
import { languageOfPath, rendererOf } from './site-languages.ts'
import { unavailable } from './unavailable.ts'

/** Only the number identifies the tutor; a readable name may follow it. */
export const tutorIdOf = (path: string): number | null => {
  const id = /^(?:\/en)?\/tutors\/([1-9]\d{0,9})(?:-[^/]*)?$/.exec(path)?.[1]
  return id ? Number(id) : null
}

const REVIEWS = 6

/** The API's host in the deployment, inserted by the build. */
declare const API_ORIGIN: string

const isLocal = (host: string) => host === 'localhost' || host.endsWith('.localhost')

/** The related hosts: in local development the app is on the bare host, and the API answers on every host. */
const hostsBeside = ({ hostname, origin }: URL) =>
  isLocal(hostname)
    ? { origins: { site: origin, app: origin.replace('//www.', '//') }, api: origin }
    : { origins: { site: origin, app: origin.replace('//www.', '//app.') }, api: API_ORIGIN }

/** The site's built style sheet and scripts, whose names contain their hash. */
const BUILT = /<link rel="(?:stylesheet|preload|modulepreload)"[^>]*>|<script type="module"[^>]*><\/script>/g
const UNBUILT = /<link rel="stylesheet" href="\/site\.css"\s*\/?>|<script type="module" src="\/[\w-]+\.ts"><\/script>/g

/**
 * The response for a tutor's public page: the site's 404 page for an unknown or unbookable tutor; null for every other
 * address. Visitors are guests: the site has no accounts.
 */
export async function tutorPage(request: Request, env: EdgeEnv): Promise<Response | null> {
  const { method, url } = request
  const { ASSETS, API } = env
  const here = new URL(url)
  const id = tutorIdOf(here.pathname)
  if (id === null || (method !== 'GET' && method !== 'HEAD')) return null
  const { origins, api } = hostsBeside(here)
  const language = languageOfPath(here.pathname)
  const callApi = (path: string) => {
    const call = new Request(`${api}/api/v1${path}`)
    return API ? API.fetch(call) : fetch(call)
  }
  const [info, reviews, home] = await Promise.all([
    callApi(`/user/tutor/info/${id}`),
    callApi(`/rating/list/tutor/${id}?size=${REVIEWS}`),
    ASSETS.fetch(new Request(`${here.origin}${addressIn(language, '/')}`)),
  ])
  if (info.status === 404 || info.status === 400)
    return ASSETS.fetch(new Request(`${here.origin}${addressIn(language, '/tutors/unknown')}`))
  if (!info.ok) return unavailable(request, env)
  const tutor = (await info.json()) as TutorCard
  const ratings = reviews.ok ? ((await reviews.json()) as { list: TutorRating[] }).list : []
  const files = isLocal(here.hostname) && here.protocol === 'http:' ? here.origin : api
  const renderSite = await rendererOf[language]()
  const markup = renderSite.tutor({ tutor, ratings, origins, files, now: Date.now() })
  const assets = ((await home.text()).match(BUILT) ?? []).join('')
  const page = `<!doctype html>${markup.replace(UNBUILT, '').replace('</head>', () => `${assets}</head>`)}`
  // With the headers of pages, which the platform sets only on files.
  return keptPage(request, home, page, 'moment')
}
