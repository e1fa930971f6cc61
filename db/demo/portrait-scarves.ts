import { darker, lighter } from './portrait-colours.ts'
import type { Random } from './random.ts'

/** A scarf covers hair, ears and neck; the part on the shoulders is drawn above the clothes. */
export type Scarf = { behind: string; over: string; bareNeck: boolean }

const fill = (path: string, colour: string, more = '') => `<path d="${path}" fill="${colour}"${more}/>`
const fold = (path: string, colour: string) =>
  `<path d="${path}" fill="none" stroke="${colour}" stroke-width="5" stroke-linecap="round"/>`

/** The opening for the face. */
const OPENING =
  'M256 134C218 134 192 160 190 208C188 264 216 312 256 312C296 312 324 264 322 208C320 160 294 134 256 134Z'
const around = (outer: string, colour: string) => `<path fill-rule="evenodd" d="${outer}${OPENING}" fill="${colour}"/>`
const HOOD = 'M256 84C176 84 148 144 152 222C154 280 172 316 176 352H336C340 316 358 280 360 222C364 144 336 84 256 84Z'
const cap = (colour: string) =>
  fill(
    'M190 200C192 158 218 130 256 130C294 130 320 158 322 200C312 168 288 152 256 152C224 152 200 168 190 200Z',
    colour,
  )

const SCARVES: readonly ((scarf: string, under: string) => Scarf)[] = [
  // Wrapped closely, with the end over a shoulder
  (scarf, under) => ({
    behind: '',
    over:
      fill('M170 330C140 372 128 400 140 424C200 452 312 452 372 424C384 400 372 372 342 330Z', darker(scarf, 0.1)) +
      around(HOOD, scarf) +
      cap(under) +
      fill('M188 312C220 364 300 372 344 318C372 352 384 396 330 416C262 434 196 408 176 366Z', scarf) +
      fold(
        'M200 346C240 388 300 386 346 346M196 378C240 410 292 412 338 390M170 190C172 142 198 110 240 100',
        darker(scarf, 0.18),
      ),
    bareNeck: false,
  }),
  // Loose, with a long end over the chest
  (scarf, under) => ({
    behind: '',
    over:
      fill('M164 318C132 364 116 404 122 440C210 470 302 470 390 440C396 404 380 364 348 318Z', scarf) +
      around(HOOD, scarf) +
      cap(under) +
      fill(
        'M196 322C236 372 322 366 350 330C366 388 360 452 352 512H286C292 452 270 400 196 322Z',
        darker(scarf, 0.12),
      ) +
      fold(
        'M168 360C160 392 156 414 158 440M214 368C200 396 196 424 198 452M326 384C334 420 334 462 328 506',
        darker(scarf, 0.24),
      ),
    bareNeck: false,
  }),
  // A turban, twisted at the forehead
  (scarf) => ({
    behind: '',
    over:
      fill(
        'M172 210C146 122 184 66 256 66C328 66 366 122 340 210C336 178 312 154 256 154C200 154 176 178 172 210Z',
        scarf,
      ) +
      fold(
        'M172 186C180 130 210 92 250 74M184 164C200 126 222 100 262 76M340 186C332 130 302 92 262 74M328 164C312 126 290 100 250 76',
        darker(scarf, 0.2),
      ) +
      fill('M256 96C286 106 290 148 256 162C222 148 226 106 256 96Z', lighter(scarf, 0.22)) +
      fold('M244 112Q256 128 244 148M268 112Q256 128 268 148', darker(scarf, 0.12)),
    bareNeck: true,
  }),
  // A long one, falling over the shoulders
  (scarf, under) => ({
    behind: '',
    over:
      fill(
        'M256 80C170 80 142 142 146 222C150 300 96 380 72 512H440C416 380 362 300 366 222C370 142 342 80 256 80ZM256 134C294 134 320 160 322 208C324 264 296 312 256 312C216 312 188 264 190 208C192 160 218 134 256 134Z',
        scarf,
        ' fill-rule="evenodd"',
      ) +
      cap(under) +
      fold(
        'M178 330C160 392 140 440 130 506M334 330C352 392 372 440 382 506M218 336C214 400 206 450 204 508M294 336C300 400 306 450 310 508',
        darker(scarf, 0.14),
      ),
    bareNeck: false,
  }),
  // Soft, crossed under the chin and pinned
  (scarf, under) => ({
    behind: '',
    over:
      fill('M160 326C144 360 132 388 136 410C196 444 316 444 376 410C380 388 368 360 352 326Z', darker(scarf, 0.08)) +
      around(
        'M256 78C168 78 138 140 144 224C148 286 166 322 170 354H342C346 322 364 286 368 224C374 140 344 78 256 78Z',
        scarf,
      ) +
      cap(under) +
      fill('M172 336C220 336 290 360 350 420C300 446 230 436 160 408C150 384 158 356 172 336Z', lighter(scarf, 0.1)) +
      fill('M340 336C296 336 232 356 176 414C232 440 300 436 352 408C362 384 354 356 340 336Z', scarf) +
      `<circle cx="264" cy="356" r="6" fill="${lighter(under, 0.4)}"/>` +
      fold(
        'M318 352C270 364 232 388 206 416M156 196C158 140 190 104 232 96M356 196C354 140 322 104 280 96',
        darker(scarf, 0.16),
      ),
    bareNeck: false,
  }),
]

/** Small flowers or dots on the cloth of the hood. */
function print(random: Random, colour: string): string {
  const places = [
    [172, 176],
    [186, 132],
    [226, 104],
    [282, 102],
    [326, 134],
    [342, 180],
    [166, 250],
    [346, 250],
    [204, 392],
    [262, 404],
    [318, 388],
  ] as const
  const flower = random.chance(0.5)
  const mark = ([x, y]: readonly [number, number]) =>
    flower
      ? `<path d="M${x} ${y - 8}q6 8 0 8q-6 0 0-8m8 8q-8 6-8 0q0-6 8 0m-8 8q-6-8 0-8q6 0 0 8m-8-8q8-6 8 0q0 6-8 0"/>`
      : `<circle cx="${x}" cy="${y}" r="4.5"/>`
  return `<g fill="${colour}" opacity=".75">${places.map(mark).join('')}</g>`
}

export function scarfOf(random: Random, scarf: string, trim: string): Scarf {
  const under = random.pick([darker(scarf, 0.3), lighter(scarf, 0.35), trim, '#2d2a32'])
  const worn = random.pick([...SCARVES, ...SCARVES.filter((_, at) => at !== 2)])(scarf, under)
  const printed = !worn.bareNeck && random.chance(0.3)
  return printed ? { ...worn, over: worn.over + print(random, lighter(scarf, 0.55)) } : worn
}
