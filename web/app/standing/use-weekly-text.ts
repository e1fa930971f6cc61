import { standing } from '#messages/standing'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'

/** A weekly time in words: "Every Tuesday, 6:00 pm". */
export function useWeeklyText() {
  const t = useMessages(standing)
  const format = useFormat()
  return ({ weekday, minute }: { weekday: number; minute: number }) =>
    t('weekly', { weekday: format.weekdayName(weekday), time: format.timeOfDay(minute) })
}
