import { type PaidPeriod, PERIOD_WEEKS } from '#domain/subscriptions/periods'
import { plans } from '#messages/plans'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { wordOf } from './period-word.ts'

type Bought = { planPeriod: PaidPeriod; topUpMinutes: number | null }

/** The names of plans and periods. */
export function usePlanWords() {
  const t = useMessages(plans)
  const format = useFormat()
  const name = (weeklyMinutes: number): string => t('name', { duration: format.duration(weeklyMinutes) })
  const periodName = (period: PaidPeriod): string => t(`period.${wordOf(period)}`)
  return {
    /** ساعة في الأسبوع */
    name,
    /** ٣ شهور */
    period: periodName,
    /** What an order buys: a plan for a period, or more minutes for this week and the next one. */
    bought: ({ planPeriod, topUpMinutes }: Bought, weeklyMinutes: number | undefined) =>
      topUpMinutes === null
        ? { name: weeklyMinutes === undefined ? '' : name(weeklyMinutes), period: periodName(planPeriod) }
        : { name: t('topUp.name', { duration: format.duration(topUpMinutes) }), period: t('topUp.period') },
    /** ١٢ أسبوع */
    weeks: (period: PaidPeriod): string => t('periodWeeks', { weeks: PERIOD_WEEKS[period] }),
  }
}
