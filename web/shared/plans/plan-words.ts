import { type PaidPeriod, PERIOD_WEEKS } from '#domain/subscriptions/periods'
import { plans } from '#messages/plans'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { wordOf } from './period-word.ts'

type Bought = { planPeriod: PaidPeriod; topUpMinutes: number | null; changesPlan: boolean }

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
    /** What an order buys: a plan for a period, more minutes for this week and the next one, or a larger plan from now on. */
    bought: ({ planPeriod, topUpMinutes, changesPlan }: Bought, weeklyMinutes: number | undefined) => {
      if (topUpMinutes !== null)
        return { name: t('topUp.name', { duration: format.duration(topUpMinutes) }), period: t('topUp.period') }
      const planName = weeklyMinutes === undefined ? '' : name(weeklyMinutes)
      return { name: planName, period: changesPlan ? t('change.period') : periodName(planPeriod) }
    },
    /** ١٢ أسبوع */
    weeks: (period: PaidPeriod): string => t('periodWeeks', { weeks: PERIOD_WEEKS[period] }),
  }
}
