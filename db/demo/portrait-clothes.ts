import { darker, lighter } from './portrait-colours.ts'
import type { Random } from './random.ts'

const fill = (path: string, colour: string) => `<path d="${path}" fill="${colour}"/>`
const seam = (path: string, colour: string, width = 4) =>
  `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round"/>`

const TORSO =
  'M44 512C48 436 104 404 188 386C208 382 220 376 224 366Q256 400 288 366C292 376 304 382 324 386C408 404 464 436 468 512Z'
const SLEEVES = 'M122 512C124 484 128 464 136 446M390 512C388 484 384 464 376 446'

type Cut = (clothes: string, trim: string, skin: string) => string

const CUTS: readonly Cut[] = [
  // A round neckline
  (clothes, trim) => fill(TORSO, clothes) + seam('M222 370Q256 410 290 370', trim, 9) + seam(SLEEVES, darker(clothes)),
  // A shirt
  (clothes, trim) =>
    fill(TORSO, clothes) +
    fill('M224 364L196 384L240 430L256 400ZM288 364L316 384L272 430L256 400Z', lighter(clothes, 0.25)) +
    seam('M256 408V512', darker(clothes)) +
    `<g fill="${trim}"><circle cx="256" cy="444" r="5"/><circle cx="256" cy="482" r="5"/></g>` +
    seam(SLEEVES, darker(clothes)),
  // A jacket over a shirt
  (clothes, trim) =>
    fill(TORSO, clothes) +
    fill('M224 366Q256 398 288 366L300 384L256 492L212 384Z', trim) +
    fill(
      'M212 380L176 392L196 430L184 440L256 512L226 420ZM300 380L336 392L316 430L328 440L256 512L286 420Z',
      darker(clothes, 0.14),
    ) +
    seam('M256 402V470', darker(trim, 0.12)) +
    seam(SLEEVES, darker(clothes)),
  // A jumper with a thick collar
  (clothes, trim) =>
    fill(TORSO, clothes) +
    fill('M214 360C220 396 292 396 298 360L310 376C306 418 206 418 202 376Z', lighter(clothes, 0.18)) +
    seam('M70 474H120M392 474H442M150 452Q256 476 362 452', trim, 7) +
    seam(SLEEVES, darker(clothes)),
  // A hooded top
  (clothes, trim) =>
    fill(TORSO, clothes) +
    fill(
      'M206 356C170 380 172 404 196 424Q256 398 316 424C340 404 342 380 306 356C298 400 214 400 206 356Z',
      darker(clothes, 0.16),
    ) +
    seam('M234 412V456M278 412V456', trim, 6) +
    seam(SLEEVES, darker(clothes)),
  // A V-neck
  (clothes, trim, skin) =>
    fill(TORSO, clothes) +
    fill('M222 366L256 436L290 366Q256 398 222 366Z', skin) +
    seam('M220 370L256 442L292 370', trim, 7) +
    seam(SLEEVES, darker(clothes)),
  // A long cardigan
  (clothes, trim) =>
    fill(TORSO, trim) +
    fill(
      'M44 512C48 436 104 404 188 386L214 378C206 424 214 470 222 512ZM468 512C464 436 408 404 324 386L298 378C306 424 298 470 290 512Z',
      clothes,
    ) +
    seam('M214 380C206 424 214 470 222 510M298 380C306 424 298 470 290 510', lighter(clothes, 0.2), 6),
  // Stripes
  (clothes, trim) =>
    fill(TORSO, trim) +
    seam('M92 432Q256 468 420 432M62 470Q256 508 450 470', clothes, 14) +
    seam('M222 370Q256 410 290 370', clothes, 9),
]

/** A tie, a pin or beads. */
function detail(random: Random, colour: string): string {
  if (random.chance(0.3))
    return `<circle cx="330" cy="446" r="9" fill="${colour}"/><circle cx="330" cy="446" r="4" fill="#fff" opacity=".8"/>`
  return ''
}

export function clothesOf(
  random: Random,
  look: { clothes: string; trim: string; accent: string; skin: string; man: boolean },
): string {
  const cuts = look.man ? CUTS.slice(0, 5).concat(CUTS.slice(7)) : CUTS
  return random.pick(cuts)(look.clothes, look.trim, look.skin) + detail(random, look.accent)
}
