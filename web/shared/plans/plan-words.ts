import { type PaidPeriod, PERIOD_WEEKS } from '#domain/subscriptions/periods'
import { plans } from '#messages/plans'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { wordOf } from './period-word.ts'

/** The names of plans and periods. */
export function usePlanWords() {
  const t = useMessages(plans)
  const format = useFormat()
  return {
    /** ساعة في الأسبوع */
    name: (weeklyMinutes: number): string => t('name', { duration: format.duration(weeklyMinutes) }),
    /** ٣ شهور */
    period: (period: PaidPeriod): string => t(`period.${wordOf(period)}`),
    /** ١٢ أسبوع */
    weeks: (period: PaidPeriod): string => t('periodWeeks', { weeks: PERIOD_WEEKS[period] }),
  }
}
