import type { ErrorCode } from '#domain/errors'
import { brandsOf } from './boxes.ts'
import { text, uint16, uint16Little, uint24Little, uint32 } from './bytes.ts'
import { MAX_IMAGE_PIXELS, MAX_IMAGE_SIDE_PX, MIN_IMAGE_SIDE_PX, MIN_THUMBNAIL, maxBytes } from './kinds.ts'
import { hasPicture, type ImageContent, type ImageType, jpegSegments, propertiesOf } from './picture.ts'

/** Detects a file's type by its bytes, since names and declared types cannot be trusted (docs/rules/api.md 5.2). */

export type VideoType = 'video/mp4' | 'video/webm'
export type ContentType = ImageType | VideoType | 'text/plain; charset=utf-8'

function pngIn(bytes: Uint8Array): ImageContent | null {
  if (bytes.length < 24 || text(bytes, 0, 8) !== '\x89PNG\r\n\x1a\n' || text(bytes, 12, 16) !== 'IHDR') return null
  return { type: 'image/png', width: uint32(bytes, 16), height: uint32(bytes, 20) }
}

function gifIn(bytes: Uint8Array): ImageContent | null {
  if (bytes.length < 10 || !/^GIF8[79]a$/.test(text(bytes, 0, 6))) return null
  return { type: 'image/gif', width: uint16Little(bytes, 6), height: uint16Little(bytes, 8) }
}

/** Start-of-frame markers contain the size; C4, C8 and CC are other segments in the same range. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

function jpegIn(bytes: Uint8Array): ImageContent | null {
  if (bytes.length < 4 || text(bytes, 0, 3) !== '\xff\xd8\xff') return null
  const frame = [...jpegSegments(bytes)].find(({ marker, at }) => isFrame(marker) && at + 7 < bytes.length)
  return frame ? { type: 'image/jpeg', height: uint16(bytes, frame.at + 3), width: uint16(bytes, frame.at + 5) } : null
}

/** The first chunk of a WebP states its format and its size, in 14 or 24 bits (RFC 9649). */
function webpIn(bytes: Uint8Array): ImageContent | null {
  if (bytes.length < 30 || text(bytes, 0, 4) !== 'RIFF' || text(bytes, 8, 12) !== 'WEBP') return null
  const type = 'image/webp'
  const form = text(bytes, 12, 16)
  if (form === 'VP8X') return { type, width: uint24Little(bytes, 24) + 1, height: uint24Little(bytes, 27) + 1 }
  if (form === 'VP8 ' && text(bytes, 23, 26) === '\x9d\x01\x2a')
    return { type, width: uint16Little(bytes, 26) & 0x3fff, height: uint16Little(bytes, 28) & 0x3fff }
  if (form !== 'VP8L' || bytes[20] !== 0x2f) return null
  const sizes = uint16Little(bytes, 21) + uint16Little(bytes, 23) * 65_536
  return { type, width: (sizes & 0x3fff) + 1, height: ((sizes >>> 14) & 0x3fff) + 1 }
}

const isAvif = (brands: readonly string[]): boolean => brands.includes('avif') || brands.includes('avis')

/** The size of an AVIF is a property (ispe) of the picture; its thumbnail and its tiles have smaller ones. */
function avifIn(bytes: Uint8Array): ImageContent | null {
  if (!isAvif(brandsOf(bytes))) return null
  const sizes = propertiesOf(bytes).filter(({ type, from, to }) => type === 'ispe' && from + 12 <= to)
  const [size] = sizes
    .map(({ from }) => ({ width: uint32(bytes, from + 4), height: uint32(bytes, from + 8) }))
    .toSorted((one, other) => other.width * other.height - one.width * one.height)
  return size ? { type: 'image/avif', ...size } : null
}

/** Photos of iPhones, which only Safari shows, and pictures in the same container that no browser does. */
const isHeic = (bytes: Uint8Array): boolean => {
  const brands = brandsOf(bytes)
  return STILL_BRANDS.test(brands[0] ?? '') && !isAvif(brands)
}

/** Detects a PNG, GIF, JPEG, WebP or AVIF by its bytes, never by its name, with its size in pixels; null for anything else. */
export const imageIn = (bytes: Uint8Array): ImageContent | null =>
  pngIn(bytes) ?? gifIn(bytes) ?? jpegIn(bytes) ?? webpIn(bytes) ?? avifIn(bytes)

/** The first brand of a picture in the format of MP4: AVIF, HEIC and their sequences. */
const STILL_BRANDS = /^(?:avi[fs]|hei[cmsx]|hev[cmsx]|mif1|msf1)$/

/** Reads the first hundred bytes: an MP4 begins with its brand, a WebM with its document type. QuickTime is neither. */
export function videoIn(bytes: Uint8Array): VideoType | null {
  const [brand] = brandsOf(bytes)
  if (brand !== undefined) return brand === 'qt  ' || STILL_BRANDS.test(brand) ? null : 'video/mp4'
  const isWebm = text(bytes, 0, 4) === '\x1a\x45\xdf\xa3' && /\x42\x82[\x80-\x8f]webm/.test(text(bytes, 0, 100))
  return isWebm ? 'video/webm' : null
}

/** Tab, line breaks, and the escape character of coloured terminals. */
const LOGGED_CONTROLS = [0x09, 0x0a, 0x0d, 0x1b]

/** Text without control characters other than those that occur in logs. */
export const isText = (bytes: Uint8Array): boolean =>
  bytes.every((byte) => byte >= 0x20 || LOGGED_CONTROLS.includes(byte))

export type UploadKind = keyof typeof maxBytes

/** A file of exactly the maximum size is allowed. */
export const whyNotSize = (kind: UploadKind, bytes: number): ErrorCode | null =>
  bytes > maxBytes[kind] ? 'large-file-size' : null

/** Why a field does not accept a file, described for developers. */
const FAULTS = {
  empty: 'the file is empty',
  'not-video': 'an MP4 or WebM video is needed',
  'not-text': 'a text is needed',
  'not-image': 'a PNG, JPEG, GIF, WebP or AVIF image is needed',
  heic: 'browsers cannot show HEIC: a PNG, JPEG, GIF, WebP or AVIF image is needed',
  'no-picture': 'the file holds no picture',
  'large-image': `at most ${MAX_IMAGE_SIDE_PX} pixels a side and ${MAX_IMAGE_PIXELS} in all are taken`,
  'small-image': `at least ${MIN_IMAGE_SIDE_PX}×${MIN_IMAGE_SIDE_PX} pixels are needed`,
  'small-thumbnail': `at least ${MIN_THUMBNAIL.width}×${MIN_THUMBNAIL.height} pixels are needed`,
} as const
export type FileFault = keyof typeof FAULTS

const faulty = (fault: FileFault) => ({ fault, refusal: FAULTS[fault] })

/**
 * Whether the size is too large for browsers to display. A few kilobytes may declare any size, and every viewer's browser
 * reserves four bytes per pixel.
 */
const isHuge = ({ width, height }: ImageContent): boolean =>
  Math.max(width, height) > MAX_IMAGE_SIDE_PX || width * height > MAX_IMAGE_PIXELS

/** The content type of a file that its field accepts, or the fault and its description for developers. */
export function contentOf(
  kind: UploadKind,
  bytes: Uint8Array,
): { type: ContentType } | { fault: FileFault; refusal: string } {
  if (bytes.length === 0) return faulty('empty')
  if (kind === 'video' || kind === 'intro-video') {
    const type = videoIn(bytes)
    return type ? { type } : faulty('not-video')
  }
  if (kind === 'log') return isText(bytes) ? { type: 'text/plain; charset=utf-8' } : faulty('not-text')
  const image = imageIn(bytes)
  if (!image) return faulty(isHeic(bytes) ? 'heic' : 'not-image')
  if (isHuge(image)) return faulty('large-image')
  if (image.width === 0 || image.height === 0 || !hasPicture(bytes, image)) return faulty('no-picture')
  if (kind === 'image' && Math.min(image.width, image.height) < MIN_IMAGE_SIDE_PX) return faulty('small-image')
  const isSmall = image.width < MIN_THUMBNAIL.width || image.height < MIN_THUMBNAIL.height
  return kind === 'thumbnail' && isSmall ? faulty('small-thumbnail') : { type: image.type }
}

/** Whether an image is square, as a tutor's portrait must be (docs/rules/tutors.md 1.5). */
export function isSquare(bytes: Uint8Array): boolean {
  const image = imageIn(bytes)
  return image !== null && image.width === image.height
}
