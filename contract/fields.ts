import * as z from 'zod/mini'
import { fromIso, isLocalDay, type LocalDay, toIso } from '#domain/cairo'
import type { ErrorCode } from '#domain/errors'
import { matchModes, sortDirections } from '#domain/search'
import { visibleLine, visibleText } from '#domain/text'
import { normalEmail, whyNotEmail } from '#domain/users/email'
import { genders } from '#domain/users/gender'
import { whyNotPassword } from '#domain/users/password'
import { normalPhone, whyNotPhone } from '#domain/users/phone'

/** Fields shared by many contracts. Those named `query…` parse text, since paths, queries and forms only contain text. */

/** Turns a `whyNot…` rule of `domain/` into a check; the API answers with the code that the rule returns. */
export const refusing = <T>(whyNot: (value: T) => ErrorCode | null) =>
  z.check<T>((context) => {
    const code = whyNot(context.value)
    if (code) context.issues.push({ code: 'custom', message: code, input: context.value })
  })

/** The code for a value of the wrong type or format; a missing value stays a `bad-request` that names the field. */
export const unless = (code: ErrorCode) => ({
  error: (issue: { input?: unknown }) => (issue.input === undefined ? undefined : code),
})

/** Free text: trimmed, empty where nothing of it is visible, with a maximum length. */
export const text = (max: number) => z.string().check(z.overwrite(visibleText), z.maxLength(max))

/** As `text`, on one line. */
export const line = (max: number) => z.string().check(z.overwrite(visibleLine), z.maxLength(max))

/** Text that is trimmed and then checked by a rule of `domain/`. */
export const ruledText = (whyNot: (value: string) => ErrorCode | null) =>
  z.string().check(z.overwrite(visibleText), refusing(whyNot))

export const ruledNumber = (whyNot: (value: number) => ErrorCode | null) => z.number().check(refusing(whyNot))

export const ruledInt = (whyNot: (value: number) => ErrorCode | null) => z.int().check(refusing(whyNot))

/** One of the values of a `const` object of `domain/`. */
export const oneOf = <const V extends string | number>(values: Readonly<Record<string, V>>) =>
  z.literal(Object.values(values))

/** As `oneOf`, with the code that a rule of `domain/` has for invalid values. */
export const ruledOneOf = <const V extends number>(
  values: Readonly<Record<string, V>>,
  whyNot: (value: number) => ErrorCode | null,
) => z.pipe(ruledNumber(whyNot), oneOf(values))

export const email = z.string().check(z.overwrite(normalEmail), refusing(whyNotEmail))
export const phone = z.string().check(z.overwrite(normalPhone), refusing(whyNotPhone))
export const password = z.string(unless('invalid-password')).check(refusing(whyNotPassword))
export const gender = z.enum(genders)

export const id = z.int().check(z.positive())
/** Ids in a body. */
export const ids = z.array(id).check(z.maxLength(200))

/**
 * An instant in wire form: ISO 8601 in UTC (`Z`). For WebSocket frames, which are stored and sent without decoding them.
 */
export const isoInstant = z.iso.datetime()

/** An instant whose wire form is checked by `iso`, for fields with their own error code. */
export const instantFrom = (iso: z.ZodMiniISODateTime) => z.codec(iso, z.number(), { decode: fromIso, encode: toIso })

/** An instant: ISO 8601 in UTC (`Z`) on the wire, epoch milliseconds in acts. */
export const instant = instantFrom(isoInstant)

/** A calendar day in Cairo, `YYYY-MM-DD`. */
export const localDay = z.pipe(
  z.iso.date(),
  z.custom<LocalDay>((day) => typeof day === 'string' && isLocalDay(day)),
)

/** A number sent as text: decimal digits only, no hexadecimal, exponent or empty text. */
const readNumber = z.pipe(
  z.union([z.number(), z.string().check(z.regex(/^-?\d+(?:\.\d+)?$/))]),
  z.transform((value) => Number(value)),
)
export const queryDecimal = z.pipe(readNumber, z.number())
export const queryNumber = z.pipe(readNumber, z.int())
export const queryId = z.pipe(readNumber, id)
export const queryOneOf = <const V extends number>(values: Readonly<Record<string, V>>) =>
  z.pipe(readNumber, oneOf(values))

/** `true` or `false` as text. */
export const queryBoolean = z.pipe(
  z.pipe(
    z.union([z.boolean(), z.enum(['true', 'false'])]),
    z.transform((value) => value === true || value === 'true'),
  ),
  z.boolean(),
)

/** `ids[]=1&ids[]=2`, `ids=1&ids=2` or a single `ids=1`. */
export const queryList = <T extends z.ZodMiniType>(item: T) =>
  z.pipe(
    z.transform((value) => (Array.isArray(value) ? value : [value])),
    z.array(item).check(z.maxLength(200)),
  )
export const queryIds = z.optional(queryList(queryId))

/** A search word; an empty one does not filter. */
export const queryText = z.string().check(z.trim(), z.maxLength(200))

/** How a search word is matched. */
export const match = z._default(z.enum(matchModes), 'loose')

const compared = <T extends z.ZodMiniType>(value: T) =>
  z.strictObject({
    gte: z.optional(value),
    lte: z.optional(value),
    gt: z.optional(value),
    lt: z.optional(value),
    noeq: z.optional(value),
  })

/** `minutes=60` or `minutes[gte]=60&minutes[lt]=120` (docs/rules/api.md 3.2). */
export const numberFilter = z.union([queryNumber, compared(queryNumber)])
/** `createdAt=…Z` or `createdAt[gte]=…Z`; decoded as a `numberFilter` of epoch milliseconds. */
export const dateFilter = z.union([instant, compared(instant)])

export type NumberFilter = z.output<typeof numberFilter>
export type DateFilter = z.output<typeof dateFilter>

export const direction = z.enum(sortDirections)

/** `orderBy` and `direction` of a list: the indexed columns, the default first; descending by default. */
export const sorting = <const C extends readonly [string, ...string[]]>(...columns: C) => ({
  orderBy: z._default(z.enum(columns), columns[0] as C[number]),
  direction: z._default(direction, 'desc'),
})

export const idParams = z.object({ id: queryId })

export const MAX_PAGE_SIZE = 100
export const DEFAULT_PAGE_SIZE = 10

/** `page` (from 1) and `size` of every list: 10 per page by default, at most 100. */
export const paging = {
  page: z._default(z.pipe(readNumber, z.int().check(z.positive(), z.maximum(1_000_000))), 1),
  size: z._default(z.pipe(readNumber, z.int().check(z.positive(), z.maximum(MAX_PAGE_SIZE))), DEFAULT_PAGE_SIZE),
}

/** The answer of a list call. `isMore`: there are more than `total` (docs/rules/api.md 3.7). */
export const listOf = <T extends z.ZodMiniType>(item: T) =>
  z.object({ list: z.array(item), total: z.int(), isMore: z.optional(z.boolean()) })

/** A call that answers 200 with an empty body. */
export const nothing = z.undefined()

/** When a row was created and last changed. */
export const times = { createdAt: instant, updatedAt: instant }

/** The address of a file; null without one. */
export const fileUrl = z.nullable(z.string())
