const DAYS_400_IN_SECONDS = 400 * 24 * 60 * 60

/** The value of a cookie in a `cookie` header or in `document.cookie`; empty without it. */
export const cookieIn = (cookies: string, name: string): string =>
  cookies
    .split('; ')
    .find((one) => one.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? ''

/** A cookie of all pages for as long as browsers keep one, in the format of `document.cookie` and of `set-cookie`. */
export const lastingCookie = (name: string, value: string): string =>
  `${name}=${value}; path=/; max-age=${DAYS_400_IN_SECONDS}; samesite=lax`

const endedCookie = (name: string): string => `${name}=; path=/; max-age=0; samesite=lax`

/** Writes a cookie on this device; null removes it. */
export function writeCookie(name: string, value: string | null): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store API is missing in Firefox and Safari of some years ago
  document.cookie = value === null ? endedCookie(name) : lastingCookie(name, value)
}
