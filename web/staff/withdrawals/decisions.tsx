import { Ban, Check, NotebookPen, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { ListedInvoice } from '#contract/invoices'
import { fromIso } from '#domain/cairo'
import { innerText } from '#domain/rich-text'
import { isSuperAdmin } from '#domain/roles'
import { WithdrawMethod } from '#domain/withdrawals/receiver'
import { MAX_WITHDRAWAL_NOTE } from '#domain/withdrawals/request'
import { WithdrawalStatus, whyNotWithdrawalStatus } from '#domain/withdrawals/statuses'
import { staffWithdrawals } from '#messages/staff-withdrawals'
import { useMessages } from '../../messages/messages.ts'
import { useMe } from '../../platform/current-user.ts'
import { useFormat } from '../../platform/format.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { ReasonDialog } from '../table/shared/reason-dialog.tsx'
import { ReceiptDialog } from './receipt-dialog.tsx'
import { useDecide } from './use-decide.ts'
import { isMoving } from './withdrawal-fields.tsx'

const { PendingApproval, PendingCancellation, Canceled, Approved, Rejected } = WithdrawalStatus

type OpenDialog = 'pay' | 'reject' | 'cancel' | 'refuseCancel' | 'note'

/** The actions that an admin may take on a request in its current state, each with a dialog that states its effect. */
export function Decisions({ withdrawal }: { withdrawal: ListedInvoice }) {
  const t = useMessages(staffWithdrawals)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const isPaying = withdrawal.payout !== null && isMoving(withdrawal.payout)
  const may = (status: WithdrawalStatus) =>
    !isPaying && whyNotWithdrawalStatus(withdrawal.status, status, 'admin') === null
  const format = useFormat()
  const isCancellation = withdrawal.status === PendingCancellation
  const { coolingOff } = withdrawal
  const mayPay = useMayPay(withdrawal)
  return (
    <div className="flex flex-wrap gap-2">
      {may(Approved) && coolingOff && !mayPay && (
        <p className="w-full text-muted text-sm">
          {t('pay.notYet', { moment: format.moment(fromIso(coolingOff.until)) })}
        </p>
      )}
      {may(Approved) && mayPay && (
        <Button icon={Check} onClick={() => setDialog('pay')}>
          {t('actions.pay')}
        </Button>
      )}
      {isCancellation && (
        <>
          <Button variant="secondary" icon={Undo2} onClick={() => setDialog('cancel')}>
            {t('actions.cancel')}
          </Button>
          <Button variant="ghost" onClick={() => setDialog('refuseCancel')}>
            {t('actions.refuseCancel')}
          </Button>
        </>
      )}
      {may(Rejected) && (
        <Button variant="danger-ghost" icon={Ban} onClick={() => setDialog('reject')}>
          {t('actions.reject')}
        </Button>
      )}
      <Button variant="ghost" icon={NotebookPen} onClick={() => setDialog('note')}>
        {t(withdrawal.adminNote ? 'actions.note' : 'actions.addNote')}
      </Button>
      {dialog && <DecisionDialog dialog={dialog} withdrawal={withdrawal} onClose={() => setDialog(null)} />}
    </div>
  )
}

/** During the cooling-off only a super admin, who gives a reason (docs/rules/money.md 9.11). */
function useMayPay({ coolingOff }: ListedInvoice): boolean {
  const { role } = useMe()
  return coolingOff === null || isSuperAdmin(role)
}

const STATUS_OF = { reject: Rejected, cancel: Canceled, refuseCancel: PendingApproval } as const

type DecisionDialogProps = { dialog: OpenDialog; withdrawal: ListedInvoice; onClose: () => void }

function DecisionDialog({ dialog, withdrawal: shown, onClose }: DecisionDialogProps) {
  const t = useMessages(staffWithdrawals)
  const format = useFormat()
  // As it was when the dialog was opened, whatever is fetched meanwhile.
  const [withdrawal] = useState(shown)
  const decide = useDecide(withdrawal)
  const amount = format.money(withdrawal.amount)
  const name = withdrawal.tutor.name ?? t('nameless')
  if (dialog === 'note') return <NoteDialog withdrawal={withdrawal} onClose={onClose} />
  if (dialog === 'pay') {
    return (
      <ReceiptDialog
        title={t('pay.title', { amount })}
        text={t('pay.text', { amount, name })}
        label={t('pay.receipt')}
        hint={t('pay.receiptHint')}
        confirmLabel={t('pay.confirm')}
        isNeeded={withdrawal.method === WithdrawMethod.Bank && withdrawal.receipt === null}
        isEarly={withdrawal.coolingOff !== null}
        onSend={(receipt, options) =>
          decide({ status: String(Approved), ...(receipt && { receipt }) }, t('pay.done', { amount, name }), options)
        }
        onClose={onClose}
      />
    )
  }
  return (
    <ReasonDialog
      tone={dialog === 'refuseCancel' ? 'warning' : 'danger'}
      title={t(`${dialog}.title`, { amount })}
      description={t(`${dialog}.text`, { amount, name })}
      confirmLabel={t(`${dialog}.confirm`)}
      onConfirm={(reason) =>
        decide({ status: String(STATUS_OF[dialog]) }, t(`${dialog}.done`, { amount, name }), { reason })
      }
      onClose={onClose}
    />
  )
}

/** The note that the tutor sees; an empty one removes it. */
function NoteDialog({ withdrawal, onClose }: { withdrawal: ListedInvoice; onClose: () => void }) {
  const t = useMessages(staffWithdrawals)
  const decide = useDecide(withdrawal)
  const [note, setNote] = useState(withdrawal.adminNote ? innerText(withdrawal.adminNote) : '')
  const text = note.trim()
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      icon={NotebookPen}
      title={t('note.title')}
      confirmLabel={t('note.save')}
      cancelLabel={t('pay.keep')}
      onConfirm={() => decide({ note: text }, t(text === '' ? 'note.removed' : 'note.done'))}
    >
      <Field label={t('note.label')} hint={t('note.hint')}>
        <Textarea
          value={note}
          rows={3}
          maxLength={MAX_WITHDRAWAL_NOTE}
          onChange={(event) => setNote(event.target.value)}
        />
      </Field>
    </ConfirmDialog>
  )
}
