/**
 * A QR code of a short text: version 5, error correction L, byte mode, mask 0; up to 106 bytes. Enough for an address of
 * the stand-ins.
 */
const VERSION = 5
const SIZE = 17 + 4 * VERSION
const DATA_BYTES = 108
const ECC_BYTES = 26
/** Level L with mask 0, with its own error correction, as the standard lists it. */
const FORMAT = 0b111011111000100
const ALIGNMENT = 30

const EXP = new Uint8Array(512)
const LOG = new Uint8Array(256)
for (let power = 0, value = 1; power < 255; power++) {
  EXP[power] = value
  EXP[power + 255] = value
  LOG[value] = power
  value = value << 1 > 255 ? (value << 1) ^ 0x11d : value << 1
}
const times = (a: number, b: number): number => (a && b ? (EXP[(LOG[a] ?? 0) + (LOG[b] ?? 0)] ?? 0) : 0)

/** The remainder by the generator polynomial: what lets a reader mend a smudge. */
function correctionOf(data: readonly number[]): number[] {
  let generator = [1]
  for (let power = 0; power < ECC_BYTES; power++) {
    const next = [...generator, 0]
    for (const [place, factor] of generator.entries())
      next[place + 1] = (next[place + 1] ?? 0) ^ times(factor, EXP[power] ?? 0)
    generator = next
  }
  const rest = [...data, ...Array.from({ length: ECC_BYTES }, () => 0)]
  for (let place = 0; place < data.length; place++) {
    const lead = rest[place] ?? 0
    for (const [offset, factor] of generator.entries())
      rest[place + offset] = (rest[place + offset] ?? 0) ^ times(factor, lead)
  }
  return rest.slice(data.length)
}

function codewordsOf(text: string): number[] {
  const bytes = [...new TextEncoder().encode(text)]
  if (bytes.length > DATA_BYTES - 2) throw new RangeError('The text is too long for this code')
  // Mode takes half a byte, so that everything after it is shifted by four bits.
  const nibbles = [4, bytes.length >> 4, bytes.length & 15, ...bytes.flatMap((byte) => [byte >> 4, byte & 15]), 0]
  const data = Array.from({ length: Math.ceil(nibbles.length / 2) }, (_, place) => {
    return ((nibbles[2 * place] ?? 0) << 4) | (nibbles[2 * place + 1] ?? 0)
  })
  for (let pad = 0; data.length < DATA_BYTES; pad++) data.push(pad % 2 === 0 ? 0xec : 0x11)
  return [...data, ...correctionOf(data)]
}

type Grid = (boolean | undefined)[][]

function square(grid: Grid, top: number, left: number, rows: readonly string[]): void {
  for (const [y, row] of rows.entries())
    for (const [x, mark] of [...row].entries()) {
      const line = grid[top + y]
      if (line && left + x >= 0 && left + x < SIZE) line[left + x] = mark === '#'
    }
}

const FINDER = [
  ...['.........', '.#######.', '.#.....#.', '.#.###.#.', '.#.###.#.'],
  ...['.#.###.#.', '.#.....#.', '.#######.', '.........'],
]
const SMALL = ['#####', '#...#', '#.#.#', '#...#', '#####']

function formatBits(grid: Grid): void {
  const put = (y: number, x: number, bit: number) => {
    const line = grid[y]
    if (line) line[x] = ((FORMAT >> bit) & 1) === 1
  }
  for (let bit = 0; bit < 15; bit++) {
    if (bit < 8) put(8, SIZE - 1 - bit, bit)
    else put(SIZE - 15 + bit, 8, bit)
    if (bit < 6) put(bit, 8, bit)
    else if (bit < 8) put(bit + 1, 8, bit)
    else if (bit === 8) put(8, 7, bit)
    else put(8, 14 - bit, bit)
  }
  const dark = grid[SIZE - 8]
  if (dark) dark[8] = true
}

/** The squares of the code, true for dark. */
export function qrOf(text: string): boolean[][] {
  const grid: Grid = Array.from({ length: SIZE }, () => Array.from({ length: SIZE }, () => undefined))
  square(grid, -1, -1, FINDER)
  square(grid, -1, SIZE - 8, FINDER)
  square(grid, SIZE - 8, -1, FINDER)
  square(grid, ALIGNMENT - 2, ALIGNMENT - 2, SMALL)
  for (let place = 8; place < SIZE - 8; place++) {
    square(grid, 6, place, [place % 2 === 0 ? '#' : '.'])
    square(grid, place, 6, [place % 2 === 0 ? '#' : '.'])
  }
  formatBits(grid)
  const bits = codewordsOf(text).flatMap((byte) => [7, 6, 5, 4, 3, 2, 1, 0].map((shift) => (byte >> shift) & 1))
  let next = 0
  for (let pair = SIZE - 1; pair > 0; pair -= 2) {
    const right = pair <= 6 ? pair - 1 : pair
    for (let step = 0; step < SIZE; step++)
      for (const x of [right, right - 1]) {
        const isUp = ((right + 1) & 2) === 0
        const y = isUp ? SIZE - 1 - step : step
        const line = grid[y]
        if (!line || line[x] !== undefined) continue
        line[x] = ((bits[next] ?? 0) === 1) !== ((x + y) % 2 === 0)
        next += 1
      }
  }
  return grid.map((line) => line.map((dark) => dark === true))
}
