/** Colours that go together: the wall, a lighter shape on it, the clothes, and a scarf or accent. */
export type Palette = { wall: string; shape: string; clothes: string; accent: string; trim: string }

const palette = (wall: string, shape: string, clothes: string, accent: string, trim: string): Palette => ({
  wall,
  shape,
  clothes,
  accent,
  trim,
})

export const PALETTES: readonly Palette[] = [
  palette('#f3c98b', '#f8dcae', '#2f6f73', '#b5523b', '#fff4df'),
  palette('#a9d3c8', '#c6e4dc', '#d9694a', '#f1e3c6', '#fff8ec'),
  palette('#f0a58f', '#f6c3b2', '#34495e', '#e9d8b4', '#ffffff'),
  palette('#b9c7ea', '#d2dcf4', '#6b4e8c', '#f0b7a4', '#fdf3e7'),
  palette('#e8d9b5', '#f2e8cd', '#7c3f4c', '#4d7c74', '#fffaf0'),
  palette('#8fbfd0', '#b3d7e2', '#e0a13c', '#294c60', '#fff6e0'),
  palette('#d7b9d5', '#e7d2e5', '#3f5d7d', '#a83f5f', '#fff1f5'),
  palette('#c9d99b', '#dde8bd', '#8a4b2a', '#f4efdc', '#fffbe8'),
  palette('#f2b6b6', '#f8d1cf', '#4b6b57', '#7a2f45', '#fff5f0'),
  palette('#9fc3a9', '#bfd8c5', '#f2e2c4', '#31506b', '#35524a'),
  palette('#f5d27a', '#f9e2a4', '#41436a', '#d96c75', '#fff7df'),
  palette('#c7b8a3', '#dacfbf', '#1f5a6b', '#c98f52', '#fdf6ea'),
  palette('#a7b8d8', '#c4d0e6', '#b8454a', '#e8e2d2', '#ffffff'),
  palette('#f0bd9a', '#f6d3ba', '#5a6f4a', '#86566e', '#fff4e6'),
  palette('#84b6b0', '#a9cfc9', '#f0c8a0', '#7d4b5e', '#5b3a29'),
  palette('#dcc6ef', '#eadcf6', '#2d5e5b', '#e7a977', '#fff6ee'),
]

/** More frequent ones are repeated. */
export const SKINS = [
  '#f3cfae',
  '#ebbf97',
  '#ebbf97',
  '#e4b58b',
  '#dda97c',
  '#dda97c',
  '#d49d70',
  '#cb9163',
  '#cb9163',
  '#b0754b',
  '#8d5a3a',
  '#70462e',
] as const
export const HAIRS = ['#1d1917', '#2b1f19', '#3d291d', '#573822'] as const
/** Dyed or hennaed, on women. */
export const DYES = ['#7a4a29', '#6d2b22', '#8a5a33'] as const
export const GREYS = ['#8f8b88', '#b9b4ae', '#6e6a68'] as const

const channels = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))

/** Interpolates two colours: share 0 is the first, 1 the second. */
export function mixed(from: string, to: string, share: number): string {
  const target = channels(to)
  return `#${channels(from)
    .map((value, at) => Math.round(value + ((target[at] ?? 0) - value) * share))
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')}`
}

export const darker = (colour: string, share = 0.18): string => mixed(colour, '#2a1420', share)
export const lighter = (colour: string, share = 0.3): string => mixed(colour, '#ffffff', share)
