/** Minimal files of several types: only the bytes by which the product recognises them. No picture can be decoded. */
export const bytesOf = (binary: string) => Uint8Array.from(binary, (character) => character.charCodeAt(0))
const big16 = (value: number) => String.fromCharCode(value >> 8, value & 255)
const little16 = (value: number) => String.fromCharCode(value & 255, value >> 8)

const pngHeader = (width: number, height: number) =>
  `\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0${big16(width)}\0\0${big16(height)}\x08\x02\0\0\0\0\0\0\0`

/** A PNG that says a size and ends. */
export const emptyPng = (width: number, height: number) => bytesOf(`${pngHeader(width, height)}\0\0\0\0IEND\0\0\0\0`)

export const png = (width: number, height: number) =>
  bytesOf(`${pngHeader(width, height)}\0\0\0\x01IDAT\0\0\0\0\0\0\0\0\0IEND\0\0\0\0`)

/** With an extension before its frame; the frame may be of another size than the screen. */
export function gif(width: number, height: number, frame = { width, height }): Uint8Array {
  const extension = '\x21\xf9\x04\0\0\0\0\0'
  const described = `\x2c\0\0\0\0${little16(frame.width)}${little16(frame.height)}\0\x02\x01\x44\0`
  return bytesOf(`GIF89a${little16(width)}${little16(height)}\0\0\0${extension}${described}\x3b`)
}

/** The header of one of the three forms of a WebP, with its size in pixels. */
export function webp(width: number, height: number, form: 'VP8 ' | 'VP8L' | 'VP8X' | 'ALPH' = 'VP8 '): Uint8Array {
  const little24 = (value: number) => `${little16(value & 0xffff)}${String.fromCharCode(value >> 16)}`
  const packed = (width - 1) | ((height - 1) << 14)
  const sizes = {
    'VP8 ': `\0\0\0\x9d\x01\x2a${little16(width)}${little16(height)}`,
    VP8L: `\x2f${little16(packed & 0xffff)}${little16(packed >>> 16)}`,
    VP8X: `\0\0\0\0${little24(width - 1)}${little24(height - 1)}`,
    ALPH: '',
  }
  const header = `${form}\x0a\0\0\0${sizes[form]}`.padEnd(18, '\0')
  const picture = form === 'VP8X' ? 'VP8L\x05\0\0\0\x2f\0\0\0\0\0' : ''
  return bytesOf(`RIFF\0\0\0\0WEBP${header}${picture}`.padEnd(40, '\0'))
}

/** With an application segment and a table before the frame, as cameras write them. */
export const jpeg = (width: number, height: number) =>
  bytesOf(
    `\xff\xd8\xff\xe0\0\x06JFIF\xff\xc4\0\x04ab\xff\xff\xc2\0\x0b\x08${big16(height)}${big16(width)}\x01\x01\x11\0\xff\xda\0\x08\x01\x01\0\0\x3f\0\x55\xff\xd9`,
  )

export const mp4 = () => bytesOf('\0\0\0\x18ftypisom\0\0\x02\0isomiso2')
const big32 = (value: number) => `\0\0${big16(value)}`
const box = (type: string, content: string) => `${big32(content.length + 8)}${type}${content}`
const ispe = (width: number, height: number) => box('ispe', `\0\0\0\0${big32(width)}${big32(height)}`)
/** In the format of MP4, with a size for the picture after that of its thumbnail; `data` is the picture's. */
const still = (brands: string, width: number, height: number, data: string) => {
  const properties = box('ipco', box('pixi', '\0\0\0\0\x01\x08') + ispe(160, 120) + ispe(width, height))
  const meta = box('meta', `\0\0\0\0${box('hdlr', '\0'.repeat(25))}${box('iprp', properties)}`)
  return bytesOf(box('ftyp', brands) + meta + box('mdat', data))
}
export const avif = (width: number, height: number, brands = 'avif\0\0\0\0avifmif1miaf', data = 'picture') =>
  still(brands, width, height, data)
export const heic = (width: number, height: number, brand = 'heic') =>
  still(`${brand}\0\0\0\0mif1heic`, width, height, 'picture')
export const quickTime = () => bytesOf('\0\0\0\x14ftypqt  \0\0\x02\0qt  ')
export const webm = () => bytesOf('\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\x82\x84webm\x42\x87\x81\x04')
export const matroska = () => bytesOf('\x1a\x45\xdf\xa3\xa3\x42\x86\x81\x01\x42\x82\x88matroska\x42\x87\x81\x04')
export const svg = () => bytesOf('<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600"/>')

function joined(...parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const big24 = (value: number) => String.fromCharCode((value >> 16) & 255) + big16(value & 0xffff)
const sized = (id: string, bytes: number) => `${id}\x10${big24(bytes)}`
const element = (id: string, content: string) => `${sized(id, content.length)}${content}`
/** An element whose end is not known when it begins, as recorders write them. */
const unsized = (id: string) => `${id}\x01\xff\xff\xff\xff\xff\xff\xff`

/** A cluster with one key frame at this second. */
function cluster(second: number, frameBytes: number): Uint8Array {
  const time = element('\xe7', big24(second * 1000))
  const block = `${sized('\xa3', 4 + frameBytes)}\x81\0\0\x80`
  return joined(bytesOf(`${unsized('\x1f\x43\xb6\x75')}${time}${block}`), new Uint8Array(frameBytes).fill(0x55))
}

const numberAndId = element('\xd7', '\x01') + element('\x73\xc5', '\x01')
const TRACKS = {
  picture: `${numberAndId}${element('\x83', '\x01')}${element('\x86', 'V_VP8')}${element('\xe0', element('\xb0', big16(320)) + element('\xba', big16(180)))}`,
  sound: `${numberAndId}${element('\x83', '\x02')}${element('\x86', 'A_OPUS')}`,
}

function claimOf(seconds: number): string {
  const claim = new DataView(new ArrayBuffer(8))
  claim.setFloat64(0, seconds * 1000)
  return element('\x44\x89', String.fromCharCode(...new Uint8Array(claim.buffer)))
}

type WebmSettings = { claimedSeconds?: number; track?: keyof typeof TRACKS; frameBytes?: number }

/**
 * A WebM with a frame a second, the first at 0 and the last at `seconds`. It claims no duration, like those of a browser's
 * recorder, unless `claimedSeconds` says one. The first frame is `frameBytes` long; nothing can be decoded.
 */
export function webmOf(seconds: number, { claimedSeconds, track = 'picture', frameBytes = 8 }: WebmSettings = {}) {
  const claimed = claimedSeconds === undefined ? '' : claimOf(claimedSeconds)
  const header = element('\x1a\x45\xdf\xa3', '\x42\x86\x81\x01\x42\x82\x84webm')
  const info = element('\x15\x49\xa9\x66', element('\x2a\xd7\xb1', big24(1_000_000)) + claimed)
  const tracks = element('\x16\x54\xae\x6b', element('\xae', TRACKS[track]))
  const clusters = Array.from({ length: seconds + 1 }, (_, second) => cluster(second, second === 0 ? frameBytes : 8))
  return joined(bytesOf(`${header}${unsized('\x18\x53\x80\x67')}${info}${tracks}`), ...clusters)
}
