import { expect, it } from 'vitest'
import { uint16, uint16Little, uint24Little, uint32, uint32Little } from './bytes.ts'

it('numbers are read from their bytes, from either end, and past the end as zero', () => {
  const bytes = Uint8Array.of(0xff, 1, 2, 3, 4)
  expect(uint16(bytes, 1)).toBe(0x0102)
  expect(uint32(bytes, 1)).toBe(0x01020304)
  expect(uint32(bytes, 3)).toBe(0x03040000)
  expect(uint16Little(bytes, 1)).toBe(0x0201)
  expect(uint24Little(bytes, 1)).toBe(0x030201)
  expect(uint32Little(bytes, 1)).toBe(0x04030201)
  expect(uint24Little(bytes, 3)).toBe(0x0403)
})
