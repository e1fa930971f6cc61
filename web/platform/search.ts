import * as z from 'zod/mini'
import { isLocalDay, type LocalDay } from '#domain/cairo'

/** What routes read from their address. A value that the screen does not know reads as absent: an old link still opens it. */
export const optional = <S extends z.ZodMiniType>(schema: S) => z.catch(z.optional(schema), undefined)

export const oneOf = <const W extends readonly string[]>(words: W) => optional(z.enum(words))

/** Any text: the router parses `?search=7` as a number and `?search=true` as a boolean. */
export const text = () => optional(z.pipe(z.union([z.string(), z.number(), z.boolean()]), z.transform(String)))

export const flag = () => optional(z.literal(true))

/** A number of an account, an order or a page. */
export const positiveInteger = () => optional(z.coerce.number<string | number>().check(z.int(), z.gte(1)))

export const localDay = () => optional(z.custom<LocalDay>((value) => typeof value === 'string' && isLocalDay(value)))
