/** Minimal files of several types: only the bytes by which the product recognises them. */
export const bytesOf = (binary: string) => Uint8Array.from(binary, (character) => character.charCodeAt(0))
const big16 = (value: number) => String.fromCharCode(value >> 8, value & 255)
const little16 = (value: number) => String.fromCharCode(value & 255, value >> 8)

export const png = (width: number, height: number) =>
  bytesOf(`\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0${big16(width)}\0\0${big16(height)}\x08\x02\0\0\0`)

export const gif = (width: number, height: number) => bytesOf(`GIF89a${little16(width)}${little16(height)}\0\0\0`)

/** With an application segment and a table before the frame, as cameras write them. */
export const jpeg = (width: number, height: number) =>
  bytesOf(
    `\xff\xd8\xff\xe0\0\x06JFIF\xff\xc4\0\x04ab\xff\xff\xc2\0\x0b\x08${big16(height)}${big16(width)}\x01\x11\0\xff\xd9`,
  )

export const mp4 = () => bytesOf('\0\0\0\x18ftypisom\0\0\x02\0isomiso2')
export const quickTime = () => bytesOf('\0\0\0\x14ftypqt  \0\0\x02\0qt  ')
export const webm = () => bytesOf('\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\x82\x84webm\x42\x87\x81\x04')
export const matroska = () => bytesOf('\x1a\x45\xdf\xa3\xa3\x42\x86\x81\x01\x42\x82\x88matroska\x42\x87\x81\x04')
export const svg = () => bytesOf('<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600"/>')
