import { CalendarSync, MessagesSquare } from 'lucide-react'
import { comparedLesson, lessonsAWeek, pricePerLesson, savingOf } from '#domain/plans/value'
import { type PaidPeriod, PlanPeriod, type PlanPrices, priceOfPeriod } from '#domain/subscriptions/periods'
import { plans as planSentences } from '#messages/plans'
import { staffPlans } from '#messages/staff-plans'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { usePlanWords } from '../../shared/plans/plan-words.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'

const PERIODS: readonly PaidPeriod[] = [PlanPeriod.Month, PlanPeriod.Quarter, PlanPeriod.Year]

/** A plan as students see it, with the texts of their own screen, in all three periods. */
export function PlanPreview({ plan }: { plan: PlanPrices & { weeklyMinutes: number } }) {
  const t = useMessages(staffPlans)
  const sentences = useMessages(planSentences)
  const words = usePlanWords()
  return (
    <section aria-label={t('preview')} className="flex flex-col gap-3">
      <div>
        <p className="font-bold text-lg">{words.name(plan.weeklyMinutes)}</p>
        <p className="flex items-center gap-2 text-muted text-sm">
          <MessagesSquare aria-hidden className="size-4 shrink-0" />
          {sentences('lessons', lessonsAWeek(plan.weeklyMinutes))}
        </p>
      </div>
      <ul className="grid gap-3 sm:grid-cols-3">
        {PERIODS.map((period) => (
          <li key={period}>
            <Price plan={plan} period={period} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Price({ plan, period }: { plan: PlanPrices & { weeklyMinutes: number }; period: PaidPeriod }) {
  const sentences = useMessages(planSentences)
  const format = useFormat()
  const words = usePlanWords()
  const { full, saved } = savingOf(plan, period)
  return (
    <Card padding="sm" className="flex h-full flex-col gap-1 text-sm">
      <p className="text-muted">{sentences('total', { period: words.period(period) })}</p>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <strong className="figures text-lg">{format.money(priceOfPeriod(plan, period))}</strong>
        {saved > 0 && <s className="figures text-muted">{sentences('was', { amount: format.money(full) })}</s>}
      </p>
      <p className="flex items-center gap-2">
        <CalendarSync aria-hidden className="size-4 shrink-0 text-brand-ink" />
        {sentences('perLesson', {
          amount: format.money(pricePerLesson(plan, period)),
          minutes: comparedLesson(plan.weeklyMinutes),
        })}
      </p>
      {saved > 0 && (
        <Badge tone="success" className="self-start">
          {sentences('saves', { amount: format.money(saved) })}
        </Badge>
      )}
    </Card>
  )
}
