import { expect, it, vi } from 'vitest'

vi.stubGlobal('window', { addEventListener: () => undefined, matchMedia: () => ({ matches: true }) })
const { defaultFit } = await import('./picture-fit.ts')

const LANDSCAPE = { width: 640, height: 360 }
const UPRIGHT = { width: 360, height: 640 }

it('a picture covers an upright phone, whichever way it was taken', () => {
  expect(defaultFit(LANDSCAPE, true)).toBe('cover')
  expect(defaultFit(UPRIGHT, true)).toBe('cover')
})

it('on a wide screen an upright picture is shown whole', () => {
  expect(defaultFit(UPRIGHT, false)).toBe('whole')
  expect(defaultFit(LANDSCAPE, false)).toBe('cover')
  expect(defaultFit({ width: 480, height: 480 }, false)).toBe('cover')
})

it('a picture whose size is not known yet covers its place', () => {
  expect(defaultFit(null, false)).toBe('cover')
})
