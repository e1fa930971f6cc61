import { darker, lighter, mixed } from './portrait-colours.ts'
import type { Random } from './random.ts'

export type Face = {
  skin: string
  hair: string
  eyes: 'open' | 'happy' | 'soft'
  mouth: 'smile' | 'laugh' | 'gentle' | 'side'
  brows: 'calm' | 'raised' | 'strong'
  nose: 0 | 1 | 2
  glasses: 'none' | 'round' | 'square' | 'half'
  glassesColour: string
  lips: string | null
  beard: 'none' | 'stubble' | 'short' | 'full' | 'goatee' | 'moustache'
  freckles: boolean
}

const HEAD = 'M182 208C182 148 214 122 256 122C298 122 330 148 330 208C330 268 302 316 256 316C210 316 182 268 182 208Z'

const line = (path: string, colour: string, width: number) =>
  `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`

const fill = (path: string, colour: string, opacity = 1) =>
  `<path d="${path}" fill="${colour}"${opacity < 1 ? ` opacity="${opacity}"` : ''}/>`

function eyesOf({ eyes, skin }: Face): string {
  const ink = '#2c2026'
  if (eyes === 'happy') return line('M214 222q13-15 26 0M272 222q13-15 26 0', ink, 6)
  const lid = eyes === 'soft' ? line('M213 211q13-9 27 0M272 211q14-9 27 0', darker(skin, 0.35), 4) : ''
  const eye = (x: number) =>
    `<ellipse cx="${x}" cy="220" rx="8" ry="10" fill="${ink}"/><circle cx="${x + 3}" cy="216" r="3" fill="#fff"/>`
  return eye(227) + eye(285) + lid
}

function browsOf({ brows, hair }: Face): string {
  const colour = darker(hair, 0.1)
  if (brows === 'raised') return line('M209 194q17-13 34-4M269 190q17-9 34 4', colour, 6)
  if (brows === 'strong') return line('M207 197l35-6M270 191l35 6', colour, 9)
  return line('M209 198q17-9 33-3M270 195q16-6 33 3', colour, 6)
}

const NOSES = ['M257 222c-2 12-9 22-7 28q5 6 13 2', 'M255 224c0 12-9 20-8 28q8 7 18 0', 'M248 252q9 7 17 0'] as const

function mouthOf({ mouth, skin, lips, beard }: Face): string {
  const ink = lips ?? (beard === 'short' || beard === 'full' ? mixed(skin, '#d9776b', 0.55) : darker(skin, 0.48))
  if (mouth === 'laugh')
    return (
      fill('M226 270Q256 276 286 270Q282 302 256 302Q230 302 226 270Z', '#7c2d36') +
      fill('M231 272Q256 277 281 272L279 281Q256 285 233 281Z', '#fff') +
      (lips ? line('M226 270Q256 276 286 270', lips, 4) : '')
    )
  if (mouth === 'side') return line('M232 278Q262 294 284 272', ink, 6)
  if (mouth === 'gentle') return line('M236 278Q256 289 276 278', ink, 6)
  return line('M228 273Q256 299 284 273', ink, 6)
}

function beardOf({ beard, hair }: Face): string {
  const jaw =
    'M182 212C184 274 214 317 256 317C298 317 328 274 330 212C325 246 312 260 292 261C276 253 236 253 220 261C200 260 187 246 182 212Z'
  const whisker =
    'M222 264C230 252 248 252 256 257C264 252 282 252 290 264C276 264 268 266 256 264C244 266 236 264 222 264Z'
  if (beard === 'stubble') return fill(jaw, hair, 0.22)
  if (beard === 'short') return fill(jaw, hair, 0.8)
  if (beard === 'full')
    return fill(
      'M180 206C178 300 206 350 256 350C306 350 334 300 332 206C326 244 314 258 292 259C276 250 236 250 220 259C198 258 186 244 180 206Z',
      hair,
    )
  if (beard === 'goatee')
    return (
      fill(whisker, hair) +
      fill('M230 292C238 300 274 300 282 292C284 322 270 334 256 334C242 334 228 322 230 292Z', hair)
    )
  return beard === 'moustache' ? fill(whisker, hair) : ''
}

function glassesOf({ glasses, glassesColour }: Face): string {
  if (glasses === 'none') return ''
  const bridge = `${line('M249 218q7-6 14 0', glassesColour, 5)}${line('M203 214l-20-4M309 214l20-4', glassesColour, 5)}`
  const lens = (shape: string) =>
    `<g fill="#fff" fill-opacity=".18" stroke="${glassesColour}" stroke-width="5">${shape}</g>`
  if (glasses === 'round') return lens('<circle cx="226" cy="220" r="23"/><circle cx="286" cy="220" r="23"/>') + bridge
  if (glasses === 'square')
    return (
      lens(
        '<rect x="202" y="201" width="47" height="38" rx="10"/><rect x="263" y="201" width="47" height="38" rx="10"/>',
      ) + bridge
    )
  return lens('<path d="M203 208h46q0 34-23 34t-23-34Z"/><path d="M263 208h46q0 34-23 34t-23-34Z"/>') + bridge
}

function cheeksOf({ skin, freckles }: Face): string {
  const blush = `<g fill="#e8634f" opacity=".22"><ellipse cx="207" cy="252" rx="16" ry="11"/><ellipse cx="305" cy="252" rx="16" ry="11"/></g>`
  const dots = [200, 210, 216, 296, 303, 311].map((x, at) => `<circle cx="${x}" cy="${at % 2 ? 246 : 240}" r="2.2"/>`)
  return blush + (freckles ? `<g fill="${darker(skin, 0.32)}">${dots.join('')}</g>` : '')
}

export const ears = ({ skin }: Face): string =>
  `<g fill="${darker(skin, 0.06)}"><ellipse cx="181" cy="222" rx="14" ry="20"/><ellipse cx="331" cy="222" rx="14" ry="20"/></g>`

export const neck = ({ skin }: Face): string =>
  fill('M224 280h64v84q0 34-32 34t-32-34Z', skin) + fill('M224 306q32 26 64 0v12q-30 30-64 6Z', darker(skin, 0.2))

/** The head with the face; hair and scarves are drawn around it. */
export const head = (face: Face): string =>
  fill(HEAD, face.skin) +
  fill(
    'M182 208C182 148 214 122 256 122C226 134 206 160 204 206C202 262 222 300 256 316C210 316 182 268 182 208Z',
    lighter(face.skin, 0.2),
    0.35,
  ) +
  cheeksOf(face) +
  beardOf(face) +
  eyesOf(face) +
  browsOf(face) +
  line(NOSES[face.nose] ?? NOSES[0], darker(face.skin, 0.3), 5) +
  mouthOf(face) +
  glassesOf(face)

export function faceOf(random: Random, look: { skin: string; hair: string; man: boolean; young: boolean }): Face {
  const { man, young } = look
  return {
    skin: look.skin,
    hair: look.hair,
    eyes: random.pick(['open', 'open', 'soft', 'happy'] as const),
    mouth: random.pick(['smile', 'smile', 'laugh', 'gentle', 'side'] as const),
    brows: random.pick(man ? (['calm', 'strong', 'raised'] as const) : (['calm', 'raised', 'calm'] as const)),
    nose: random.pick([0, 1, 2] as const),
    glasses: random.chance(0.36) ? random.pick(['round', 'square', 'half'] as const) : 'none',
    glassesColour: random.pick(['#2b2b33', '#6b3f2a', '#8c2f39', '#2f4858', '#b08d57']),
    lips: man ? null : random.pick(['#b5485d', '#a63d40', '#c2665b', null]),
    beard: man
      ? random.pick(
          young
            ? (['none', 'none', 'stubble', 'moustache'] as const)
            : (['none', 'stubble', 'short', 'short', 'full', 'goatee', 'moustache'] as const),
        )
      : 'none',
    freckles: random.chance(0.1),
  }
}
