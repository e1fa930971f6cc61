import { darker, lighter, type Palette } from './portrait-colours.ts'
import type { Random } from './random.ts'

const fill = (path: string, colour: string) => `<path d="${path}" fill="${colour}"/>`
const wall = ({ wall: colour }: Palette) => `<path d="M0 0h512v512H0Z" fill="${colour}"/>`

type Background = (palette: Palette) => string

const BACKGROUNDS: readonly Background[] = [
  // The sun
  ({ shape }) => `<circle cx="256" cy="232" r="196" fill="${shape}"/>`,
  // A pointed arch
  ({ shape, wall: colour }) =>
    fill('M84 512V236C84 120 190 74 256 20C322 74 428 120 428 236V512Z', shape) +
    `<path d="M108 512V240C108 140 200 96 256 50C312 96 404 140 404 240V512" fill="none" stroke="${lighter(colour, 0.1)}" stroke-width="6"/>`,
  // A window and a plant
  ({ shape, wall: colour, accent }) =>
    `<rect x="40" y="52" width="170" height="220" rx="12" fill="${lighter(shape, 0.35)}"/>` +
    `<path d="M125 52v220M40 162h170" stroke="${darker(colour, 0.1)}" stroke-width="8"/>` +
    fill(
      'M404 396C384 340 396 300 420 268C430 312 428 350 418 396ZM424 396C430 340 452 312 488 304C482 346 460 376 432 398ZM410 398C396 364 372 350 344 352C356 382 380 398 404 402Z',
      '#5f8f62',
    ) +
    fill('M386 392H456L446 470H396Z', accent),
  // Hills by the Nile and a sail
  ({ shape, accent, trim }) =>
    fill('M0 330C90 270 150 330 230 300C320 266 400 300 512 262V512H0Z', shape) +
    fill('M404 250L404 120C450 150 470 200 476 250Z', trim) +
    fill('M382 258H486L466 282H402Z', accent),
  // Shelves with books
  ({ wall: colour, accent, clothes, shape, trim }) =>
    `<path d="M0 150h512M0 330h512" stroke="${darker(colour, 0.16)}" stroke-width="12"/>` +
    [
      [18, clothes],
      [50, accent],
      [82, trim],
      [402, accent],
      [434, shape],
      [466, clothes],
    ]
      .map(
        ([x, tone], at) =>
          `<rect x="${x}" y="${at % 2 ? 62 : 48}" width="26" height="${at % 2 ? 82 : 96}" rx="3" fill="${tone}"/>`,
      )
      .join('') +
    [
      [14, shape],
      [46, clothes],
      [430, trim],
      [466, accent],
    ]
      .map(
        ([x, tone], at) =>
          `<rect x="${x}" y="${at % 2 ? 226 : 240}" width="28" height="${at % 2 ? 98 : 84}" rx="3" fill="${tone}"/>`,
      )
      .join(''),
  // Palms
  ({ shape, wall: colour }) =>
    `<circle cx="390" cy="120" r="64" fill="${lighter(shape, 0.4)}"/>` +
    `<g fill="none" stroke="${darker(colour, 0.2)}" stroke-width="16" stroke-linecap="round"><path d="M70 512C84 400 76 300 88 190M88 190C60 150 30 150 8 172M88 190C80 140 60 116 30 108M88 190C104 142 132 128 162 134M88 190C124 168 150 176 168 204"/></g>`,
  // Two speech bubbles
  ({ shape, accent }) =>
    fill('M40 60h150q24 0 24 24v66q0 24-24 24h-86l-38 34v-34h-26q-24 0-24-24V84q0-24 24-24Z', shape) +
    fill('M338 96h120q22 0 22 22v52q0 22-22 22h-20v28l-32-28h-68q-22 0-22-22v-52q0-22 22-22Z', lighter(accent, 0.45)) +
    `<g fill="${lighter(shape, 0.6)}"><circle cx="74" cy="118" r="9"/><circle cx="108" cy="118" r="9"/><circle cx="142" cy="118" r="9"/></g>`,
  // A board with chalk
  ({ trim }) =>
    `<rect x="36" y="56" width="440" height="250" rx="14" fill="#4c6a5c"/><rect x="36" y="56" width="440" height="250" rx="14" fill="none" stroke="#b98a58" stroke-width="12"/>` +
    `<g fill="none" stroke="${trim}" stroke-width="6" stroke-linecap="round" opacity=".8"><path d="M66 150L88 96L110 150M74 132h28M122 118q22-6 22 14v18q-26 8-26-10t26-10M380 110h64M380 140h46M380 170h58"/></g>`,
  // A carpet of dots
  ({ shape }) =>
    `<g fill="${shape}">${[0, 1, 2, 3, 4, 5]
      .flatMap((row) =>
        [0, 1, 2, 3, 4, 5].map((at) => `<circle cx="${at * 96 + (row % 2) * 48 + 8}" cy="${row * 92 + 30}" r="20"/>`),
      )
      .join('')}</g>`,
  // A lantern and a crescent
  ({ shape, accent, trim }) =>
    `<circle cx="256" cy="240" r="188" fill="${shape}"/>` +
    fill('M440 64a56 56 0 1 0 40 92a44 44 0 1 1-40-92Z', trim) +
    `<path d="M72 0v70" stroke="${accent}" stroke-width="6"/>` +
    fill('M72 62L100 100V176L72 206L44 176V100Z', accent) +
    fill('M72 92L88 108V168L72 186L56 168V108Z', lighter('#f5c95c', 0.2)),
]

export const backgroundOf = (random: Random, palette: Palette): string =>
  wall(palette) + random.pick(BACKGROUNDS)(palette)
