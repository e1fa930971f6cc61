import type { TutorRating } from '#contract/ratings'
import type { TutorCard } from '#contract/tutor-card'
import { here } from '../site/addresses.ts'
import type { PageAssets } from '../site/layout.tsx'
import { renderTutorProfile } from '../site/pages/tutor-profile.tsx'
import { cachedPage } from './cached-page.ts'
import type { EdgeEnv } from './platform.ts'
import { unavailable } from './unavailable.ts'

/** Only the number identifies the tutor; a readable name may follow it. */
export const tutorIdOf = (path: string): number | null => {
  const id = /^(?:\/en)?\/tutors\/([1-9]\d{0,9})(?:-[^/]*)?$/.exec(path)?.[1]
  return id ? Number(id) : null
}

const REVIEWS = 6

/** Inserted by the build: the API's host in the deployment, and what the site's pages load. */
declare const API_ORIGIN: string
declare const SITE_ASSETS: PageAssets

const isLocal = (host: string) => host === 'localhost' || host.endsWith('.localhost')

/** The related hosts: in local development the app is on the bare host, and the API answers on every host. */
const hostsBeside = ({ hostname, origin }: URL) =>
  isLocal(hostname)
    ? { origins: { site: origin, app: origin.replace('//www.', '//') }, api: origin }
    : { origins: { site: origin, app: origin.replace('//www.', '//app.') }, api: API_ORIGIN }

/**
 * The response for a tutor's public page: the site's 404 page for an unknown or unbookable tutor; null for every other
 * address. Visitors are guests: the site has no accounts.
 */
export async function tutorPage(request: Request, env: EdgeEnv): Promise<Response | null> {
  const { method, url } = request
  const { ASSETS, API } = env
  const address = new URL(url)
  const id = tutorIdOf(address.pathname)
  if (id === null || (method !== 'GET' && method !== 'HEAD')) return null
  const { origins, api } = hostsBeside(address)
  const callApi = (path: string) => {
    const call = new Request(`${api}/api/v1${path}`)
    return API ? API.fetch(call) : fetch(call)
  }
  const [info, reviews] = await Promise.all([
    callApi(`/user/tutor/info/${id}`),
    callApi(`/rating/list/tutor/${id}?size=${REVIEWS}`),
  ])
  if (info.status === 404 || info.status === 400)
    return ASSETS.fetch(new Request(new URL(here('/tutors/unknown'), url)))
  if (!info.ok) return unavailable(request, env)
  const tutor = (await info.json()) as TutorCard
  const ratings = reviews.ok ? ((await reviews.json()) as { list: TutorRating[] }).list : []
  const files = isLocal(address.hostname) && address.protocol === 'http:' ? address.origin : api
  const page = renderTutorProfile({ tutor, ratings, origins, files, now: Date.now(), assets: SITE_ASSETS })
  return cachedPage(request, new Response(page, { headers: { 'content-type': 'text/html; charset=utf-8' } }), 'moment')
}
