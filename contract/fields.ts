import * as z from 'zod/mini'
import type { ErrorCode } from '#domain/errors'

/** Fields that many contracts share. Text is what arrives in paths and queries, so numbers there are coerced. */

export const id = z.int().check(z.positive())
const coercedId = z.coerce.number().check(z.int(), z.positive())

export const idParams = z.object({ id: coercedId })

/** An instant on the wire: ISO-8601 in UTC (`Z`). */
export const instant = z.iso.datetime()

export const MAX_PAGE_SIZE = 100
export const DEFAULT_PAGE_SIZE = 10

/** `page` and `size` of every list: 1-based, 10 a page unless asked otherwise, 100 at the most. */
export const paging = {
  page: z._default(z.coerce.number().check(z.int(), z.positive(), z.maximum(1_000_000)), 1),
  size: z._default(z.coerce.number().check(z.int(), z.positive(), z.maximum(MAX_PAGE_SIZE)), DEFAULT_PAGE_SIZE),
}

export const queryId = coercedId
export const queryNumber = z.coerce.number().check(z.int())

/** `true` or `false` as text. */
export const queryBoolean = z.pipe(
  z.union([z.boolean(), z.enum(['true', 'false'])]),
  z.transform((value) => value === true || value === 'true'),
)

/** `ids[]=1&ids[]=2`, `ids=1&ids=2` or a single `ids=1`. */
export const queryList = <T extends z.ZodMiniType>(item: T) =>
  z.pipe(
    z.transform((value) => (Array.isArray(value) ? value : [value])),
    z.array(item).check(z.maxLength(200)),
  )

/** The answer of a list call. */
export const listOf = <T extends z.ZodMiniType>(item: T) => z.object({ list: z.array(item), total: z.int() })

/** A call that answers 200 with an empty body. */
export const nothing = z.undefined()

/** Turns a rule of `domain/` that answers with a refusal code into a check; the API answers with that very code. */
export const refusing = <T>(whyNot: (value: T) => ErrorCode | null) =>
  z.check<T>((context) => {
    const code = whyNot(context.value)
    if (code) context.issues.push({ code: 'custom', message: code, input: context.value })
  })

/** Free text: trimmed, and no longer than its column. */
export const text = (max: number) => z.string().check(z.trim(), z.maxLength(max))
