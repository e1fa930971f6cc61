import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { withdrawals } from '#messages/withdrawals'
import { useMessages } from '../../messages/messages.ts'
import { useMe } from '../../platform/current-user.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Balance } from './balance.tsx'
import { Earnings } from './earnings.tsx'
import { History } from './history.tsx'
import { withdrawalsQuery } from './queries.ts'
import { WITHDRAWAL_TABS, type WithdrawalTab } from './search-params.ts'
import { balanceQuery } from './shared/balance-query.ts'

const RequestForm = lazyPart(async () => (await import('./request-form.tsx')).RequestForm)

/** /invoices: a tutor's earnings, balance and withdrawal requests. */
export function WithdrawalsScreen() {
  const t = useMessages(withdrawals)
  const me = useMe()
  const { tab, show } = useTab()
  const [isAsking, setAsking] = useState(false)
  const balance = useQuery(balanceQuery(me.id))
  const newest = useQuery(withdrawalsQuery(me.id, 1))
  const last = newest.data?.list[0] ?? null
  return (
    <Page>
      <PageHeader title={t('title')} text={t('intro')} />
      <QueryView
        query={balance}
        loading={
          <Loading text={t('loading')} className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)]">
            <Skeleton className="h-48 rounded-card" />
            <Skeleton className="h-48 rounded-card" />
          </Loading>
        }
      >
        {(data) => <Balance balance={data} onAsk={() => setAsking(true)} />}
      </QueryView>
      <section aria-label={t('tabs.label')}>
        <Tabs
          label={t('tabs.label')}
          tabs={WITHDRAWAL_TABS.map((value) => ({ value, label: t(`tabs.${value}`) }))}
          value={tab}
          onChange={show}
        >
          {tab === 'requests' ? <History tutorId={me.id} /> : <Earnings tutorId={me.id} />}
        </Tabs>
      </section>
      {isAsking && balance.data && (
        <Suspense>
          <RequestForm
            spendable={balance.data.spendable}
            history={balance.data.history}
            last={last}
            phone={me.phone}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </Page>
  )
}

/** The selected list is in the address. */
function useTab() {
  const { tab = 'requests' } = useSearch({ from: '/shell/invoices' })
  const navigate = useNavigate()
  const show = (next: WithdrawalTab) =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, tab: next === 'requests' ? undefined : next }),
      replace: true,
      resetScroll: false,
    })
  return { tab, show }
}
