import { describe, expect, it } from 'vitest'
import { internalPath } from './redirect.ts'

describe('the way back after signing in', () => {
  it('is an address inside the app, with all that stands in it', () => {
    expect(internalPath('/t/12?tab=reviews#top')).toBe('/t/12?tab=reviews#top')
  })

  it.each([
    ['another host', 'https://evil.example/'],
    ['a host without its protocol', '//evil.example/'],
    ['a host behind a backslash', '/\\evil.example/'],
    ['a host behind a control character', '/\t/evil.example'],
    ['a script', 'javascript:alert(1)'],
    ['a relative path', 'tutors'],
    ['nothing', undefined],
    ['a list', ['/tutors']],
  ])('is never %s', (_, requested) => {
    expect(internalPath(requested)).toBeNull()
  })

  it('is not the sign-in page again', () => {
    expect(internalPath('/login?redirect=/tutors')).toBeNull()
    expect(internalPath('/register/student')).toBeNull()
    expect(internalPath('/registered')).toBe('/registered')
  })

  it('ignores parent steps above the root', () => {
    expect(internalPath('/../../tutors')).toBe('/tutors')
  })
})
