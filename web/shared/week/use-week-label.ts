import type { LocalDay } from '#domain/cairo'
import { weeks } from '#messages/weeks'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'

/** A week in words: من ٢١ نوفمبر لحد ٢٧ نوفمبر. */
export function useWeekLabel(): (days: readonly LocalDay[]) => string {
  const t = useMessages(weeks)
  const format = useFormat()
  return (days) => {
    const [first, last] = [days[0], days.at(-1)]
    return first && last ? t('range', { from: format.shortDate(first), to: format.shortDate(last) }) : ''
  }
}
