const DAYS_400_IN_SECONDS = 400 * 24 * 60 * 60

/** The value of a cookie in a `cookie` header or in `document.cookie`; empty without it. */
export const cookieIn = (cookies: string, name: string): string =>
  cookies
    .split('; ')
    .find((one) => one.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? ''

const attributes = (isSecure: boolean): string => `samesite=lax${isSecure ? '; secure' : ''}`

/**
 * A cookie of all pages for as long as browsers keep one, in the format of `document.cookie` and of `set-cookie`. `isSecure`: the
 * page came over HTTPS, as everywhere but on a developer's machine.
 */
export const lastingCookie = (name: string, value: string, isSecure: boolean): string =>
  `${name}=${value}; path=/; max-age=${DAYS_400_IN_SECONDS}; ${attributes(isSecure)}`

const endedCookie = (name: string, isSecure: boolean): string => `${name}=; path=/; max-age=0; ${attributes(isSecure)}`

/** The cookies of the page; empty where the browser forbids reading them, which throws. */
export function pageCookies(): string {
  try {
    return document.cookie
  } catch {
    return ''
  }
}

/** Writes a cookie on this device, where the browser permits it; null removes it. */
export function writeCookie(name: string, value: string | null): void {
  const isSecure = location.protocol === 'https:'
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store API is missing in Firefox and Safari of some years ago
    document.cookie = value === null ? endedCookie(name, isSecure) : lastingCookie(name, value, isSecure)
  } catch {
    // The edge then renders each page as for somebody who has not signed in or chosen anything.
  }
}
