import { useQuery } from '@tanstack/react-query'
import { Wallet } from 'lucide-react'
import { useState } from 'react'
import type { Invoice } from '#contract/invoices'
import { withdrawals } from '../../i18n/ar/withdrawals.ts'
import { useMessages } from '../../i18n/messages.ts'
import { countTo } from '../../lib/count-to.ts'
import { Card, SectionHeading } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { CancelRequestDialog } from './cancel-request-dialog.tsx'
import { PAGE_SIZE, withdrawalsQuery } from './queries.ts'
import { ReceiptDialog } from './receipt-dialog.tsx'
import { RequestRow } from './request-row.tsx'

/** Every request, newest first, with what became of it. */
export function History({ tutorId }: { tutorId: number }) {
  const t = useMessages(withdrawals)
  const [page, setPage] = useState(1)
  const { data, isError, isFetching, refetch } = useQuery(withdrawalsQuery(tutorId, page))
  return (
    <section>
      <SectionHeading title={t('history.title')} />
      {isError && !data && <ErrorState onRetry={() => void refetch()} retrying={isFetching} />}
      {!isError && !data && <Waiting />}
      {data?.total === 0 && (
        <Card>
          <EmptyState icon={Wallet} title={t('history.empty')} text={t('history.emptyText')} headingLevel={3} />
        </Card>
      )}
      {data && data.total > 0 && <Requests requests={data.list} />}
      {data && data.total > PAGE_SIZE && (
        <div className="mt-4">
          <Pagination page={page} size={PAGE_SIZE} total={data.total} onPage={setPage} />
        </div>
      )}
    </section>
  )
}

function Waiting() {
  const t = useMessages(withdrawals)
  return (
    <Loading text={t('loading')} className="flex flex-col gap-3">
      {countTo(3).map((place) => (
        <Skeleton key={place} className="h-28 rounded-card" />
      ))}
    </Loading>
  )
}

function Requests({ requests }: { requests: readonly Invoice[] }) {
  const t = useMessages(withdrawals)
  const [canceling, setCanceling] = useState<Invoice | null>(null)
  const [shown, setShown] = useState<Invoice | null>(null)
  return (
    <>
      <ul aria-label={t('history.title')} className="flex flex-col gap-3">
        {requests.map((request) => (
          <li key={request.id}>
            <RequestRow request={request} onCancel={() => setCanceling(request)} onReceipt={() => setShown(request)} />
          </li>
        ))}
      </ul>
      {canceling && <CancelRequestDialog request={canceling} onClose={() => setCanceling(null)} />}
      {shown && <ReceiptDialog request={shown} onClose={() => setShown(null)} />}
    </>
  )
}
