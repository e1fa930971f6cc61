import type { EdgeEnv, EdgeWorker } from './platform.ts'

/**
 * The headers of every page and file of the three Pages projects. Pages may load, show, frame and send only to the hosts
 * listed here, so that an injected script could not send data to its own host.
 */

/** The hosts of the deployment, inserted by the build. */
declare const API_ORIGIN: string
declare const MEDIA_URL: string | null

export type PageHosts = {
  /** The API's origin, `https://…`. */
  api: string
  /** The media server's address, `wss://…`, where lessons go through one. */
  media: string | null
}

/**
 * The gateway's card pages that the checkout shows in a frame: production's and staging's. A bank that redirects its frame
 * to another host is opened as a full page (`app/payments/frame-dialog.tsx`).
 */
export const FRAMED_HOSTS = ['https://www.atfawry.com', 'https://atfawry.fawrystaging.com']

/** An address with the protocol of sockets, or the other way round; LiveKit's client speaks both with its server. */
const asSocket = (origin: string): string => origin.replace(/^http/, 'ws')
const asHttp = (origin: string): string => origin.replace(/^ws/, 'http')

/** @param nonce Of the inline scripts in this one answer; without it the page may have none. */
export function contentPolicy({ api, media }: PageHosts, nonce?: string): string {
  const directives: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...(nonce ? [`'nonce-${nonce}'`] : [])],
    'style-src': ["'self'"],
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', api],
    'media-src': ["'self'", 'blob:', api],
    'font-src': ["'self'"],
    'connect-src': ["'self'", api, asSocket(api), ...(media ? [media, asHttp(media)] : [])],
    'frame-src': ["'self'", ...FRAMED_HOSTS],
    'worker-src': ["'self'", 'blob:'],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'self'"],
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
}

/** The hosts of the deployment as it was built; the environment of the worker may name another media server. */
export const hostsOf = ({ LIVEKIT_URL }: EdgeEnv): PageHosts => ({ api: API_ORIGIN, media: LIVEKIT_URL ?? MEDIA_URL })

const HEADERS = {
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy':
    'camera=(self), microphone=(self), display-capture=(self), autoplay=(self), geolocation=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
}
const POLICY = 'content-security-policy'

/** The worker with these headers on all of its answers; a page with inline scripts has set its own policy. */
export const secured = (worker: EdgeWorker): EdgeWorker => ({
  async fetch(request, env, context) {
    const answer = await worker.fetch(request, env, context)
    const secure = new Response(answer.body, answer)
    for (const [name, value] of Object.entries(HEADERS)) secure.headers.set(name, value)
    if (!secure.headers.has(POLICY)) secure.headers.set(POLICY, contentPolicy(hostsOf(env)))
    return secure
  },
})
