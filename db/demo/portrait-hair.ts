import { darker, lighter } from './portrait-colours.ts'
import type { Random } from './random.ts'

/** The hair behind the figure and over the head. */
export type Layers = { behind: string; over: string }

const fill = (path: string, colour: string) => `<path d="${path}" fill="${colour}"/>`
const strands = (path: string, colour: string) =>
  `<path d="${path}" fill="none" stroke="${colour}" stroke-width="4" stroke-linecap="round" opacity=".55"/>`
const curls = (points: readonly (readonly [number, number, number])[], colour: string) =>
  `<g fill="${colour}">${points.map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}"/>`).join('')}</g>`

const TOP = 'M176 214C168 134 204 94 258 94C314 94 346 134 336 214'

const MENS: readonly ((hair: string) => Layers)[] = [
  // Cropped, straight at the forehead
  (hair) => ({
    behind: '',
    over: fill(`${TOP}C332 190 326 172 314 160C276 168 236 168 198 160C186 172 180 190 176 214Z`, hair),
  }),
  // Parted at the side
  (hair) => ({
    behind: '',
    over:
      fill(`${TOP}C334 188 328 170 310 152C280 158 238 150 222 132C214 152 190 164 176 214Z`, hair) +
      strands('M226 112C250 128 286 134 312 128', lighter(hair, 0.2)),
  }),
  // Swept up
  (hair) => ({
    behind: '',
    over:
      fill(
        'M178 210C172 160 180 134 200 116C196 96 232 74 272 78C322 78 346 120 334 210C330 186 324 170 312 156C284 150 232 150 206 158C190 170 184 190 178 210Z',
        hair,
      ) + strands('M218 112C236 96 262 92 284 98M234 126C254 112 282 110 302 118', lighter(hair, 0.2)),
  }),
  // Curly
  (hair) => ({
    behind: '',
    over: curls(
      [
        [194, 160, 24],
        [204, 128, 28],
        [232, 108, 30],
        [264, 104, 30],
        [294, 114, 30],
        [314, 138, 27],
        [322, 166, 20],
        [188, 184, 14],
        [326, 188, 12],
        [246, 132, 24],
        [280, 134, 24],
      ],
      hair,
    ),
  }),
  // Shaved close
  (hair) => ({
    behind: '',
    over: fill(`${TOP}C330 184 322 166 306 154C276 146 236 146 206 154C190 166 182 184 176 214Z`, lighter(hair, 0.14)),
  }),
  // Bald on top
  (hair) => ({
    behind: '',
    over: fill(
      'M178 216C170 184 172 160 186 146C190 170 186 190 186 216ZM334 216C342 184 340 160 326 146C322 170 326 190 326 216Z',
      hair,
    ),
  }),
  // Long
  (hair) => ({
    behind: fill(
      'M166 260C150 150 192 92 258 92C324 92 362 150 346 260C330 270 330 250 326 230H186C182 250 182 270 166 260Z',
      hair,
    ),
    over: fill(
      'M180 204C180 140 214 106 258 106C304 106 334 142 332 204C318 184 304 168 272 138C252 168 210 176 180 204Z',
      hair,
    ),
  }),
]

const WOMENS: readonly ((hair: string) => Layers)[] = [
  // Long and straight
  (hair) => ({
    behind: fill(
      'M158 420C146 330 152 250 154 210C158 130 200 88 256 88C312 88 354 130 358 210C360 250 366 330 354 420Q256 452 158 420Z',
      hair,
    ),
    over: fill(
      'M176 232C174 150 210 108 258 108C306 108 338 150 336 232C326 196 312 168 276 134C250 166 204 184 176 232Z',
      hair,
    ),
  }),
  // A bob
  (hair) => ({
    behind: fill(
      'M160 306C140 250 146 180 160 148C178 108 214 88 256 88C298 88 334 108 352 148C366 180 372 250 352 306Q334 324 316 306H196Q178 324 160 306Z',
      hair,
    ),
    over: fill(
      'M178 212C176 140 212 106 256 106C300 106 336 140 334 212C328 180 316 164 308 158C274 166 238 166 204 158C196 164 184 180 178 212Z',
      hair,
    ),
  }),
  // Curls to the shoulders
  (hair) => ({
    behind: curls(
      [
        [172, 170, 36],
        [160, 212, 36],
        [154, 258, 38],
        [158, 304, 38],
        [172, 346, 36],
        [340, 170, 36],
        [352, 212, 36],
        [358, 258, 38],
        [354, 304, 38],
        [340, 346, 36],
        [200, 128, 40],
        [256, 110, 46],
        [312, 128, 40],
      ],
      hair,
    ),
    over: curls(
      [
        [200, 150, 24],
        [222, 130, 24],
        [252, 122, 24],
        [284, 128, 24],
        [308, 146, 24],
        [190, 176, 14],
        [322, 172, 14],
      ],
      hair,
    ),
  }),
  // A bun
  (hair) => ({
    behind: `<circle cx="256" cy="78" r="44" fill="${darker(hair, 0.15)}"/>`,
    over:
      fill(
        'M176 216C170 140 208 100 256 100C304 100 342 140 336 216C330 176 304 148 256 146C208 148 182 176 176 216Z',
        hair,
      ) + strands('M224 60Q256 40 288 60M236 84Q256 72 276 84', lighter(hair, 0.2)),
  }),
  // A pony tail over the shoulder
  (hair) => ({
    behind: fill(
      'M330 150C394 150 400 240 380 320C372 360 352 380 344 400C336 360 356 330 346 270C342 230 330 190 330 150Z',
      darker(hair, 0.12),
    ),
    over:
      fill(
        'M176 214C170 138 208 98 256 98C306 98 346 138 336 214C328 176 300 150 236 132C222 156 192 170 176 214Z',
        hair,
      ) + strands('M240 112C280 116 312 136 326 164', lighter(hair, 0.2)),
  }),
  // Waves, parted in the middle
  (hair) => ({
    behind: fill(
      'M162 370C136 330 164 300 152 260C142 220 156 88 256 88C356 88 370 220 360 260C348 300 376 330 350 370C330 396 312 372 316 340H196C200 372 182 396 162 370Z',
      hair,
    ),
    over: fill(
      'M174 240C170 150 208 106 256 106C304 106 342 150 338 240C334 200 300 186 256 124C212 186 178 200 174 240Z',
      hair,
    ),
  }),
]

export const menHair = (random: Random, hair: string, old: boolean): Layers =>
  random.pick(old ? MENS.slice(0, 6) : [...MENS.slice(0, 5), ...MENS.slice(6), ...MENS.slice(0, 4)])(hair)

export const womenHair = (random: Random, hair: string): Layers => random.pick(WOMENS)(hair)
