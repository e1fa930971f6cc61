/**
 * Where the API lives: the same origin on a laptop, the `api` host of the same domain elsewhere. One build serves every
 * environment.
 */
const isLocal = (host: string) => host === 'localhost' || host.endsWith('.localhost') || host === '127.0.0.1'

function apiOrigin({ hostname, origin, protocol }: Location): string {
  if (isLocal(hostname)) return origin
  return `${protocol}//api.${hostname.split('.').slice(1).join('.')}`
}

export const API_ORIGIN = apiOrigin(window.location)
export const API_BASE = `${API_ORIGIN}/api/v1`
export const SOCKET_ORIGIN = API_ORIGIN.replace(/^http/, 'ws')
