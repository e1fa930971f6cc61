import { type Box, boxesIn } from './boxes.ts'
import { text, uint16, uint16Little, uint32, uint32Little } from './bytes.ts'

/**
 * Checks that an image file contains image data after its header. The header alone declares a size, for which a browser
 * reserves memory; nothing is decoded here.
 */

export type ImageType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/avif'
/** Pixels. */
export type ImageContent = { type: ImageType; width: number; height: number }

/** The image data of a PNG is in IDAT chunks. */
function isInPng(bytes: Uint8Array): boolean {
  for (let at = 8; at + 12 < bytes.length; at += 12 + uint32(bytes, at)) {
    const type = text(bytes, at + 4, at + 8)
    if (type === 'IDAT' && uint32(bytes, at) > 0) return true
    if (type === 'IEND') return false
  }
  return false
}

const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9
/** Markers without a segment: TEM, the restarts and the start of the image. */
const isBare = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)

/**
 * The segments of a JPEG up to its first scan, each with its marker and the place of its length. As browsers' decoders do, it
 * passes over whatever stands between two segments: cameras and editors leave zeros and fill bytes there.
 */
export function* jpegSegments(bytes: Uint8Array): Generator<{ marker: number; at: number }> {
  for (let at = 2; at + 3 < bytes.length; ) {
    const marker = bytes[at] === 0xff ? (bytes[at + 1] ?? 0) : 0
    if (marker === END_OF_IMAGE) return
    if (marker === 0 || marker === 0xff) at += 1
    else if (isBare(marker)) at += 2
    else {
      yield { marker, at: at + 2 }
      if (marker === START_OF_SCAN) return
      at += 2 + uint16(bytes, at + 2)
    }
  }
}

/** The image data of a JPEG follows a start-of-scan segment (SOS). */
function isInJpeg(bytes: Uint8Array): boolean {
  const scan = [...jpegSegments(bytes)].find(({ marker }) => marker === START_OF_SCAN)
  return scan !== undefined && scan.at + uint16(bytes, scan.at) < bytes.length
}

/** The size in bytes of a colour table, from the flags of a GIF's screen or frame. */
const coloursOf = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1))

/** The end of a GIF's sub-blocks: each begins with its length, the last has length 0. */
function afterBlocks(bytes: Uint8Array, from: number): number {
  let at = from
  while (at < bytes.length && bytes[at] !== 0) at += 1 + (bytes[at] ?? 0)
  return at + 1
}

/** Checks for frames in a GIF. A frame beyond the logical screen would be larger than the header declares. */
function isInGif(bytes: Uint8Array, { width, height }: ImageContent): boolean {
  let frames = 0
  for (let at = 13 + coloursOf(bytes[10] ?? 0); at < bytes.length; ) {
    if (bytes[at] === 0x21) at = afterBlocks(bytes, at + 2)
    else if (bytes[at] === 0x2c) {
      const right = uint16Little(bytes, at + 1) + uint16Little(bytes, at + 5)
      const bottom = uint16Little(bytes, at + 3) + uint16Little(bytes, at + 7)
      if (right > width || bottom > height) return false
      const picture = at + 11 + coloursOf(bytes[at + 9] ?? 0)
      if ((bytes[picture] ?? 0) > 0) frames += 1
      at = afterBlocks(bytes, picture)
    } else break
  }
  return frames > 0
}

const WEBP_PICTURES = ['VP8 ', 'VP8L', 'ANMF']

/** The image data of a WebP is in one of three chunks, which other chunks precede in the extended format (VP8X). */
function isInWebp(bytes: Uint8Array): boolean {
  for (let at = 12; at + 8 < bytes.length; ) {
    const size = uint32Little(bytes, at + 4)
    if (WEBP_PICTURES.includes(text(bytes, at, at + 4))) return size > 0
    at += 8 + size + (size % 2)
  }
  return false
}

/** The properties of an AVIF's pictures, in its box of metadata: meta (with version and flags), iprp, ipco. */
export function propertiesOf(bytes: Uint8Array): Box[] {
  let boxes = [...boxesIn(bytes, 0, bytes.length)]
  for (const name of ['meta', 'iprp', 'ipco']) {
    const box = boxes.find(({ type }) => type === name)
    boxes = box ? [...boxesIn(bytes, box.from + (name === 'meta' ? 4 : 0), box.to)] : []
  }
  return boxes
}

/** The image data of an AVIF is in a box of the file (mdat), for a tiny picture in one of the metadata (idat). */
function isInAvif(bytes: Uint8Array): boolean {
  const boxes = [...boxesIn(bytes, 0, bytes.length)]
  const meta = boxes.find(({ type }) => type === 'meta')
  const inner = meta ? [...boxesIn(bytes, meta.from + 4, meta.to)] : []
  return [...boxes, ...inner].some(({ type, from, to }) => (type === 'mdat' || type === 'idat') && from < to)
}

/** Whether the file contains image data, and none beyond the size that its header declares. */
export function hasPicture(bytes: Uint8Array, image: ImageContent): boolean {
  switch (image.type) {
    case 'image/png':
      return isInPng(bytes)
    case 'image/jpeg':
      return isInJpeg(bytes)
    case 'image/gif':
      return isInGif(bytes, image)
    case 'image/webp':
      return isInWebp(bytes)
    case 'image/avif':
      return isInAvif(bytes)
    default:
      return image.type satisfies never
  }
}
