import type { Gender } from '#domain/users/gender'
import { backgroundOf } from './portrait-backgrounds.ts'
import { clothesOf } from './portrait-clothes.ts'
import { DYES, GREYS, HAIRS, lighter, mixed, PALETTES, type Palette, SKINS } from './portrait-colours.ts'
import { ears, type Face, faceOf, head, neck } from './portrait-faces.ts'
import { menHair, womenHair } from './portrait-hair.ts'
import { scarfOf } from './portrait-scarves.ts'
import type { Random } from './random.ts'

/** The person to draw. From 45 years of `age` hair may be grey; `scarf` is for women who wear one. */
export type PortraitSubject = { gender: Gender; age: number; scarf: boolean }

export type Drawing = { figure: string; background: string; palette: Palette }

const SCARF_COLOURS = [
  '#e8dcc8',
  '#d9a5a0',
  '#3d7a78',
  '#d8a441',
  '#2f4468',
  '#7a4464',
  '#7c8a54',
  '#8ab0cf',
  '#2e2c34',
  '#8e3244',
  '#b7a3cf',
  '#c9b59a',
  '#4a6b52',
  '#efe9df',
  '#a9694d',
]

function hairColour(random: Random, age: number, man: boolean): string {
  if (!man && random.chance(0.25)) return random.pick(DYES)
  if (age > 52 || (age > 44 && random.chance(0.5))) return random.pick(GREYS)
  return random.pick(HAIRS)
}

const earrings = (colour: string) =>
  `<g fill="${colour}"><circle cx="179" cy="250" r="7"/><circle cx="333" cy="250" r="7"/></g>`

const headset = (colour: string) =>
  `<path d="M172 220C164 118 204 78 256 78C308 78 348 118 340 220" fill="none" stroke="${colour}" stroke-width="13" stroke-linecap="round"/>` +
  `<rect x="158" y="198" width="28" height="52" rx="13" fill="${colour}"/><rect x="326" y="198" width="28" height="52" rx="13" fill="${colour}"/>` +
  `<path d="M174 248C178 286 196 300 222 300" fill="none" stroke="${colour}" stroke-width="6" stroke-linecap="round"/><circle cx="226" cy="300" r="8" fill="${colour}"/>`

const pencil =
  '<path d="M326 196l34-76 12 6-34 76-13 8z" fill="#eab54a"/><path d="M360 120l5-10 10 5-3 11z" fill="#e2876f"/>'

function manOf(random: Random, face: Face, clothes: string, age: number, accent: string): string {
  const hair = menHair(random, face.hair, age > 44)
  const worn = random.chance(0.12) ? headset(accent) : random.chance(0.08) ? pencil : ''
  return hair.behind + neck(face) + clothes + ears(face) + head(face) + hair.over + worn
}

function scarvedWoman(random: Random, face: Face, clothes: string, palette: Palette): string {
  const colour = random.chance(0.35) ? palette.accent : random.pick(SCARF_COLOURS)
  const scarf = scarfOf(random, colour, palette.trim)
  const bare = scarf.bareNeck ? ears(face) : ''
  const worn = scarf.bareNeck ? earrings(lighter(palette.accent, 0.2)) : ''
  return neck(face) + clothes + bare + head(face) + scarf.over + worn
}

function womanOf(random: Random, face: Face, clothes: string, accent: string): string {
  const hair = womenHair(random, face.hair)
  const worn = random.chance(0.5) ? earrings(lighter(accent, 0.25)) : ''
  const headphones = random.chance(0.1) ? headset(mixed(accent, '#222222', 0.3)) : ''
  return hair.behind + neck(face) + clothes + ears(face) + head(face) + hair.over + worn + headphones
}

/** Draws a person with random features, clothes and background, in a square of 512. */
export function drawingOf(random: Random, { gender, age, scarf }: PortraitSubject): Drawing {
  const palette = random.pick(PALETTES)
  const man = gender === 'male'
  const face = faceOf(random, { skin: random.pick(SKINS), hair: hairColour(random, age, man), man, young: age < 24 })
  const clothes = clothesOf(random, { ...palette, skin: face.skin, man })
  const figure = man
    ? manOf(random, face, clothes, age, palette.accent)
    : scarf
      ? scarvedWoman(random, face, clothes, palette)
      : womanOf(random, face, clothes, palette.accent)
  return { figure, background: backgroundOf(random, palette), palette }
}

export const portrait = ({ figure, background }: Drawing): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">${background}<g transform="translate(-46 -30) scale(1.18)">${figure}</g></svg>`

/** The thumbnail of a tutor's video: the tutor at one side, a board at the other. */
export const thumbnail = ({ figure, palette }: Drawing): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 360"><path d="M0 0h640v360H0Z" fill="${palette.wall}"/>` +
  `<circle cx="450" cy="190" r="170" fill="${palette.shape}"/>` +
  `<rect x="44" y="56" width="232" height="170" rx="16" fill="${lighter(palette.wall, 0.55)}"/>` +
  `<g stroke-linecap="round" stroke-width="10" fill="none"><path d="M76 100h120M76 136h164" stroke="${palette.clothes}"/><path d="M76 172h92" stroke="${palette.accent}"/></g>` +
  `<path d="M120 226l-18 76M200 226l18 76" stroke="${palette.clothes}" stroke-width="8" stroke-linecap="round"/>` +
  `<svg x="284" y="28" width="332" height="332" viewBox="0 0 512 512">${figure}</svg></svg>`
