import { Pause, Play, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { introVideo } from '#messages/intro-video'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { useFileWords } from '../../shared/files/file-words.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { IntroVideoUploading, UploadStatus } from './use-intro-video-upload.ts'

type Moving = Extract<UploadStatus, { status: 'sending' | 'interrupted' | 'paused' }>

const SECONDS_A_MINUTE = 60
/** Announced to screen readers four times, not with every packet. */
const ANNOUNCED_STEPS = 4

/** Whole percents in the scale of `format.percent`: a hundredth of a percent. */
const scaled = (share: number) => Math.floor(share * 100) * 100

/** The progress of the upload, and its buttons: pause, resume, cancel. */
export function UploadPanel({ state, uploading }: { state: UploadStatus; uploading: IntroVideoUploading }) {
  const t = useMessages(introVideo)
  if (state.status === 'checking')
    return (
      <div className="flex flex-col items-center gap-3 py-6 text-center">
        <Spinner />
        <p role="status">{t('sending.checking')}</p>
      </div>
    )
  return 'sent' in state ? <Progress state={state} uploading={uploading} /> : null
}

function Progress({ state, uploading }: { state: Moving; uploading: IntroVideoUploading }) {
  const t = useMessages(introVideo)
  const format = useFormat()
  const words = useFileWords()
  const [isAsking, setIsAsking] = useState(false)
  const { status, name, sent, total } = state
  const share = total > 0 ? sent / total : 0
  const announced = Math.floor(share * ANNOUNCED_STEPS) / ANNOUNCED_STEPS
  return (
    <div className="flex flex-col gap-4">
      <ProgressBar
        value={Math.floor(share * 100)}
        label={t('sending.bar', { name })}
        valueText={format.percent(scaled(share))}
        tone={status === 'sending' ? 'brand' : 'accent'}
      />
      <p className="figures flex flex-wrap justify-between gap-x-4 text-muted text-sm">
        <span>{t('sending.amount', { sent: words.size(sent), total: words.size(total) })}</span>
        {'secondsLeft' in state && state.secondsLeft !== null && <TimeLeft seconds={state.secondsLeft} />}
      </p>
      {status === 'sending' && <p className="text-sm">{t('sending.note')}</p>}
      {status === 'interrupted' && (
        <Banner
          tone="warning"
          announce="status"
          action={
            <Button size="sm" variant="secondary" icon={RotateCw} onClick={uploading.resume}>
              {t('sending.tryNow')}
            </Button>
          }
        >
          {t('sending.interrupted')}
        </Banner>
      )}
      {status === 'paused' && <Banner announce="status">{t('sending.paused')}</Banner>}
      <div className="flex flex-wrap gap-3">
        {status === 'paused' ? (
          <Button icon={Play} onClick={uploading.resume}>
            {t('sending.resume')}
          </Button>
        ) : (
          <Button variant="secondary" icon={Pause} onClick={uploading.pause}>
            {t('sending.pause')}
          </Button>
        )}
        <Button variant="ghost" onClick={() => setIsAsking(true)}>
          {t('sending.giveUp')}
        </Button>
      </div>
      <p role="status" className="sr-only">
        {announced > 0 && t('sending.announced', { percent: format.percent(scaled(announced)) })}
      </p>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        tone="danger"
        title={t('sending.giveUpTitle')}
        description={t('sending.giveUpText')}
        confirmLabel={t('sending.giveUp')}
        cancelLabel={t('sending.keepOn')}
        onConfirm={uploading.giveUp}
      />
    </div>
  )
}

function TimeLeft({ seconds }: { seconds: number }) {
  const t = useMessages(introVideo)
  const format = useFormat()
  const time =
    seconds < SECONDS_A_MINUTE
      ? t('sending.seconds', { count: Math.max(1, seconds) })
      : format.duration(Math.ceil(seconds / SECONDS_A_MINUTE))
  return <span>{t('sending.left', { time })}</span>
}
