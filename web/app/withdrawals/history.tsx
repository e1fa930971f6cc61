import { useQuery } from '@tanstack/react-query'
import { Wallet } from 'lucide-react'
import { useState } from 'react'
import type { ListedInvoice } from '#contract/invoices'
import { withdrawals } from '#messages/withdrawals'
import { useMessages } from '../../messages/messages.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { CancelRequestDialog } from './cancel-request-dialog.tsx'
import { Paged } from './paged.tsx'
import { withdrawalsQuery } from './queries.ts'
import { ReceiptDialog } from './receipt-dialog.tsx'
import { RequestRow } from './request-row.tsx'

/** All withdrawal requests, newest first. */
export function History({ tutorId }: { tutorId: number }) {
  const t = useMessages(withdrawals)
  const [page, setPage] = useState(1)
  const result = useQuery(withdrawalsQuery(tutorId, page))
  const empty = <EmptyState icon={Wallet} title={t('history.empty')} text={t('history.emptyText')} />
  return (
    <Paged result={result} page={page} onPage={setPage} empty={empty}>
      {(requests) => <Requests requests={requests} />}
    </Paged>
  )
}

function Requests({ requests }: { requests: readonly ListedInvoice[] }) {
  const t = useMessages(withdrawals)
  const [canceling, setCanceling] = useState<ListedInvoice | null>(null)
  const [shown, setShown] = useState<ListedInvoice | null>(null)
  return (
    <>
      <ul aria-label={t('tabs.requests')} className="flex flex-col gap-3">
        {requests.map((request) => (
          <li key={request.id}>
            <RequestRow request={request} onCancel={() => setCanceling(request)} onReceipt={() => setShown(request)} />
          </li>
        ))}
      </ul>
      {canceling && <CancelRequestDialog withdrawal={canceling} onClose={() => setCanceling(null)} />}
      {shown && <ReceiptDialog request={shown} onClose={() => setShown(null)} />}
    </>
  )
}
