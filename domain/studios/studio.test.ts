import { describe, expect, it } from 'vitest'
import { isMapUrl, MAX_MAP_URL } from './studio.ts'

describe('the map of a studio', () => {
  it('is an address of the web', () => {
    expect(isMapUrl('https://maps.app.goo.gl/abc123')).toBe(true)
    expect(isMapUrl('https://www.google.com/maps/place/30.04,31.23')).toBe(true)
  })

  it('is nothing that runs, hides where it leads or is too long', () => {
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
