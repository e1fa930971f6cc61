import { addDays, isLocalDay, startOfDay, toIso } from '#domain/cairo'
import type { Role } from '#domain/roles'
import { rangeOf, rangeText } from './range-text.ts'

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

const isNumber = (end: string): boolean => end.trim() !== '' && Number.isFinite(Number(end))

function numbersOf(text: string, scale: number) {
  const { from, to } = rangeOf(text)
  const read = (end: string) => (isNumber(end) ? Math.round(Number(end) * scale) : undefined)
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

/** The ends of a range that are understood. */
function knownRange(text: string, isKnown: (end: string) => boolean): string {
  const { from, to } = rangeOf(text)
  return rangeText(isKnown(from) ? from : '', isKnown(to) ? to : '')
}

/**
 * What a filter knows of a text, as an address has it; empty where it knows nothing. Options that are not loaded yet may know it
 * later.
 */
export function knownText(filter: ListFilter, text: string): string {
  switch (filter.kind) {
    case 'one':
      return filter.options.length === 0 || optionOf(filter.options, text) ? text : ''
    case 'several':
      return filter.options.length === 0
        ? text
        : listOfText(text)
            .filter((part) => optionOf(filter.options, part))
            .join(',')
    case 'boolean':
      return text === 'true' || text === 'false' ? text : ''
    case 'dates':
      return knownRange(text, isLocalDay)
    case 'numbers':
      return knownRange(text, isNumber)
    case 'text':
      return text
    case 'ids':
    case 'person':
      return idsOfText(text).join(',')
  }
}

/** The texts of filters as their filters know them. */
export const knownTexts = (filters: Filters, texts: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) => {
      const filter = filters[name]
      return filter ? [[name, knownText(filter, text)] as const] : []
    }),
  )

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
