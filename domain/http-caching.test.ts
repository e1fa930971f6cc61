import { describe, expect, it } from 'vitest'
import { cacheControl, isKnown } from './http-caching.ts'

describe('an answer that caches may keep', () => {
  it('says how old it may be, and may be shown older only where it names nothing that may be booked', () => {
    expect(cacheControl('moment')).toBe('public, max-age=2')
    expect(cacheControl('minute')).toBe('public, max-age=60, stale-while-revalidate=600')
  })

  it('matches a client that sends its tag, weak or strong, alone or in a list', () => {
    for (const header of ['"a"', 'W/"a"', '"b", "a"', 'W/"b","a"', '*', ' "a" '])
      for (const tag of ['"a"', 'W/"a"']) expect([header, isKnown(header, tag)]).toEqual([header, true])
    for (const header of ['"b"', 'a', '"aW/"', '', null, undefined, '"b", W/"c"', '"a" "b"'])
      expect([header, isKnown(header, 'W/"a"')]).toEqual([header, false])
  })
})
