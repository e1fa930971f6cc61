import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { isErrorCode } from '#domain/errors'
import { calls } from './all.ts'
import type { Call } from './call.ts'
import * as broadcast from './live/broadcast.ts'
import * as session from './live/session.ts'
import * as user from './live/user.ts'

/**
 * What each call and each frame accepts, measured by trying: which kinds of value, how long a text, how large a number, and the
 * code of what is refused just beyond; and the fields of what is answered. Invalid values that are derived from a contract say
 * nothing about a limit that is wrong there, so `accepted.txt` holds what was agreed upon. `npx vitest run --config tests/vitest.unit.config.ts contract/accepted -u` writes it
 * anew: the difference is what clients will notice.
 */

type Def = {
  type: string
  innerType?: z.ZodMiniType
  element?: z.ZodMiniType
  options?: z.ZodMiniType[]
  shape?: Record<string, z.ZodMiniType>
  defaultValue?: unknown
  in?: z.ZodMiniType
  out?: z.ZodMiniType
  catchall?: z.ZodMiniType
}
const defOf = (schema: z.ZodMiniType) => schema._zod.def as unknown as Def

/** Why a value is refused: a code of the catalogue, or nothing but `bad-request`; null for one that is accepted. */
function refusalOf(schema: z.ZodMiniType, value: unknown): string | null {
  const { success, error } = z.safeParse(schema, value)
  if (success) return null
  const message = error.issues[0]?.message ?? ''
  return isErrorCode(message) ? message : ''
}

const TEXTS: Readonly<Record<string, string>> = {
  empty: '',
  blank: '   ',
  html: '<b onclick="x">سلام</b>',
  tag: '<script>',
  'e-mail': 'Sara.Ali@Example.com',
  'e-mail without a top level': 'sara@example',
  'phone +20': '+201012345678',
  phone: '01012345678',
  'phone 013': '01312345678',
  password: 'Hessa2026!',
  'password without digits': 'Hessa!!!!',
  'password with a space': 'Hessa 2026!',
  instapay: 'sara@instapay',
  instant: '2026-02-11T10:00:00.000Z',
  'instant with an offset': '2026-02-11T10:00:00+02:00',
  day: '2026-02-11',
  'no day': '2026-02-30',
  month: '2026-02',
  true: 'true',
  decimal: '1.5',
  exponent: '1e3',
  negative: '-1',
  uuid: '0b1f0a52-6f0c-4b5f-9a3c-2f5f3c0e9f11',
  'session id': 'lesson:0b1f0a52-6f0c-4b5f-9a3c-2f5f3c0e9f11',
  'session id of no kind': 'call:0b1f0a52-6f0c-4b5f-9a3c-2f5f3c0e9f11',
  'link https': 'https://example.com/a',
  'link http': 'http://example.com/a',
  'link javascript': 'javascript:alert(1)',
  path: '../x.png',
  'calendar file': `${'a'.repeat(43)}.ics`,
  'calendar file with more': `${'a'.repeat(43)}.icsx`,
  'public key': `B${'a_-'.repeat(28)}aa`,
  amount: '12.34',
  'amount of three places': '12.345',
  'file name': 'a-1_b.png',
}
const LENGTHS: Readonly<Record<string, string>> = {
  'arabic words': 'سلام علي ',
  latin: 'Sara',
  digits: '1203',
  base64: 'aZ_-',
}
const LONGEST = 70_000

/** The first of so many numbers for which it is so, where it stays so from there on. */
function firstWhere(from: number, to: number, isSo: (value: number) => boolean): number {
  let [low, high] = [from, to]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (isSo(middle)) high = middle
    else low = middle + 1
  }
  return low
}

const withRefusal = (bound: number | string, refusal: string | null) => (refusal ? `${bound} (${refusal})` : `${bound}`)

function lengthsOf(schema: z.ZodMiniType, seed: string): string | null {
  const textOf = (length: number) => {
    const text = seed.repeat(length / seed.length + 1).slice(0, length)
    // Texts are trimmed.
    return text.endsWith(' ') ? `${text.slice(0, -1)}س` : text
  }
  const refusal = (length: number) => refusalOf(schema, textOf(length))
  const least = Array.from({ length: 101 }, (_, length) => length).find((length) => refusal(length) === null)
  if (least === undefined) return null
  const most = firstWhere(least, LONGEST, (length) => refusal(length + 1) !== null)
  const below = least === 0 ? null : refusal(least - 1)
  return `${withRefusal(least, below)}…${most === LONGEST ? '' : withRefusal(most, refusal(most + 1))}`
}

function numbersOf(schema: z.ZodMiniType): string | null {
  const refusal = (value: number) => refusalOf(schema, value)
  const isIn = (value: number) => refusal(value) === null
  const near = Array.from({ length: 200 }, (_, index) => index - 50).filter(isIn)
  const seeds = [...near, 1000, 2000, 20_000, 100_000, 1_000_000].filter(isIn)
  const [seed] = seeds
  if (seed === undefined) return null
  const fraction = isIn(seed + 0.5) ? ' with fractions' : ''
  const isListed = near.length > 0 && near.length < 40 && near.every((value) => value < 140) && !isIn(1000)
  if (isListed) return `${near.join(' ')}${fraction}${refusal(10_001) ? ` (${refusal(10_001)})` : ''}`
  const largest = 10 ** 12
  const low = firstWhere(-largest, seed, isIn)
  const high = firstWhere(seed, largest, (value) => value === largest || !isIn(value + 1))
  const least = low === -largest ? '' : withRefusal(low, refusal(low - 1))
  return `${least}…${high === largest ? '' : withRefusal(high, refusal(high + 1))}${fraction}`
}

function textsOf(schema: z.ZodMiniType, isNumber: boolean): string[] {
  if (isNumber)
    return ['digits', 'decimal', 'amount', 'amount of three places', 'exponent', 'negative', 'blank'].filter(
      (name) => refusalOf(schema, TEXTS[name] ?? '12') === null,
    )
  const ranges = new Map<string, string[]>()
  for (const [name, seed] of Object.entries(LENGTHS)) {
    const range = lengthsOf(schema, seed)
    if (range !== null) ranges.set(range, [...(ranges.get(range) ?? []), name])
  }
  const lengths = [...ranges].map(([range, names]) =>
    names.length === Object.keys(LENGTHS).length ? `text ${range}` : `${names.join(', ')} ${range}`,
  )
  const groups = new Map<string | null, string[]>()
  for (const [name, text] of Object.entries(TEXTS)) {
    const refusal = refusalOf(schema, text)
    groups.set(refusal, [...(groups.get(refusal) ?? []), name])
  }
  const taken = groups.get(null) ?? []
  const refused = [...groups].filter(([code]) => code !== null).sort(([, one], [, other]) => one.length - other.length)
  const isMostTaken = taken.length * 2 > Object.keys(TEXTS).length
  const listed = refused.slice(0, isMostTaken ? undefined : -1)
  const [otherwise] = (isMostTaken ? undefined : refused.at(-1)) ?? []
  return [
    ...lengths,
    isMostTaken ? '' : taken.join(', '),
    ...listed.map(([code, names]) => `${code || 'refused'}: ${names.join(', ')}`),
    otherwise ? `${otherwise}: others` : '',
  ]
}

const measured = new Map<z.ZodMiniType, string>()
function leaf(schema: z.ZodMiniType): string {
  const known = measured.get(schema)
  if (known !== undefined) return known
  const numbers = numbersOf(schema)
  const parts = [
    numbers,
    ...(refusalOf(schema, true) === null ? ['yes or no'] : []),
    ...textsOf(schema, numbers !== null),
  ]
  const { type } = defOf(schema)
  const isListed = type === 'literal' || type === 'enum'
  const text = isListed ? [...(schema._zod.values ?? [])].join(' ') : parts.filter(Boolean).join('; ')
  measured.set(schema, text)
  return text
}

/** The lines of a field and of those inside it. */
function linesOf(name: string, schema: z.ZodMiniType, indent: string): string[] {
  const def = defOf(schema)
  const inside = (inner: z.ZodMiniType | undefined, mark: string) =>
    inner ? linesOf(`${name}${mark}`, inner, indent) : [`${indent}${name}${mark}`]
  switch (def.type) {
    case 'optional':
      return inside(def.innerType, '?')
    case 'default':
      return inside(def.innerType, ` = ${JSON.stringify(def.defaultValue)}`)
    case 'nullable':
      return inside(def.innerType, ' or null')
    case 'object':
      return [
        `${indent}${name}: ${def.catchall?._zod.def.type === 'never' ? 'these fields alone' : 'fields'}`,
        ...Object.entries(def.shape ?? {}).flatMap(([key, value]) => linesOf(key, value, `${indent}  `)),
      ]
    case 'array': {
      const { minItems = 0, maxItems = '' } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
      return [
        `${indent}${name}: ${minItems}…${maxItems} of`,
        ...linesOf('each', def.element as z.ZodMiniType, `${indent}  `),
      ]
    }
    case 'pipe': {
      const out = def.out && defOf(def.out)
      if (out?.type !== 'array') return [`${indent}${name}: ${leaf(schema)}`]
      const { maxItems = '' } = z.toJSONSchema(def.out as z.ZodMiniType, { io: 'output', unrepresentable: 'any' })
      return [
        `${indent}${name}: at most ${maxItems} of`,
        ...linesOf('each', out.element as z.ZodMiniType, `${indent}  `),
      ]
    }
    case 'union':
      if (def.options?.some((option) => ['object', 'array'].includes(defOf(option).type)))
        return [`${indent}${name}: one of`, ...def.options.flatMap((one) => linesOf('either', one, `${indent}  `))]
      return [`${indent}${name}: ${leaf(schema)}`]
    default:
      return [`${indent}${name}: ${leaf(schema)}`]
  }
}

/** The names of an answer's fields, of those inside them, and the values of those that have a few. */
function fieldsOf(schema: z.ZodMiniType): string {
  const def = defOf(schema)
  if (def.type === 'object') {
    const fields = Object.entries(def.shape ?? {}).map(([key, value]) => `${key}${fieldsOf(value)}`)
    return `{ ${fields.join(' ')} }`
  }
  if (def.type === 'array') return `[]${fieldsOf(def.element as z.ZodMiniType)}`
  if (def.type === 'union') return [...new Set(def.options?.map(fieldsOf))].filter(Boolean).join(' | ')
  if (def.type === 'literal' || def.type === 'enum') return `=${[...(schema._zod.values ?? [])].join('/')}`
  if (def.type === 'optional') return `?${def.innerType ? fieldsOf(def.innerType) : ''}`
  const inner = def.innerType ?? (def.type === 'pipe' ? def.in : undefined)
  return inner ? fieldsOf(inner) : ''
}

function describeCall([name, call]: [string, Call]): string {
  const marks = [call.creates && 'creates', call.versioned && 'versioned', call.files?.join(', ')]
  return [
    [`${call.method} ${call.path}`, name, ...marks].filter(Boolean).join(' · '),
    ...(['params', 'query', 'body'] as const).flatMap((part) => {
      const schema = call[part]
      return schema ? linesOf(part, schema, '  ') : []
    }),
    `  answer: ${fieldsOf(call.answer) || 'nothing'}`,
    ...(call.errors.length > 0 ? [`  errors: ${call.errors.join(', ')}`] : []),
  ].join('\n')
}

it('the calls and the sockets accept what was agreed upon', async () => {
  const sockets = Object.entries({ user, session, broadcast }).map(([name, { fromClient, fromServer }]) =>
    [
      ...linesOf(`frames to a party of ${name}`, fromClient, ''),
      `frames of a party of ${name}:`,
      ...fromServer._zod.def.options.map((frame) => `  ${fieldsOf(frame)}`),
    ].join('\n'),
  )
  const accepted = [...Object.entries(calls).map(describeCall), ...sockets]
  await expect(`${accepted.join('\n\n')}\n`).toMatchFileSnapshot('accepted.txt')
})
