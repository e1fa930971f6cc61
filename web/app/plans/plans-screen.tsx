import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Tags } from 'lucide-react'
import type { Subscription } from '#contract/subscriptions'
import { isStudent } from '#domain/roles'
import { discountOf, isPaidPeriod } from '#domain/subscriptions/periods'
import { plans as words } from '#messages/plans'
import { useMessages } from '../../messages/messages.ts'
import { useMaybeMe, useOwnSubscription } from '../../platform/current-user.ts'
import { useFormat } from '../../platform/format.ts'
import { PERIOD_WORDS, type PeriodWord, periodOf, wordOf } from '../../shared/plans/period-word.ts'
import { countTo } from '../../ui/count-to.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { CurrentPlan } from './current-plan.tsx'
import { PlanCard } from './plan-card.tsx'
import { PlanFacts } from './plan-facts.tsx'
import { invitedPlansQuery, type PlanOffer } from './queries.ts'
import { plansQuery } from './shared/plans-query.ts'
import { TrialCard } from './trial-card.tsx'
import { UnpaidNote } from './unpaid-note.tsx'

const route = getRouteApi('/shell/plans')

/** /plans: the plans with their prices by period, and the student's current one. */
export function PlansScreen() {
  const t = useMessages(words)
  const me = useMaybeMe()
  const isBuyer = me !== null && isStudent(me.role)
  return (
    <Page>
      <PageHeader title={t('title')} text={t('intro')} />
      {isBuyer && <UnpaidNote />}
      {isBuyer && <CurrentPlan />}
      {(me === null || isBuyer) && <TrialCard me={me} />}
      <Offers canBuy={me === null || isBuyer} />
      <PlanFacts />
    </Page>
  )
}

/** Plans by invite come first. */
function useOffers() {
  const me = useMaybeMe()
  const open = useQuery(plansQuery)
  const invited = useQuery({ ...invitedPlansQuery(me?.id ?? 0), enabled: me !== null && isStudent(me.role) })
  const offers = open.data && [...(invited.data ?? []), ...open.data.map((plan): PlanOffer => ({ plan, invite: null }))]
  return { offers, isError: open.isError && !open.data, isFetching: open.isFetching, refetch: open.refetch }
}

function Offers({ canBuy }: { canBuy: boolean }) {
  const t = useMessages(words)
  const { offers, isError, isFetching, refetch } = useOffers()
  const subscription = useOwnSubscription().data?.info ?? null
  const current = subscription && isPaidPeriod(subscription.period) ? subscription : null
  const period = usePeriod(current)
  const availabilityOf = ({ plan }: PlanOffer) => {
    if (current?.planId === plan.id) return 'current'
    return canBuy && current === null ? 'free' : 'other'
  }
  if (isError) return <ErrorState onRetry={() => void refetch()} retrying={isFetching} />
  if (!offers) return <Skeletons />
  if (offers.length === 0) return <NoPlans />
  const open = offers.filter(({ invite }) => invite === null)
  return (
    <section aria-label={t('title')} className="flex flex-col gap-5">
      <PeriodChoice period={period} offers={offers} />
      <ul className="grid gap-5 md:grid-cols-2 xl:grid-cols-3">
        {offers.map((offer) => (
          <li key={offer.plan.id} className="flex">
            <PlanCard
              offer={offer}
              period={periodOf(period)}
              isPopular={open.length > 2 && offer === open[Math.floor(open.length / 2)]}
              availability={availabilityOf(offer)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The period in the address, else that of the current subscription. */
function usePeriod(current: Subscription | null): PeriodWord {
  const { period } = route.useSearch()
  return period ?? (current && isPaidPeriod(current.period) ? wordOf(current.period) : 'month')
}

function PeriodChoice({ period, offers }: { period: PeriodWord; offers: readonly PlanOffer[] }) {
  const t = useMessages(words)
  const format = useFormat()
  const navigate = route.useNavigate()
  const bestOf = (word: PeriodWord) => Math.max(...offers.map(({ plan }) => discountOf(plan, periodOf(word))))
  const options = PERIOD_WORDS.map((word) => ({
    value: word,
    label: (
      <span className="flex flex-col whitespace-nowrap leading-tight sm:flex-row sm:items-baseline sm:gap-2">
        {t(`period.${word}`)}
        {bestOf(word) > 0 && (
          <span className="font-semibold text-accent-ink text-xs">
            {t('period.best', { percent: format.percent(bestOf(word)) })}
          </span>
        )}
      </span>
    ),
  }))
  const choose = (next: PeriodWord) => void navigate({ search: { period: next }, replace: true, resetScroll: false })
  return (
    <div className="w-full max-w-xl">
      <Segmented wide label={t('period.label')} options={options} value={period} onChange={choose} />
    </div>
  )
}

function Skeletons() {
  const t = useMessages(words)
  return (
    <Loading text={t('loading')} className="grid gap-5 md:grid-cols-2 xl:grid-cols-3">
      {countTo(3).map((place) => (
        <Skeleton key={place} className="h-80 rounded-card" />
      ))}
    </Loading>
  )
}

function NoPlans() {
  const t = useMessages(words)
  const action = <LinkButton to="/tutors">{t('seeTutors')}</LinkButton>
  return <EmptyState icon={Tags} title={t('empty')} text={t('emptyText')} action={action} />
}
