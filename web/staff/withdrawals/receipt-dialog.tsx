import { useState } from 'react'
import { staffWithdrawals } from '#messages/staff-withdrawals'
import { useMessages } from '../../messages/messages.ts'
import { FilePicker } from '../../shared/files/file-picker.tsx'
import { UploadProgress } from '../../shared/files/upload-progress.tsx'
import { type UploadHandlers, useUpload } from '../../shared/files/use-upload.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

type ReceiptDialogProps = {
  title: string
  /** What will happen, in numbers. */
  text: string
  label: string
  hint: string
  confirmLabel: string
  /** Bank transfers are not approved without. */
  isNeeded: boolean
  /** Sends the decision; shows what went wrong by throwing it. */
  onSend: (receipt: File | null, handlers: UploadHandlers) => Promise<unknown>
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
  onSend,
  onClose,
}: ReceiptDialogProps) {
  const t = useMessages(staffWithdrawals)
  const [file, setFile] = useState<File | null>(null)
  const [isMissing, setMissing] = useState(false)
  const uploading = useUpload()
  const isSending = uploading.state.status === 'sending'
  const send = async () => {
    setMissing(isNeeded && file === null)
    if (isNeeded && file === null) return
    if (await uploading.start((handlers) => onSend(file, handlers))) onClose()
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
