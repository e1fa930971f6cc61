import { fromIso } from '#domain/cairo'
import { PlanPeriod } from '#domain/subscriptions/periods'
import { plans } from '#messages/plans'
import { useMessages } from '../../messages/messages.ts'
import { useOwnSubscription } from '../../platform/current-user.ts'
import { useFormat } from '../../platform/format.ts'
import { usePlanWords } from '../../shared/plans/plan-words.ts'
import { Banner } from '../../ui/banner.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** Explains that a current plan blocks another purchase, and until when. */
export function CurrentPlan() {
  const t = useMessages(plans)
  const format = useFormat()
  const words = usePlanWords()
  const { data, isPending } = useOwnSubscription()
  if (isPending) return <Skeleton className="h-44 rounded-card sm:h-22" />
  const info = data?.info
  if (!info || info.period === PlanPeriod.FreeTrial) return null
  return (
    <Banner
      tone="success"
      title={t('standing.title', { name: words.name(info.weeklyMinutes) })}
      action={
        <LinkButton to="/payments" variant="secondary" size="sm">
          {t('standing.action')}
        </LinkButton>
      }
    >
      {t('standing.text', { end: format.fullDay(fromIso(info.end)) })}
    </Banner>
  )
}
