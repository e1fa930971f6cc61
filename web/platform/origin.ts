/**
 * The apps are hosts of one domain. In local development the app is on the bare host and the API answers on every host. The
 * page's own address decides, so that one build works in every environment.
 */
const isLocal = (host: string) => host === 'localhost' || host.endsWith('.localhost') || host === '127.0.0.1'

function originOf(part: 'app' | 'api' | 'admin' | 'www', { protocol, host, hostname, origin }: Location): string {
  if (!isLocal(hostname)) return `${protocol}//${part}.${hostname.split('.').slice(1).join('.')}`
  const bare = host.replace(/^(?:admin|www)\./, '')
  if (part === 'api') return origin
  return part === 'app' ? `${protocol}//${bare}` : `${protocol}//${part}.${bare}`
}

// Pages are also rendered at the edge, where there is no window: the worker sets the address there (`edge/app.ts`).
const here = typeof window === 'undefined' ? globalThis.location : window.location

export const APP_ORIGIN = originOf('app', here)
export const DASHBOARD_ORIGIN = originOf('admin', here)
export const SITE_ORIGIN = originOf('www', here)
export const API_ORIGIN = originOf('api', here)
export const API_BASE = `${API_ORIGIN}/api/v1`
export const SOCKET_ORIGIN = API_ORIGIN.replace(/^http/, 'ws')
