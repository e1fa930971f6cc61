/**
 * A cookie that only says that somebody is signed in on this device: the page rendered at the edge is a guest's, and a
 * signed-in user would see it being replaced.
 */
const NAME = 'signed-in'
const DAYS_400_IN_SECONDS = 400 * 24 * 60 * 60

export const hasSignedInHint = (cookies: string): boolean => cookies.split('; ').includes(`${NAME}=1`)

export function writeSignedInHint(isSignedIn: boolean): void {
  if (hasSignedInHint(document.cookie) === isSignedIn) return
  const life = isSignedIn ? DAYS_400_IN_SECONDS : 0
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store API is missing in Firefox and Safari of some years ago
  document.cookie = `${NAME}=1; path=/; max-age=${life}; samesite=lax`
}
