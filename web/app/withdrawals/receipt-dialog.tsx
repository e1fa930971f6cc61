import { useQuery } from '@tanstack/react-query'
import { Download, ExternalLink } from 'lucide-react'
import { getReceipt } from '#contract/calls/assets'
import type { Invoice } from '#contract/invoices'
import { withdrawals } from '#messages/withdrawals'
import { useMessages } from '../../messages/messages.ts'
import { fetchFile } from '../../platform/fetch-file.ts'
import { useFormat } from '../../platform/format.ts'
import { useObjectUrl } from '../../platform/object-url.ts'
import { keys } from '../../platform/query-keys.ts'
import { AnchorButton } from '../../ui/anchor-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { receiverWords } from './receiver-words.ts'

const nameOf = (address: string): string => address.slice(address.lastIndexOf('/') + 1)

/** The receipt of the transfer: an image, or a document to open. */
export function ReceiptDialog({ request, onClose }: { request: Invoice; onClose: () => void }) {
  const t = useMessages(withdrawals)
  const format = useFormat()
  const name = nameOf(request.receipt ?? '')
  const receipt = useQuery({
    queryKey: [...keys.withdrawals, 'receipt', name],
    queryFn: ({ signal }) => fetchFile(getReceipt, { params: { name } }, signal),
    gcTime: 0,
  })
  const amount = format.money(request.amount)
  const { place, number } = receiverWords(request.method, request.receiver)
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('receipt.title')}
      description={
        <>
          {format.series([amount, place])}{' '}
          <bdi translate="no" className="figures">
            {number}
          </bdi>
        </>
      }
    >
      <QueryView query={receipt} loading={<Waiting />} failed={{ title: t('receipt.failed') }}>
        {(file) => <Receipt file={file} amount={amount} name={name} />}
      </QueryView>
    </Dialog>
  )
}

function Waiting() {
  const t = useMessages(withdrawals)
  return (
    <Loading text={t('receipt.loading')}>
      <Skeleton className="h-64 rounded-card" />
    </Loading>
  )
}

type ReceiptProps = { file: Blob; amount: string; name: string }

function Receipt({ file, amount, name }: ReceiptProps) {
  const t = useMessages(withdrawals)
  const address = useObjectUrl(file)
  if (!address) return <Waiting />
  const isPicture = file.type.startsWith('image/')
  return (
    <div className="flex flex-col items-center gap-4">
      {isPicture && <img src={address} alt={t('receipt.alt', { amount })} className="max-h-[60dvh] rounded-control" />}
      <AnchorButton
        {...(isPicture ? { href: address, target: '_blank' } : { href: address, download: name })}
        variant="secondary"
        icon={isPicture ? ExternalLink : Download}
      >
        {t(isPicture ? 'receipt.open' : 'receipt.save')}
      </AnchorButton>
    </div>
  )
}
