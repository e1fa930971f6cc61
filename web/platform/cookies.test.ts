import { expect, it } from 'vitest'
import { cookieIn, lastingCookie } from './cookies.ts'

it('a cookie goes over HTTPS only, except on a developer’s machine', () => {
  expect(lastingCookie('language', 'ar', true)).toMatch(/^language=ar; path=\/; max-age=\d+; samesite=lax; secure$/)
  expect(lastingCookie('language', 'ar', false)).not.toContain('secure')
  expect(cookieIn('other=1; language=ar', 'language')).toBe('ar')
})
