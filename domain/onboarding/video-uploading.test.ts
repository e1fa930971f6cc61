import fc from 'fast-check'
import { expect, it } from 'vitest'
import { maxBytes } from '../files/kinds.ts'
import { MAX_PARTS, missingParts, PART_BYTES, partBytes, partCount, whyNotVideoBytes } from './video-uploading.ts'

const sizes = fc.integer({ min: 1, max: maxBytes['intro-video'] })

it('the parts of a file have one size but for the last, and make up the file', () => {
  fc.assert(
    fc.property(sizes, (bytes) => {
      const parts = missingParts(bytes, []).map((number) => partBytes(bytes, number) ?? 0)
      const [last = 0, ...others] = parts.toReversed()
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(bytes)
      expect(others.every((part) => part === PART_BYTES)).toBe(true)
      expect(last > 0 && last <= PART_BYTES).toBe(true)
      expect(parts.length).toBeLessThanOrEqual(MAX_PARTS)
    }),
  )
})

it('a part outside the file has no size', () => {
  fc.assert(
    fc.property(sizes, (bytes) => {
      for (const number of [0, -1, partCount(bytes) + 1]) expect(partBytes(bytes, number)).toBeNull()
    }),
  )
})

it('parts that have arrived are not listed as missing', () => {
  expect(missingParts(3 * PART_BYTES + 1, [2, 4])).toEqual([1, 3])
  expect(missingParts(PART_BYTES, [1])).toEqual([])
})

it('a file of exactly the cap is taken', () => {
  expect(whyNotVideoBytes(maxBytes['intro-video'])).toBeNull()
  expect(partCount(maxBytes['intro-video'])).toBe(MAX_PARTS)
  expect(whyNotVideoBytes(maxBytes['intro-video'] + 1)).toBe('large-file-size')
})
