import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Hourglass } from 'lucide-react'
import { Suspense } from 'react'
import { staffWithdrawals } from '#messages/staff-withdrawals'
import { useMessages } from '../../messages/messages.ts'
import { useBroadcast } from '../../platform/broadcast.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { TabbedPage } from '../table/shared/tabbed-page.tsx'
import { FilesList } from './files-list.tsx'
import { PayoutsList } from './payouts-list.tsx'
import { payoutAccountQuery, refetchWithdrawals } from './queries.ts'
import { QueueTotals } from './queue-totals.tsx'
import { useShownWithdrawal, type WithdrawalTab } from './search-params.ts'
import { RequestsList } from './shared/requests-list.tsx'

const RequestPanel = lazyPart(async () => (await import('./request-panel.tsx')).RequestPanel)
const PayoutPanel = lazyPart(async () => (await import('./payout-panel.tsx')).PayoutPanel)
const FilePanel = lazyPart(async () => (await import('./file-panel.tsx')).FilePanel)

/** Withdrawals: what waits for a decision first, then every request, then the files that pay them. */
export function WithdrawalsScreen() {
  const t = useMessages(staffWithdrawals)
  const { open, file, batch, openRequest, openFile, openBatch } = useShownWithdrawal()
  const { data: account } = useQuery(payoutAccountQuery)
  return (
    <>
      <LiveWithdrawals />
      <TabbedPage<WithdrawalTab>
        title={t('title')}
        actions={
          <LinkButton to="/lessons" search={{ payWaits: true }} variant="ghost" icon={Hourglass}>
            {t('waitingLessons')}
          </LinkButton>
        }
        label={t('tabs.label')}
        above={<QueueTotals />}
        tabs={{
          queue: { label: t('tabs.queue'), content: <RequestsList tab="queue" onOpen={openRequest} /> },
          all: { label: t('tabs.all'), content: <RequestsList tab="all" onOpen={openRequest} /> },
          files: { label: t('tabs.files'), content: <FilesList onOpen={openFile} /> },
          payouts: account?.isOn ? { label: t('tabs.payouts'), content: <PayoutsList onOpen={openBatch} /> } : null,
        }}
      />
      <Suspense>
        {open !== undefined && <RequestPanel key={open} id={open} onClose={() => openRequest(undefined)} />}
        {file !== undefined && <FilePanel key={file} id={file} onClose={() => openFile(undefined)} />}
        {batch !== undefined && <PayoutPanel key={batch} id={batch} onClose={() => openBatch(undefined)} />}
      </Suspense>
    </>
  )
}

/** Fetches again what other people decide meanwhile (docs/rules/money.md 9.8). */
function LiveWithdrawals() {
  const client = useQueryClient()
  const refetch = () => void refetchWithdrawals(client)
  useBroadcast(
    'AdminInvoices',
    ({ event }) => {
      if (event === 'InvoiceUpdated') refetch()
    },
    refetch,
  )
  return null
}
