/** The push services of Chrome, Firefox and Safari, each at one host. */
const HOSTS = ['fcm.googleapis.com', 'updates.push.services.mozilla.com', 'web.push.apple.com']
/** Those of Edge and of Apple's devices number their hosts. */
const DOMAINS = ['.notify.windows.com', '.push.apple.com', '.push.services.mozilla.com']

export const MAX_ENDPOINT = 1024
/** How many devices of one account receive push notifications; a further one takes the place of the oldest. */
export const MAX_PUSH_DEVICES = 10

/** A plain address, read alike by every parser: no port, no name and password, no fragment, no backslash. */
const ADDRESS = /^https:\/\/([a-z0-9.-]+)\/[\w!$&'()*+,;=:@%/?.~-]*$/

/**
 * Whether the address is one of a browser's push service (docs/rules/messages.md 2.3): https, on its usual port, at a host of the
 * list. The server posts to it, so that any other would let a client send it wherever it likes.
 */
export function isPushEndpoint(endpoint: string): boolean {
  const host = endpoint.length <= MAX_ENDPOINT ? ADDRESS.exec(endpoint)?.[1] : undefined
  return host !== undefined && (HOSTS.includes(host) || DOMAINS.some((domain) => host.endsWith(domain)))
}
