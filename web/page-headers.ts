/**
 * The `_headers` file of the three Pages projects. Pages may load, show, frame and send only to the hosts listed here, so
 * that an injected script could not send data to its own host.
 */

export type PageHosts = {
  /** The API's origin, `https://…`. */
  api: string
  /** The media server's address, `wss://…`, where lessons go through one. */
  media: string | null
}

/**
 * The gateway's card pages that the checkout shows in a frame: production's and staging's. A bank that redirects its frame
 * to another host is opened as a full page (`features/checkout/frame-dialog.tsx`).
 */
export const FRAMED_HOSTS = ['https://www.atfawry.com', 'https://atfawry.fawrystaging.com']

/** An address with the protocol of sockets, or the other way round; LiveKit's client speaks both with its server. */
const asSocket = (origin: string): string => origin.replace(/^http/, 'ws')
const asHttp = (origin: string): string => origin.replace(/^ws/, 'http')

function contentPolicy({ api, media }: PageHosts): string {
  const directives: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'"],
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

/** The text of the file. Every line below `/*` is a header of every page. */
export function pageHeaders(hosts: PageHosts): string {
  const headers = {
    'Content-Security-Policy': contentPolicy(hosts),
    'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy':
      'camera=(self), microphone=(self), display-capture=(self), autoplay=(self), geolocation=(), payment=(), usb=()',
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  }
  return ['/*', ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`), ''].join('\n')
}

/** A variable of the deployment: as the shell names it, or as `wrangler.toml` does; null where neither does. */
function settingOf(name: string, configuration: string, shell: Record<string, string | undefined>): string | null {
  return shell[name] ?? new RegExp(`^${name} = "([^"]+)"$`, 'm').exec(configuration)?.[1] ?? null
}

/**
 * The hosts of the deployment that is built, from the worker's own configuration.
 * @throws Error without `API_ORIGIN`.
 */
export function hostsOf(configuration: string, shell: Record<string, string | undefined>): PageHosts {
  const api = settingOf('API_ORIGIN', configuration, shell)
  if (!api) throw new Error('API_ORIGIN is not set in wrangler.toml')
  return { api, media: settingOf('LIVEKIT_URL', configuration, shell) }
}
