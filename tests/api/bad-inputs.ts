/** Invalid values for every field of every call, and people who may make the call. */
import { HonoRequest } from 'hono/request'
import type * as z from 'zod/mini'
import type { Call } from '#contract/call'
import { wireSchema } from '#contract/openapi'
import type { Permission } from '#domain/permissions'
import { Role } from '#domain/roles'
import { withoutControls } from '#domain/text'
import {
  newAdmin,
  newStudio,
  newSuperAdmin,
  onboardedTutor,
  type Person,
  tutorManager,
  verifiedStudent,
} from '#tests/people'
import { isAllowed } from '#tests/permission-matrix'
import { nestQuery } from '../../worker/http/input.ts'

export type PeopleByRole = ReadonlyMap<Role | null, Person | null>

/** One person of each role; null stands for the anonymous caller. */
export async function onePersonPerRole(): Promise<PeopleByRole> {
  return new Map<Role | null, Person | null>([
    [null, null],
    [Role.Student, await verifiedStudent()],
    [Role.Tutor, await onboardedTutor()],
    [Role.TutorManager, await tutorManager()],
    [Role.Studio, await newStudio()],
    [Role.RegularAdmin, await newAdmin()],
    [Role.SuperAdmin, await newSuperAdmin()],
  ])
}

/** The first person who is allowed to make a call. */
export function firstAllowed(people: PeopleByRole, may: Permission): Person | null {
  for (const [role, person] of people) if (isAllowed(may, role)) return person
  throw new Error(`Nobody may make ${may}`)
}

type Json = { [key: string]: unknown }
type JsonSchema = Json & {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
}

const schemaCache = {
  input: new WeakMap<z.ZodMiniType, JsonSchema>(),
  output: new WeakMap<z.ZodMiniType, JsonSchema>(),
}
function jsonSchemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
  const known = schemaCache[io].get(schema)
  if (known) return known
  const property = wireSchema(schema, io) as JsonSchema
  schemaCache[io].set(schema, property)
  return property
}

/** The fields that a schema declares. */
export const fieldsOf = (schema: z.ZodMiniType): string[] =>
  Object.keys(jsonSchemaOf(schema, 'output').properties ?? {})

/** Values for fields whose rules in `domain/` are stricter than a JSON schema can express. */
const BY_NAME: Record<string, unknown> = {
  phone: '01012345678',
  email: 'sara@example.com',
  password: 'Hessa2026!',
  new: 'Hessa2026!',
  code: 12_345,
  weeklyMinutes: 60,
  cvv: '123',
}
/** The same for text fields: of a coupon and for a new password, a `code` is a text; other confirmation codes are numbers. */
const TEXT_BY_NAME: Record<string, unknown> = {
  code: 'SAVE2345',
  verifier: 'v'.repeat(43),
  endpoint: 'https://fcm.googleapis.com/fcm/send/abc',
  p256dh: `B${'a'.repeat(86)}`,
  auth: 'a'.repeat(22),
}
const BY_TYPE: Record<string, unknown> = { boolean: true, number: 1, null: null, object: {}, array: [] }

function sampleOf(name: string, property: JsonSchema): unknown {
  if (name in TEXT_BY_NAME && property.type === 'string') return TEXT_BY_NAME[name]
  if (name in BY_NAME && !property.properties) return BY_NAME[name]
  if (property.const !== undefined) return property.const
  if (property.enum) return property.enum[0]
  const [variant] = property.anyOf ?? property.oneOf ?? []
  if (variant) return sampleOf(name, variant)
  if (property.properties) return sampleObject(property.properties)
  const [type = ''] = [property.type].flat()
  if (type === 'array') return property.items ? [sampleOf(name, property.items)] : []
  if (type === 'integer') return Math.max(1, Number(property.minimum ?? 1))
  if (property.format === 'date-time') return '2026-02-12T10:00:00Z'
  if (property.format === 'date') return '2026-02-12'
  if (type === 'string') return 'حصة إنجليزي'
  return type in BY_TYPE ? BY_TYPE[type] : 1
}

const sampleObject = (properties: Record<string, JsonSchema>): Json =>
  Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, sampleOf(name, property)]))

/** Tried in turn when the first sample is refused. */
const OTHER_SAMPLES: unknown[] = [
  2,
  15,
  60,
  2000,
  20_000,
  '123',
  'SAVE-10',
  '2030-01-01T00:00:00Z',
  'حصة إنجليزي '.repeat(5),
  'users',
  '0123456789',
]

/** A body whose fields are valid one by one; rules about several fields may still refuse it. */
export function sampleBody(schema: z.ZodMiniType): Json {
  const sample = sampleObject(jsonSchemaOf(schema, 'input').properties ?? {})
  for (const field of Object.keys(sample)) {
    const isRefused = (value: unknown) => {
      const { error } = schema.safeParse({ ...sample, [field]: value })
      return error?.issues.some(({ path }) => path[0] === field) ?? false
    }
    if (!isRefused(sample[field])) continue
    const other = OTHER_SAMPLES.find((value) => !isRefused(value))
    if (other === undefined) delete sample[field]
    else sample[field] = other
  }
  return sample
}

/** The required parts of a query, except one field. */
function requiredQuery(schema: z.ZodMiniType, except?: string): string[] {
  const { properties = {} } = jsonSchemaOf(schema, 'output')
  const { required = [] } = jsonSchemaOf(schema, 'input')
  return required
    .filter((name) => name !== except)
    .map((name) => `${name}=${encodeURIComponent(String(sampleOf(name, properties[name] ?? {})))}`)
}

/** JSON that is not an object, and text that is not JSON. */
export const NON_OBJECT_BODIES = ['null', '[]', '[{}]', '1', '0', '-1e999', '"text"', 'true', '[[[[]]]]']
export const INVALID_JSON_BODIES = [
  '{',
  '}',
  '{"a":}',
  "{'a':1}",
  'NaN',
  'undefined',
  '{"a":1}{',
  '\u0000',
  '<xml/>',
  '{"a":1,}',
]

const BAD_VALUES: unknown[] = [
  null,
  true,
  {},
  [[]],
  { length: 1 },
  [null],
  '',
  '\u0000',
  '\ud800',
  'x'.repeat(5000),
  'سارة',
  -1,
  0,
  1.5,
  7,
  45,
  2 ** 53,
  1e308,
  '1',
  '1e3',
  "' OR 1=1 --",
  '2026-02-30T10:00:00Z',
  '2026-02-12T10:00:00',
  '2026-02-12',
  '+010000-01-01T00:00:00Z',
]

/** Bodies with one invalid field each: for every field one for each validation error that the schema can give. */
export function invalidBodies(schema: z.ZodMiniType): { field: string; body: Json }[] {
  const sample = sampleBody(schema)
  return fieldsOf(schema).flatMap((field) => {
    const bodies = BAD_VALUES.map((value) => ({ field, body: { ...sample, [field]: value } }))
    // Validation sees texts without their control characters (docs/rules/api.md 4.5).
    const validated = (value: unknown): unknown => (typeof value === 'string' ? withoutControls(value) : value)
    return uniqueByKind(bodies, ({ body }) =>
      validationErrorOf(schema, { ...sample, [field]: validated(body[field]) }, field),
    )
  })
}

/** The schema's first validation error when it is about this field, otherwise null. */
function validationErrorOf(schema: z.ZodMiniType, value: unknown, field: string): string | null {
  const [issue] = schema.safeParse(value).error?.issues ?? []
  return issue?.path[0] === field ? JSON.stringify([issue.code, issue.path, issue.message]) : null
}

/** The first value of each kind: values with the same validation error take the same path and would only repeat the test. */
function uniqueByKind<T>(all: T[], kindOf: (value: T) => string | null): T[] {
  const byKind = new Map<string, T>()
  for (const value of all) {
    const kind = kindOf(value)
    if (kind !== null && !byKind.has(kind)) byKind.set(kind, value)
  }
  return [...byKind.values()]
}

const BAD_TEXTS = [
  'abc',
  '1e3',
  '0x10',
  '-1',
  '0',
  '1.5',
  '101',
  '9'.repeat(30),
  'null',
  ' ',
  '+1',
  '١٢',
  '2026-02-12',
  'true',
  'TRUE',
  "' OR 1=1 --",
  'x'.repeat(300),
  '%00',
  '%ED%A0%80',
  '%E0%A4%A',
]

/** A query as Hono's validator takes it apart. */
function flatQuery(query: string): Record<string, string | string[]> {
  const queries = new HonoRequest(new Request(`http://localhost/?${query}`)).queries()
  return Object.fromEntries(
    Object.entries(queries).map(([name, [first = '', ...others]]) => [
      name,
      others.length === 0 ? first : [first, ...others],
    ]),
  )
}

/** Query strings with one invalid field each. Percent-encoded bytes count as a kind of their own: decoding can fail. */
export function invalidQueries(schema: z.ZodMiniType): { field: string; query: string }[] {
  const kindOf = (query: string, field: string) => {
    const refusal = validationErrorOf(schema, nestQuery(flatQuery(query)), field)
    return refusal && `${refusal}${/%[0E]/.test(query) ? query : ''}`
  }
  return fieldsOf(schema).flatMap((field) => {
    const needed = requiredQuery(schema, field)
    const queries = BAD_TEXTS.map((text) => `${field}=${text}`)
      .concat(`${field}=1&${field}=2`, `${field}=`, `${field}[]=x`, `${field}[gte]=x`, `${field}[__proto__]=1`)
      .map((query) => [...needed, query.replaceAll(' ', '%20').replaceAll('+', '%2B')])
      .map((parts) => ({ field, query: parts.join('&') }))
    return uniqueByKind(queries, ({ query }) => kindOf(query, field))
  })
}

export const INVALID_IDS = [
  'abc',
  '0',
  '-1',
  '1.5',
  '1e3',
  '0x10',
  '9007199254740993',
  '%20',
  '%00',
  'null',
  '__proto__',
]

/** The path of a call with its parameters replaced. */
export const pathOf = ({ path }: Pick<Call, 'path'>, parameter = '1'): string => path.replaceAll(/:\w+/g, parameter)

/** The path of a call with its required query. */
export function addressOf(call: Call, parameter = '1'): string {
  const needed = call.query ? requiredQuery(call.query) : []
  return `${pathOf(call, parameter)}${needed.length > 0 ? `?${needed.join('&')}` : ''}`
}
