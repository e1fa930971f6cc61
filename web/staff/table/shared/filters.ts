import { addDays, isLocalDay, startOfDay, toIso } from '#domain/cairo'
import type { Role } from '#domain/roles'
import { rangeOf } from './range-text.ts'

export type FilterOption = { value: string | number; label: string }

/** A filter of a list. It is named by the field of the call's query that it sets; its state is a text in the address. */
export type ListFilter = { label: string } & (
  | { kind: 'one' | 'several'; options: readonly FilterOption[] }
  | { kind: 'boolean'; yes?: string; no?: string }
  /** Days of Cairo, both included; the call's field is a `dateFilter`. */
  | { kind: 'dates' }
  /** Both ends included; the call's field is a `numberFilter`. `scale` 100 for pounds whose call takes piastres. */
  | { kind: 'numbers'; scale?: number; unit?: string }
  | { kind: 'text' }
  | { kind: 'ids' }
  /** People of these roles, or of all; the address and the call's field have their ids. For staff who may list accounts. */
  | { kind: 'person'; roles?: readonly Role[] }
)

export type Filters = Readonly<Record<string, ListFilter>>

export const listOfText = (text: string): string[] => text.split(',').filter((part) => part !== '')

/** Each of the ids once. */
export const idsOfText = (text: string): number[] => {
  const ids = listOfText(text)
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0)
  return [...new Set(ids)]
}

const compared = (parts: Record<string, unknown>) => {
  const given = Object.entries(parts).filter(([, value]) => value !== undefined)
  return given.length === 0 ? undefined : Object.fromEntries(given)
}

function datesOf(text: string) {
  const { from, to } = rangeOf(text)
  return compared({
    gte: isLocalDay(from) ? toIso(startOfDay(from)) : undefined,
    lt: isLocalDay(to) ? toIso(startOfDay(addDays(to, 1))) : undefined,
  })
}

function numbersOf(text: string, scale: number) {
  const { from, to } = rangeOf(text)
  const read = (end: string) =>
    end === '' || !Number.isFinite(Number(end)) ? undefined : Math.round(Number(end) * scale)
  return compared({ gte: read(from), lte: read(to) })
}

const optionOf = (options: readonly FilterOption[], text: string) => options.find(({ value }) => String(value) === text)

/** What the call's query gets for a filter; undefined for a text that the filter does not know: an old link still opens. */
export function queryOfFilter(filter: ListFilter, text: string): unknown {
  switch (filter.kind) {
    case 'one':
      return optionOf(filter.options, text)?.value
    case 'several': {
      const chosen = listOfText(text).flatMap((part) => optionOf(filter.options, part)?.value ?? [])
      return chosen.length === 0 ? undefined : chosen
    }
    case 'boolean':
      return text === 'true' || text === 'false' ? text === 'true' : undefined
    case 'dates':
      return datesOf(text)
    case 'numbers':
      return numbersOf(text, filter.scale ?? 1)
    case 'text':
      return text.trim() || undefined
    case 'ids':
    case 'person': {
      const ids = idsOfText(text)
      return ids.length === 0 ? undefined : ids
    }
  }
}

/** The parts of the query that the filters set. */
export function queryOfFilters(filters: Filters, texts: Readonly<Record<string, string>>): Record<string, unknown> {
  const parts = Object.entries(filters).map(
    ([name, filter]) => [name, queryOfFilter(filter, texts[name] ?? '')] as const,
  )
  return Object.fromEntries(parts.filter(([, value]) => value !== undefined))
}

/** The names of the filters that are set, and understood. */
export const activeFilters = (filters: Filters, texts: Readonly<Record<string, string>>): string[] =>
  Object.keys(queryOfFilters(filters, texts))
