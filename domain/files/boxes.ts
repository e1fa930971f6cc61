import { text, uint32 } from './bytes.ts'

/** The format of MP4, AVIF and HEIC (ISO/IEC 14496-12): boxes with a size, a type of four letters, and often boxes within. */
export type Box = { type: string; from: number; to: number }

/** The boxes between two places, each with the bounds of its content. A size of 1 is followed by one of 64 bits; 0 means the rest. */
export function* boxesIn(bytes: Uint8Array, from: number, to: number): Generator<Box> {
  for (let at = from; at + 8 <= to; ) {
    const isLong = uint32(bytes, at) === 1
    const size = isLong ? uint32(bytes, at + 8) * 2 ** 32 + uint32(bytes, at + 12) : uint32(bytes, at)
    const head = isLong ? 16 : 8
    const end = size === 0 ? to : Math.min(to, at + size)
    if (end < at + head) return
    yield { type: text(bytes, at + 4, at + 8), from: at + head, to: end }
    at = end
  }
}

/** The brands of a file: the first says what it is, the others which readers can read it. Empty for other formats. */
export function brandsOf(bytes: Uint8Array): string[] {
  if (text(bytes, 4, 8) !== 'ftyp') return []
  const end = Math.min(uint32(bytes, 0), bytes.length, 256)
  const brands = [text(bytes, 8, 12)]
  for (let at = 16; at + 4 <= end; at += 4) brands.push(text(bytes, at, at + 4))
  return brands
}
