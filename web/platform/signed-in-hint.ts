import { cookieIn, pageCookies, writeCookie } from './cookies.ts'

/**
 * A cookie that only says that somebody is signed in on this device: the page rendered at the edge is a guest's, and a
 * signed-in user would see it being replaced.
 */
const NAME = 'signed-in'

export const hasSignedInHint = (cookies: string): boolean => cookieIn(cookies, NAME) === '1'

export function writeSignedInHint(isSignedIn: boolean): void {
  if (hasSignedInHint(pageCookies()) !== isSignedIn) writeCookie(NAME, isSignedIn ? '1' : null)
}
