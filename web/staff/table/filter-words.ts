import { isLocalDay } from '#domain/cairo'
import { dataTable } from '#messages/data-table'
import { type Messages, messagesOf } from '../../messages/messages.ts'
import { currentFormat, type Format } from '../../platform/format.ts'
import { type FilterOption, type ListFilter, listOfText, rangeOf } from './shared/filters.ts'

const nameOf = (options: readonly FilterOption[], text: string): string =>
  options.find(({ value }) => String(value) === text)?.label ?? text

function rangeWords(t: Messages<typeof dataTable>, text: string, show: (end: string) => string): string {
  const { from, to } = rangeOf(text)
  if (from && to) return t('filters.between', { from: show(from), to: show(to) })
  return from ? t('filters.since', { value: show(from) }) : t('filters.until', { value: show(to) })
}

function severalWords(t: Messages<typeof dataTable>, format: Format, names: readonly string[]): string {
  const [first = '', ...others] = names
  return others.length < 2 ? format.series(names) : t('filters.more', { first, count: others.length })
}

/** The value of a filter as text. */
export function filterWords(filter: ListFilter, text: string): string {
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
