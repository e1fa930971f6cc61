import { RotateCw, X } from 'lucide-react'
import { upload } from '#messages/upload'
import { useMessages } from '../../messages/messages.ts'
import { errorText } from '../../platform/error-text.ts'
import { useFormat } from '../../platform/format.ts'
import { Button } from '../../ui/button.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import type { UploadState } from './use-upload.ts'

/** Announced four times during an upload, not with every packet. */
const ANNOUNCED_STEPS = 4

type UploadProgressProps = {
  name: string
  /** What did not arrive, where it is more than the file. */
  failed?: string
  state: UploadState
  onCancel: () => void
  /** Absent where the form's button sends again. */
  onRetry?: () => void
}

/** The progress of an upload, with cancel and retry. */
export function UploadProgress({ name, failed, state, onCancel, onRetry }: UploadProgressProps) {
  const t = useMessages(upload)
  const format = useFormat()
  return (
    <div className="flex flex-col gap-2 empty:hidden">
      {state.status === 'sending' && <Bar name={name} share={state.share} onCancel={onCancel} />}
      <div role="alert">
        {state.status === 'failed' && (
          <p className="rounded-control bg-danger-soft px-4 py-3 text-danger-ink">
            <b className="block">{failed ?? t('failed')}</b>
            {errorText(state.error)}
          </p>
        )}
        {state.status === 'cancelled' && <p className="text-muted">{t('cancelled')}</p>}
      </div>
      {onRetry && (state.status === 'failed' || state.status === 'cancelled') && (
        <Button variant="secondary" size="sm" icon={RotateCw} onClick={onRetry} className="self-start">
          {t('retry')}
        </Button>
      )}
      <p role="status" className="sr-only">
        {state.status === 'done' && t('done')}
        {state.status === 'sending' &&
          state.share > 0 &&
          t('announced', { percent: format.percent(scaled(stepOf(state.share))) })}
      </p>
    </div>
  )
}

/** Whole percents in the scale of `format.percent`: a hundredth of a percent. */
const scaled = (share: number) => Math.round(share * 100) * 100

const stepOf = (share: number) => Math.floor(share * ANNOUNCED_STEPS) / ANNOUNCED_STEPS

function Bar({ name, share, onCancel }: { name: string; share: number; onCancel: () => void }) {
  const t = useMessages(upload)
  const format = useFormat()
  const valueText = share >= 1 ? t('keeping') : format.percent(scaled(share))
  return (
    <div className="flex items-end gap-3">
      <ProgressBar
        className="min-w-0 flex-1"
        value={Math.round(share * 100)}
        label={t('sending', { name })}
        valueText={valueText}
      />
      <Button variant="ghost" size="sm" icon={X} onClick={onCancel}>
        {t('cancel')}
      </Button>
    </div>
  )
}
