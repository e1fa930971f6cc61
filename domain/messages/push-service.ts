/** The push services of Chrome, Firefox and Safari, each with a single host. */
const HOSTS = ['fcm.googleapis.com', 'updates.push.services.mozilla.com', 'web.push.apple.com']
/** The push services of Edge and of Apple's devices use numbered hosts. */
const DOMAINS = ['.notify.windows.com', '.push.apple.com', '.push.services.mozilla.com']

export const MAX_ENDPOINT = 1024
/** The maximum number of devices per account that receive push notifications; a further one replaces the oldest. */
export const MAX_PUSH_DEVICES = 10

/** An address that every parser reads the same way: no port, credentials, fragment or backslash. */
const ADDRESS = /^https:\/\/([a-z0-9.-]+)\/[\w!$&'()*+,;=:@%/?.~-]*$/

/**
 * Whether the address belongs to a browser's push service (docs/rules/messages.md 2.3): https, on the default port, at a
 * host of the list. The server posts to it, so any other address would allow server-side request forgery.
 */
export function isPushEndpoint(endpoint: string): boolean {
  const host = endpoint.length <= MAX_ENDPOINT ? ADDRESS.exec(endpoint)?.[1] : undefined
  return host !== undefined && (HOSTS.includes(host) || DOMAINS.some((domain) => host.endsWith(domain)))
}
