import type { SearchSchemaInput } from '@tanstack/react-router'
import { fromIso, isLocalDay, type LocalDay } from '#domain/cairo'

/**
 * Parses one parameter of an address; undefined for an unknown value, so that old links still work. `Given` is the type
 * that a link may pass.
 */
export type Param<Value, Given = Value> = ((raw: unknown) => Value | undefined) & { given?: Given | undefined }
type Params = Readonly<Record<string, Param<unknown, unknown>>>

type Read<Shape extends Params> = { [Name in keyof Shape]?: ReturnType<Shape[Name]> }
type Links<Shape extends Params> = { [Name in keyof Shape]?: Shape[Name]['given'] | undefined }

/** The parsed search of a schema. */
export type Search<Schema extends (raw: never) => unknown> = ReturnType<Schema>

/**
 * The parameters that a route reads from its address. The router merges them into the whole address, so that a value the
 * route does not know must be set to undefined to be dropped: left out, it would reach the screen as it was typed. Not a
 * zod schema: the route table is loaded before every first screen, and zod would add 10 KB.
 */
export const searchSchema =
  <Shape extends Params>(shape: Shape) =>
  (raw: Links<Shape> & SearchSchemaInput): Read<Shape> =>
    Object.fromEntries(Object.entries(shape).map(([name, param]) => [name, param(raw[name])])) as Read<Shape>

export const oneOf =
  <const Word extends string>(words: readonly Word[]): Param<Word> =>
  (raw) =>
    words.find((word) => word === raw)

/** Any text: the router parses `?search=7` as a number and `?search=true` as a boolean. */
export const text: Param<string, string | number | boolean> = (raw) =>
  ['string', 'number', 'boolean'].includes(typeof raw) ? String(raw) : undefined

export const flag: Param<true> = (raw) => raw === true || undefined

/** An id of an account or order, or a page number. */
export const positiveInteger: Param<number> = (raw) => {
  const value = typeof raw === 'string' ? Number(raw) : raw
  return Number.isSafeInteger(value) && Number(value) >= 1 ? Number(value) : undefined
}

/** A list has no more rows that are counted (docs/rules/api.md 3.7), and the call refuses a page that is far beyond them. */
const MOST_PAGES = 10_000

export const pageNumber: Param<number> = (raw) => {
  const page = positiveInteger(raw)
  return page !== undefined && page <= MOST_PAGES ? page : undefined
}

export const localDay: Param<LocalDay> = (raw) => (typeof raw === 'string' && isLocalDay(raw) ? raw : undefined)

export function isInstantText(raw: string): boolean {
  try {
    fromIso(raw)
    return true
  } catch {
    return false
  }
}

/** An instant as ISO 8601. */
export const instant: Param<string> = (raw) => (typeof raw === 'string' && isInstantText(raw) ? raw : undefined)
