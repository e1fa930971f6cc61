import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { downloadPaymentFile, dropPaymentFile, payPaymentFile } from '#contract/calls/payment-files'
import type { Answer } from '#contract/client'
import type { getPaymentFile, PaymentFile } from '#contract/payment-files'
import { isSuperAdmin } from '#domain/roles'
import { WithdrawMethod } from '#domain/withdrawals/receiver'
import { staffWithdrawals } from '#messages/staff-withdrawals'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { useMe } from '../../platform/current-user.ts'
import { codeOf, errorText } from '../../platform/error-text.ts'
import { fetchFile } from '../../platform/fetch-file.ts'
import { useFormat } from '../../platform/format.ts'
import { formOf, upload } from '../../platform/upload.ts'
import { announce } from '../../ui/announce.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toasts.ts'
import { ReasonDialog } from '../table/shared/reason-dialog.tsx'
import { PanelSection, RecordPanel } from '../table/shared/record-panel.tsx'
import { FileBadge, receiversOf, stateOf } from './files-list.tsx'
import { fileQuery, refetchWithdrawals } from './queries.ts'
import { ReceiptDialog } from './receipt-dialog.tsx'
import { ReceiptPicture } from './receipt-picture.tsx'
import { useShownWithdrawal } from './search-params.ts'
import { Receiver, StatusBadge } from './withdrawal-fields.tsx'

/** A payment file: its requests, its download, and what closes it (docs/rules/staff.md 8.4). */
export function FilePanel({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useMessages(staffWithdrawals)
  const format = useFormat()
  const query = useQuery(fileQuery(id))
  const file = query.data?.file
  return (
    <RecordPanel
      query={query}
      title={t('files.title', { id: String(id) })}
      description={
        file && t('files.summary', { to: receiversOf(file), count: file.count, amount: format.money(file.total) })
      }
      loading={t('files.loading')}
      footer={(found) => <FileActions file={found.file} />}
      onClose={onClose}
    >
      {(found) => <Content {...found} />}
    </RecordPanel>
  )
}

function Content({ file, invoices }: Answer<typeof getPaymentFile>) {
  const t = useMessages(staffWithdrawals)
  const format = useFormat()
  const { openRequest } = useShownWithdrawal()
  return (
    <div className="flex flex-col gap-5">
      <p className="flex flex-wrap items-center gap-3">
        <FileBadge file={file} />
        {stateOf(file) === 'open' &&
          t('files.openSummary', { count: file.openCount, amount: format.money(file.openTotal) })}
      </p>
      <PanelSection title={t('files.requests')}>
        <ul className="flex flex-col divide-y divide-line">
          {invoices.map((one) => (
            <li key={one.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
              <Button variant="ghost" size="sm" onClick={() => openRequest(one.id)}>
                {t('panel.title', { id: String(one.id) })}
              </Button>
              <Receiver {...one} />
              <span translate="no" className="figures ms-auto font-semibold">
                {format.money(one.amount)}
              </span>
              <StatusBadge status={one.status} />
            </li>
          ))}
        </ul>
      </PanelSection>
      {file.receipt && (
        <PanelSection title={t('panel.receipt.title')}>
          <ReceiptPicture address={file.receipt} id={file.id} />
        </PanelSection>
      )}
    </div>
  )
}

/** Saves the file under its name: a private file cannot be a link. */
function useDownload({ id }: PaymentFile) {
  const t = useMessages(staffWithdrawals)
  return useMutation({
    mutationFn: () => fetchFile(downloadPaymentFile, { params: { id } }, new AbortController().signal),
    onSuccess: (blob) => {
      const url = URL.createObjectURL(blob)
      const anchor = document.createElement('a')
      anchor.href = url
      anchor.download = `hessa-payments-${id}.csv`
      anchor.click()
      setTimeout(() => URL.revokeObjectURL(url), 60_000)
    },
    onError: (error) => toast.error(t('files.downloadFailed'), { description: errorText(error) }),
  })
}

function FileActions({ file }: { file: PaymentFile }) {
  const t = useMessages(staffWithdrawals)
  const [dialog, setDialog] = useState<'pay' | 'drop' | null>(null)
  const downloading = useDownload(file)
  const isOpen = stateOf(file) === 'open'
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="secondary" icon={Download} loading={downloading.isPending} onClick={() => downloading.mutate()}>
        {t('files.download')}
      </Button>
      {isOpen && file.openCount > 0 && (
        <Button icon={Check} onClick={() => setDialog('pay')}>
          {t('files.pay')}
        </Button>
      )}
      {isOpen && (
        <Button variant="danger-ghost" icon={Trash2} onClick={() => setDialog('drop')}>
          {t('files.drop')}
        </Button>
      )}
      {dialog && <CloseDialog dialog={dialog} file={file} onClose={() => setDialog(null)} />}
    </div>
  )
}

type CloseDialogProps = { dialog: 'pay' | 'drop'; file: PaymentFile; onClose: () => void }

function CloseDialog({ dialog, file, onClose }: CloseDialogProps) {
  const t = useMessages(staffWithdrawals)
  const format = useFormat()
  const client = useQueryClient()
  const id = String(file.id)
  const count = file.openCount
  const { role } = useMe()
  const [isEarly, setEarly] = useState(false)
  const amount = format.money(file.openTotal)
  if (dialog === 'pay') {
    return (
      <ReceiptDialog
        title={t('files.payTitle', { id })}
        text={t('files.payText', { count, amount })}
        label={t('files.receipt')}
        hint={t('files.receiptHint')}
        confirmLabel={t('files.pay')}
        isNeeded={file.method === WithdrawMethod.Bank}
        isEarly={isEarly}
        onSend={async (receipt, options) => {
          const body = formOf(receipt ? { receipt } : {})
          const paid = await upload(payPaymentFile, { params: { id: file.id }, body }, options)
            .catch((error: unknown) => {
              // A credential has changed since the file was made: what the bank has sent is recorded with a reason.
              if (codeOf(error) === 'invoice-cooling-off') setEarly(isSuperAdmin(role))
              throw error
            })
            .finally(() => refetchWithdrawals(client))
          toast.success(t('files.payDone', { count: paid.count, amount: format.money(paid.total) }))
        }}
        onClose={onClose}
      />
    )
  }
  return (
    <ReasonDialog
      title={t('files.dropTitle', { id })}
      description={t('files.dropText', { count })}
      confirmLabel={t('files.dropConfirm')}
      onConfirm={(reason) =>
        announce(request(dropPaymentFile, { params: { id: file.id } }, { reason }), {
          done: t('files.dropDone', { id }),
          failed: t('failed'),
        }).finally(() => refetchWithdrawals(client))
      }
      onClose={onClose}
    />
  )
}
