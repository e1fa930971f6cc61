import { describe, expect, it } from 'vitest'
import { isMapUrl, MAX_MAP_URL } from './studio.ts'

describe('the map of a studio', () => {
  it('is an address of the web', () => {
    expect(isMapUrl('https://maps.app.goo.gl/abc123')).toBe(true)
    expect(isMapUrl('https://www.google.com/maps/place/30.04,31.23')).toBe(true)
  })

  it('is an https address without a user name, and not a script or other text', () => {
    for (const address of [
      'javascript:alert(1)',
      'http://maps.google.com',
      'https://user:x@maps.google.com',
      'https://x',
    ])
      expect(isMapUrl(address)).toBe(false)
    expect(isMapUrl('الدقي، شارع التحرير')).toBe(false)
    expect(isMapUrl(`https://maps.google.com/${'x'.repeat(MAX_MAP_URL)}`)).toBe(false)
  })
})

describe('the address of a map', () => {
  const base = 'https://maps.google.com'

  it('may have a port, a path, a query or a fragment, and is as long as allowed', () => {
    for (const rest of ['', ':8443', ':1/x', '/a/b', '?q=1', '#here', `/${'x'.repeat(MAX_MAP_URL - base.length - 1)}`])
      expect(isMapUrl(`${base}${rest}`)).toBe(true)
  })

  it('has nothing before it and nothing but these behind its host', () => {
    for (const address of [
      `x${base}`,
      `${base}:x`,
      `${base}:`,
      `${base} x`,
      `${base}/a b`,
      `${base}/a b c`,
      `${base}!`,
    ])
      expect(isMapUrl(address)).toBe(false)
  })
})
