import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { getReceipt } from '#contract/calls/assets'
import { staffWithdrawals } from '#messages/staff-withdrawals'
import { useMessages } from '../../messages/messages.ts'
import { fetchFile } from '../../platform/fetch-file.ts'
import { useObjectUrl } from '../../platform/object-url.ts'
import { keys } from '../../platform/query-keys.ts'
import { AnchorButton } from '../../ui/anchor-button.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'

/** A receipt, by the address that the API gave it. */
export function ReceiptPicture({ address, id }: { address: string; id: number }) {
  const t = useMessages(staffWithdrawals)
  const name = address.slice(address.lastIndexOf('/') + 1)
  const query = useQuery({
    queryKey: [...keys.withdrawals, 'receipt', name],
    queryFn: ({ signal }) => fetchFile(getReceipt, { params: { name } }, signal),
    gcTime: 0,
  })
  const url = useObjectUrl(query.data ?? null)
  const loading = (
    <Loading text={t('panel.receipt.loading')}>
      <Skeleton className="h-40 rounded-card" />
    </Loading>
  )
  return (
    <QueryView
      query={query}
      loading={loading}
      failed={{ title: t('panel.receipt.failed') }}
      empty={() => !url && loading}
    >
      {() => (
        <div className="flex flex-col items-start gap-3">
          <img
            src={url ?? ''}
            alt={t('panel.receipt.alt', { id: String(id) })}
            className="max-h-80 rounded-control border border-line"
          />
          <AnchorButton href={url ?? ''} target="_blank" variant="secondary" size="sm" icon={ExternalLink}>
            {t('panel.receipt.open')}
          </AnchorButton>
        </div>
      )}
    </QueryView>
  )
}
