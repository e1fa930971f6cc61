import { useQuery } from '@tanstack/react-query'
import { HandCoins } from 'lucide-react'
import type { Answer } from '#contract/client'
import type { ownTutorStats, tutorHome } from '#contract/tutors'
import { fromIso, localDay } from '#domain/cairo'
import { isTutorManager, type Role } from '#domain/roles'
import { dashboards } from '#messages/dashboards'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { Card, SectionHeading } from '../../ui/card.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { balanceQuery } from '../withdrawals/shared/balance-query.ts'
import { useWithdrawalLimits } from '../withdrawals/shared/use-withdrawal-limits.ts'

type Month = Answer<typeof tutorHome>['month']

type MonthCardProps = {
  month: Month
  me: { id: number; role: Role }
  /** All lessons so far; null while they are not known. */
  ever: Answer<typeof ownTutorStats> | null
}

/**
 * The earnings of this month, and the withdrawable amount. Tutor managers teach without pay: their lessons are counted.
 * Hidden for a new tutor, for whom all values are zero.
 */
export function MonthCard({ month, me, ever }: MonthCardProps) {
  const t = useMessages(dashboards)
  const format = useFormat()
  const isPaid = !isTutorManager(me.role)
  const { held, coming } = month
  if (ever?.totalLessonCount === 0) return null
  const facts = [
    t('month.held', { count: held.lessons }),
    ...(held.minutes > 0 ? [t('month.time', { duration: format.duration(held.minutes) })] : []),
  ]
  return (
    <section>
      <SectionHeading title={t('month.title', { month: format.month(localDay(fromIso(month.start))) })} />
      <Card padding="lg" className="flex flex-wrap items-start justify-between gap-x-8 gap-y-5">
        <div className="min-w-0 flex-1 basis-56">
          <p className="text-muted text-sm">{t(isPaid ? 'month.earned' : 'month.lessons')}</p>
          <p translate="no" className="figures font-bold text-3xl">
            {isPaid ? format.money(held.earned) : format.number(held.lessons)}
          </p>
          <p className="mt-1 text-muted text-sm">{facts.join(' · ')}</p>
          {isPaid && coming.lessons > 0 && (
            <p className="mt-1 text-sm">
              {t('month.coming', { amount: format.money(coming.earned), count: coming.lessons })}
            </p>
          )}
        </div>
        {isPaid && <Spendable tutorId={me.id} />}
        {ever && ever.completedLessonCount > 0 && (
          <p className="w-full border-line border-t pt-4 text-muted text-sm">
            {t('month.ever', {
              lessons: ever.completedLessonCount,
              students: ever.studentCount,
              duration: format.duration(ever.totalTutoringTime),
            })}
          </p>
        )}
      </Card>
    </section>
  )
}

/** Hidden if the amount cannot be read: the account's screen shows why. */
function Spendable({ tutorId }: { tutorId: number }) {
  const t = useMessages(dashboards)
  const format = useFormat()
  const { data, isPending } = useQuery(balanceQuery(tutorId))
  const { limits, isPaused } = useWithdrawalLimits()
  const canWithdraw = data !== undefined && data.spendable >= limits.min && !isPaused
  return (
    <div className="flex flex-col items-start gap-2">
      {isPending && <Skeleton className="h-14 w-36" />}
      {data && (
        <p>
          <span className="block text-muted text-sm">{t(canWithdraw ? 'month.spendable' : 'month.balance')}</span>
          <strong translate="no" className="figures text-2xl">
            {format.money(data.spendable)}
          </strong>
          {data.spendable > 0 && data.spendable < limits.min && (
            <span className="block text-muted text-sm">{t('month.least', { min: format.money(limits.min) })}</span>
          )}
        </p>
      )}
      <LinkButton to="/invoices" variant={canWithdraw ? 'primary' : 'secondary'} icon={HandCoins}>
        {t(canWithdraw ? 'month.withdraw' : 'month.withdrawals')}
      </LinkButton>
    </div>
  )
}
