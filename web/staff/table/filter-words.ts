import { useQueries } from '@tanstack/react-query'
import { isLocalDay } from '#domain/cairo'
import { dataTable } from '#messages/data-table'
import { type Messages, messagesOf } from '../../messages/messages.ts'
import { shownName } from '../../messages/shown-name.ts'
import { currentFormat, type Format } from '../../platform/format.ts'
import { personQuery } from '../users/shared/person-query.ts'
import { type FilterOption, idsOfText, type ListFilter, listOfText } from './shared/filters.ts'
import type { PickedPerson } from './shared/people-picker.tsx'
import { rangeOf } from './shared/range-text.ts'

const nameOf = (options: readonly FilterOption[], text: string): string =>
  options.find(({ value }) => String(value) === text)?.label ?? text

function rangeWords(t: Messages<typeof dataTable>, text: string, show: (end: string) => string): string {
  const { from, to } = rangeOf(text)
  if (from && to) return t('filters.between', { from: show(from), to: show(to) })
  return from ? t('filters.since', { value: show(from) }) : t('filters.until', { value: show(to) })
}

/** The chosen values that are named; of more, the first and how many others. */
const NAMED = 2

function severalWords(t: Messages<typeof dataTable>, format: Format, names: readonly string[]): string {
  const [first = '', ...others] = names
  return names.length <= NAMED ? format.series(names) : t('filters.more', { first, count: others.length })
}

/** People by their ids: named once their accounts are read, by the id for an account that is gone. */
export function usePeopleById(ids: readonly number[]): readonly PickedPerson[] {
  const accounts = useQueries({ queries: ids.map((id) => personQuery(id)) })
  return ids.map((id, at) => {
    const account = accounts[at]?.data
    return { id, label: account ? (shownName(account) ?? account.email) : String(id) }
  })
}

/** The value of a filter as text. */
export function useFilterWords(filter: ListFilter, text: string): string {
  const ids = filter.kind === 'person' ? idsOfText(text) : []
  const named = usePeopleById(ids.slice(0, NAMED))
  return filterWords(
    filter,
    text,
    ids.map((id, at) => named[at]?.label ?? String(id)),
  )
}

function filterWords(filter: ListFilter, text: string, people: readonly string[]): string {
  const t = messagesOf(dataTable)
  const format = currentFormat()
  switch (filter.kind) {
    case 'one':
      return nameOf(filter.options, text)
    case 'several':
      return severalWords(
        t,
        format,
        listOfText(text).map((part) => nameOf(filter.options, part)),
      )
    case 'person':
      return severalWords(t, format, people)
    case 'boolean':
      return text === 'true' ? (filter.yes ?? t('filters.yes')) : (filter.no ?? t('filters.no'))
    case 'dates':
      return rangeWords(t, text, (day) => (isLocalDay(day) ? format.shortDate(day) : day))
    case 'numbers':
      return rangeWords(t, text, (end) => `${format.number(Number(end))}${filter.unit ? ` ${filter.unit}` : ''}`)
    case 'text':
    case 'ids':
      return text
  }
}
