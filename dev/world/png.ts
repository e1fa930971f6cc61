/** A black and white picture as PNG, in base64; `scale` pixels a square, four squares of margin. Nothing is compressed. */
export function pngOf(squares: readonly (readonly boolean[])[], scale: number): string {
  const margin = 4
  const side = (squares.length + 2 * margin) * scale
  const isDark = (x: number, y: number) =>
    squares[Math.floor(y / scale) - margin]?.[Math.floor(x / scale) - margin] ?? false
  const rowBytes = Math.ceil(side / 8)
  const pixels = new Uint8Array((rowBytes + 1) * side)
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const place = y * (rowBytes + 1) + 1 + (x >> 3)
      if (!isDark(x, y)) pixels[place] = (pixels[place] ?? 0) | (0x80 >> (x & 7))
    }
  const header = Uint8Array.from([...big(side), ...big(side), 1, 0, 0, 0, 0])
  const bytes = [137, 80, 78, 71, 13, 10, 26, 10]
  for (const part of [chunk('IHDR', header), chunk('IDAT', stored(pixels)), chunk('IEND', new Uint8Array())])
    for (const byte of part) bytes.push(byte)
  return btoa(bytes.map((byte) => String.fromCharCode(byte)).join(''))
}

const big = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff)

const CRC = Uint32Array.from({ length: 256 }, (_, start) => {
  let value = start
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value
})

function chunk(name: string, data: Uint8Array): Uint8Array {
  const body = Uint8Array.from([...new TextEncoder().encode(name), ...data])
  let crc = 0xffffffff
  for (const byte of body) crc = (CRC[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8)
  return Uint8Array.from([...big(data.length), ...body, ...big(~crc)])
}

/** A zlib stream of stored blocks. */
function stored(data: Uint8Array): Uint8Array {
  const out = [0x78, 0x01]
  for (let from = 0; from < data.length; from += 0xffff) {
    const block = data.subarray(from, from + 0xffff)
    const isLast = from + 0xffff >= data.length
    out.push(Number(isLast), block.length & 0xff, block.length >> 8, ~block.length & 0xff, (~block.length >> 8) & 0xff)
    for (const byte of block) out.push(byte)
  }
  let [one, other] = [1, 0]
  for (const byte of data) {
    one = (one + byte) % 65_521
    other = (other + one) % 65_521
  }
  return Uint8Array.from([...out, ...big(((other << 16) | one) >>> 0)])
}
