import { addDays, type Instant, type LocalDay, localDay, startOfDay, type TimeRange } from '#domain/cairo'
import { availability } from '#messages/availability'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'

/** A slot that ends at 24:00 ends on the day before. */
const endDay = (end: Instant): LocalDay => localDay(end - 1)

/** ٥ م and not ٥:٠٠ م, where there is no room. */
const withoutZeroMinutes = (time: string) => time.replace(/:(?:00|٠٠)(?=\s)/u, '')

/** Times of slots as text: midnight is the end of a day, and a time after it names the next day. */
export function useSlotWords() {
  const t = useMessages(availability)
  const format = useFormat()
  const endTime = ({ start, end }: TimeRange): string => {
    const day = localDay(start)
    if (end === startOfDay(addDays(day, 1))) return t('editor.midnight')
    return endDay(end) === day ? format.time(end) : t('editor.afterMidnight', { time: format.time(end) })
  }
  // Two times of the same half of the day name it once.
  const compactRange = (slot: TimeRange): string => {
    const [from, to] = [withoutZeroMinutes(format.time(slot.start)), withoutZeroMinutes(endTime(slot))]
    const half = from.split(/\s/u).at(-1) ?? ''
    const isShared = from.split(/\s/u).length === 2 && to.split(/\s/u).length === 2 && to.endsWith(half)
    return t('slot.shortRange', { from: isShared ? from.slice(0, -half.length - 1) : from, to })
  }
  const range = (slot: TimeRange): string => t('editor.range', { from: format.time(slot.start), to: endTime(slot) })
  return {
    compactRange,
    range,
    dayRange: (slot: TimeRange): string => format.series([format.day(slot.start), range(slot)]),
    shortRange: (slot: TimeRange): string => t('slot.shortRange', { from: format.time(slot.start), to: endTime(slot) }),
    length: ({ start, end }: TimeRange): string => format.duration((end - start) / 60_000),
    problem: { conflict: t('slot.refusedConflict'), past: t('slot.refusedPast'), short: t('slot.refusedShort') },
  }
}
