import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { CalendarSync, type LucideIcon, RotateCcw, ShieldCheck, Tags, Undo2, UsersRound } from 'lucide-react'
import type { Subscription } from '#contract/subscriptions'
import { fromIso } from '#domain/cairo'
import { isStudent } from '#domain/roles'
import { discountOf, isPaidPeriod } from '#domain/subscriptions/periods'
import { plans, plans as words } from '#messages/plans'
import { renewal as renewalWords } from '#messages/renewal'
import { useMessages } from '../../messages/messages.ts'
import { useNow } from '../../platform/clock.ts'
import { useMaybeMe, useOwnSubscription } from '../../platform/current-user.ts'
import { useFormat } from '../../platform/format.ts'
import { PERIOD_WORDS, type PeriodWord, periodOf, wordOf } from '../../shared/plans/period-word.ts'
import { usePlanWords } from '../../shared/plans/plan-words.ts'
import { renewalOf } from '../../shared/plans/renewal.ts'
import { Banner } from '../../ui/banner.tsx'
import { Card } from '../../ui/card.tsx'
import { countTo } from '../../ui/count-to.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { RenewalNote } from '../payments/shared/renewal-note.tsx'
import { PlanCard } from './plan-card.tsx'
import { invitedPlansQuery, type PlanOffer } from './queries.ts'
import { plansQuery } from './shared/plans-query.ts'
import { TrialCard } from './trial-card.tsx'
import { UnpaidNote } from './unpaid-note.tsx'

const FACTS: readonly { fact: keyof typeof plans.facts; icon: LucideIcon }[] = [
  { fact: 'tutors', icon: UsersRound },
  { fact: 'weekly', icon: CalendarSync },
  { fact: 'change', icon: RotateCcw },
  { fact: 'noRenewal', icon: ShieldCheck },
  { fact: 'refund', icon: Undo2 },
]

/** The features that all plans share. */
function PlanFacts() {
  const t = useMessages(plans)
  return (
    <Card tone="sunken" padding="lg">
      <h2 className="mb-4 text-lg">{t('facts.title')}</h2>
      <ul className="grid gap-x-8 gap-y-3 md:grid-cols-2">
        {FACTS.map(({ fact, icon: Glyph }) => (
          <li key={fact} className="flex items-start gap-3">
            <Glyph aria-hidden className="mt-1 size-5 shrink-0 text-brand-ink" />
            {t(`facts.${fact}`)}
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** What the current plan means for another purchase: from when on the next period can be paid, and when that begins. */
function CurrentPlan() {
  const t = useMessages(plans)
  const next = useMessages(renewalWords)
  const now = useNow(60_000)
  const format = useFormat()
  const words = usePlanWords()
  const { data, isPending } = useOwnSubscription()
  if (isPending) return <Skeleton className="h-44 rounded-card sm:h-22" />
  const renewal = data ? renewalOf(data, now) : null
  if (renewal && renewal.state !== 'later') return <RenewalNote renewal={renewal} now={now} hidesOrder hidesPlans />
  if (!renewal) return null
  const { running, from } = renewal
  return (
    <Banner
      tone="success"
      title={t('active.title', { name: words.name(running.weeklyMinutes) })}
      action={
        <LinkButton to="/payments" variant="secondary" size="sm">
          {t('active.action')}
        </LinkButton>
      }
    >
      {t('active.text', { end: format.fullDay(fromIso(running.end)) })} {next('later', { day: format.fullDay(from) })}
    </Banner>
  )
}

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
  return { data: offers, isError: open.isError, isFetching: open.isFetching, refetch: open.refetch }
}

function Offers({ canBuy }: { canBuy: boolean }) {
  const t = useMessages(words)
  const query = useOffers()
  const now = useNow(60_000)
  const own = useOwnSubscription().data
  const subscription = own?.info ?? null
  const renewal = own ? renewalOf(own, now) : null
  const isFree = canBuy && (renewal === null || renewal.state === 'open')
  const current = subscription && isPaidPeriod(subscription.period) ? subscription : null
  const period = usePeriod(current)
  const open = query.data?.filter(({ invite }) => invite === null) ?? []
  return (
    <QueryView query={query} loading={<Skeletons />} empty={(offers) => offers.length === 0 && <NoPlans />}>
      {(offers) => (
        <section aria-label={t('title')} className="flex flex-col gap-5">
          <PeriodChoice period={period} offers={offers} />
          <ul className="grid gap-5 md:grid-cols-2 xl:grid-cols-3">
            {offers.map((offer) => (
              <li key={offer.plan.id} className="flex">
                <PlanCard
                  offer={offer}
                  period={periodOf(period)}
                  isPopular={open.length > 2 && offer === open[Math.floor(open.length / 2)]}
                  isCurrent={current?.planId === offer.plan.id}
                  isFree={isFree}
                  running={canBuy && renewal?.state !== 'paid' ? current : null}
                  isLater={renewal?.state === 'later'}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
    </QueryView>
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
