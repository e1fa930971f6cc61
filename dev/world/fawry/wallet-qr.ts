import { crc32, deflateSync } from 'node:zlib'
import { encode } from 'uqr'

/** The quiet zone around the code that the standard asks for, in modules. */
const MARGIN = 4
const PIXELS_PER_MODULE = 6
const PNG_SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10]

/** The QR code that a wallet app scans, as a PNG data URL. */
export const walletQr = (text: string): string => `data:image/PNG;base64,${btoa(String.fromCharCode(...qrPng(text)))}`

/** A PNG with one bit per pixel: the package writes SVG and text, but the gateway sends a raster image. */
function qrPng(text: string): Uint8Array {
  const { size, data } = encode(text, { ecc: 'L', border: 0 })
  const side = (size + 2 * MARGIN) * PIXELS_PER_MODULE
  const isDark = (pixel: { x: number; y: number }) => {
    const column = Math.floor(pixel.x / PIXELS_PER_MODULE) - MARGIN
    const row = Math.floor(pixel.y / PIXELS_PER_MODULE) - MARGIN
    return data[row]?.[column] === true
  }
  // Each row begins with the number of its filter, 0 for none.
  const rowBytes = 1 + Math.ceil(side / 8)
  const pixels = new Uint8Array(rowBytes * side)
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const place = y * rowBytes + 1 + (x >> 3)
      if (!isDark({ x, y })) pixels[place] = (pixels[place] ?? 0) | (0x80 >> (x & 7))
    }
  const header = [...bigEndian(side), ...bigEndian(side), 1, 0, 0, 0, 0]
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(pixels)), chunk('IEND', [])]
  return Uint8Array.from([...PNG_SIGNATURE, ...chunks.flat()])
}

const bigEndian = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff)

function chunk(name: string, data: Iterable<number>): number[] {
  const body = [...new TextEncoder().encode(name), ...data]
  return [...bigEndian(body.length - name.length), ...body, ...bigEndian(crc32(Uint8Array.from(body)))]
}
