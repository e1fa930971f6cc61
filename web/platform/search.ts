import type { SearchSchemaInput } from '@tanstack/react-router'
import { fromIso, isLocalDay, type LocalDay } from '#domain/cairo'

/**
 * Reads one parameter of an address; undefined for a value that the screen does not know: an old link still opens it.
 * `Given` is what a link may name.
 */
export type Param<Value, Given = Value> = ((raw: unknown) => Value | undefined) & { given?: Given | undefined }
type Params = Readonly<Record<string, Param<unknown, unknown>>>

type Read<Shape extends Params> = { [Name in keyof Shape]?: ReturnType<Shape[Name]> }
type Links<Shape extends Params> = { [Name in keyof Shape]?: Shape[Name]['given'] | undefined }

/** What a schema makes of an address. */
export type Search<Schema extends (raw: never) => unknown> = ReturnType<Schema>

/**
 * What a route reads from its address; other parameters are dropped. Not a schema of zod: the table of routes comes
 * before every first screen, and would bring 10 KB of it along.
 */
export const searchSchema =
  <Shape extends Params>(shape: Shape) =>
  (raw: Links<Shape> & SearchSchemaInput): Read<Shape> => {
    const read = Object.entries(shape).map(([name, param]) => [name, param(raw[name])] as const)
    return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as Read<Shape>
  }

export const oneOf =
  <const Word extends string>(words: readonly Word[]): Param<Word> =>
  (raw) =>
    words.find((word) => word === raw)

/** Any text: the router parses `?search=7` as a number and `?search=true` as a boolean. */
export const text: Param<string, string | number | boolean> = (raw) =>
  ['string', 'number', 'boolean'].includes(typeof raw) ? String(raw) : undefined

export const flag: Param<true> = (raw) => raw === true || undefined

/** A number of an account, an order or a page. */
export const positiveInteger: Param<number> = (raw) => {
  const value = typeof raw === 'string' ? Number(raw) : raw
  return Number.isSafeInteger(value) && Number(value) >= 1 ? Number(value) : undefined
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
