import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { getReceipt } from '#contract/calls/assets'
import { staffWithdrawals } from '#messages/staff-withdrawals'
import { useMessages } from '../../messages/messages.ts'
import { fetchFile } from '../../platform/fetch-file.ts'
import { useObjectUrl } from '../../platform/object-url.ts'
import { keys } from '../../platform/query-keys.ts'
import { AnchorButton } from '../../ui/anchor-button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'

/** A receipt, by the address that the API gave it. */
export function ReceiptPicture({ address, id }: { address: string; id: number }) {
  const t = useMessages(staffWithdrawals)
  const name = address.slice(address.lastIndexOf('/') + 1)
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: [...keys.withdrawals, 'receipt', name],
    queryFn: ({ signal }) => fetchFile(getReceipt, { params: { name } }, signal),
    gcTime: 0,
  })
  const url = useObjectUrl(data ?? null)
  if (isError)
    return <ErrorState title={t('panel.receipt.failed')} onRetry={() => void refetch()} retrying={isFetching} />
  if (!url) {
    return (
      <Loading text={t('panel.receipt.loading')}>
        <Skeleton className="h-40 rounded-card" />
      </Loading>
    )
  }
  return (
    <div className="flex flex-col items-start gap-3">
      <img
        src={url}
        alt={t('panel.receipt.alt', { id: String(id) })}
        className="max-h-80 rounded-control border border-line"
      />
      <AnchorButton href={url} target="_blank" variant="secondary" size="sm" icon={ExternalLink}>
        {t('panel.receipt.open')}
      </AnchorButton>
    </div>
  )
}
