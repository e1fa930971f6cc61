import { useState } from 'react'
import { MAX_REASON, MIN_REASON } from '#domain/reason'
import { dataTable } from '#messages/data-table'
import { staffWithdrawals } from '#messages/staff-withdrawals'
import { useMessages } from '../../messages/messages.ts'
import { FilePicker } from '../../shared/files/file-picker.tsx'
import { UploadProgress } from '../../shared/files/upload-progress.tsx'
import { type UploadHandlers, useUpload } from '../../shared/files/use-upload.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/textarea.tsx'

type ReceiptDialogProps = {
  title: string
  /** What will happen, in numbers. */
  text: string
  label: string
  hint: string
  confirmLabel: string
  /** Bank transfers are not approved without. */
  isNeeded: boolean
  /** Paid before the end of its cooling-off: asks why. */
  isEarly?: boolean
  /** Sends the decision; shows what went wrong by throwing it. */
  onSend: (receipt: File | null, options: UploadHandlers & { reason?: string }) => Promise<unknown>
  onClose: () => void
}

/** Records a payment with its receipt: an image with a preview, sent with progress, and cancelled while it is sent. */
export function ReceiptDialog({
  title,
  text,
  label,
  hint,
  confirmLabel,
  isNeeded,
  isEarly = false,
  onSend,
  onClose,
}: ReceiptDialogProps) {
  const t = useMessages(staffWithdrawals)
  const words = useMessages(dataTable)
  const [file, setFile] = useState<File | null>(null)
  const [isMissing, setMissing] = useState(false)
  const [reason, setReason] = useState('')
  const [isReasonMissing, setReasonMissing] = useState(false)
  const uploading = useUpload()
  const isSending = uploading.state.status === 'sending'
  const send = async () => {
    const given = reason.trim()
    const isShort = isEarly && given.length < MIN_REASON
    setMissing(isNeeded && file === null)
    setReasonMissing(isShort)
    if (isShort || (isNeeded && file === null)) return
    if (await uploading.start((handlers) => onSend(file, isEarly ? { ...handlers, reason: given } : handlers)))
      onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={text}
      closable={!isSending}
      footer={
        <div className="flex flex-wrap gap-3">
          <Button loading={isSending} onClick={() => void send()}>
            {confirmLabel}
          </Button>
          <Button variant="secondary" disabled={isSending} onClick={onClose}>
            {t('pay.keep')}
          </Button>
        </div>
      }
    >
      <div className="flex flex-col gap-4">
        {isEarly && (
          <Field
            label={t('pay.whyNow')}
            hint={words('reason.hint', { min: MIN_REASON, max: MAX_REASON })}
            required
            {...(isReasonMissing ? { error: words('reason.short', { min: MIN_REASON }) } : {})}
          >
            <Textarea
              value={reason}
              rows={2}
              maxLength={MAX_REASON}
              disabled={isSending}
              onChange={(event) => setReason(event.target.value)}
            />
          </Field>
        )}
        <FilePicker
          kind="receipt"
          label={label}
          hint={hint}
          file={file}
          onChange={(chosen) => {
            setFile(chosen)
            setMissing(false)
          }}
          disabled={isSending}
          optional={!isNeeded}
        />
        {isMissing && (
          <p role="alert" className="font-semibold text-danger-ink">
            {t('pay.needed')}
          </p>
        )}
        <UploadProgress name={label} state={uploading.state} onCancel={uploading.cancel} />
      </div>
    </Dialog>
  )
}
