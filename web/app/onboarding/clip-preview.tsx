import { RotateCcw, Send, Undo2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { INTRO_VIDEO_SECONDS, whyNotIntroVideoLength } from '#domain/onboarding/video-states'
import { introVideo } from '#messages/intro-video'
import { useMessages } from '../../messages/messages.ts'
import { useMe } from '../../platform/current-user.ts'
import { useFormat } from '../../platform/format.ts'
import { log } from '../../platform/log.ts'
import { useFileSource } from '../../platform/object-url.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { isFocusLost, moveFocus } from '../../ui/focus.ts'
import { useFocusAfter } from '../../ui/focus-hooks.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { clockText } from './clip-clock.ts'
import { TrimFields } from './trim-fields.tsx'
import type { Range } from './video-tools.ts'

const { min, max } = INTRO_VIDEO_SECONDS

/** A video that is not sent yet. */
export type Clip = { file: File; isRecorded: boolean }

type ClipPreviewProps = {
  clip: Clip
  onSend: (file: File) => void
  onRetake: () => void
  onDrop: () => void
}

/** The video before it is sent: as students will see it, with its length, a cut, and sending. */
export function ClipPreview({ clip, onSend, onRetake, onDrop }: ClipPreviewProps) {
  const t = useMessages(introVideo)
  const me = useMe()
  const player = useRef<HTMLVideoElement>(null)
  const { file, cutting, hasFailed, cut, undo } = useCut(clip.file)
  const length = useLength(file)
  useFileSource(player, file)
  const [isLosing, setIsLosing] = useState(false)
  const isLeft = (act: () => void) => (clip.isRecorded ? () => setIsLosing(true) : act)
  const refusal = typeof length === 'number' ? whyNotIntroVideoLength({ picture: length, whole: length }) : null
  const isSendable = typeof length === 'number' && refusal === null
  const acts = useRef<HTMLElement>(null)
  // The button that was pressed, to cut or to undo, is gone.
  useFocusAfter(cutting !== null ? 'cutting' : file === clip.file ? 'whole' : 'cut', () => {
    if (isFocusLost()) moveFocus(acts.current, { preventScroll: true })
  })
  return (
    <div className="flex flex-col gap-5">
      <section className="flex max-w-2xl flex-col gap-3">
        <h3 className="text-base">{t('clip.title')}</h3>
        <div className="overflow-hidden rounded-card border border-line bg-surface shadow-card">
          {/* biome-ignore lint/a11y/useMediaCaption: a video that was just made has no captions */}
          <video
            ref={player}
            controls
            playsInline
            aria-label={t('clip.player')}
            className="aspect-video w-full bg-ink"
          />
          <p className="flex items-center gap-3 p-3 font-bold">
            <Avatar id={me.id} name={me.name} src={me.image} size="sm" />
            {me.name}
          </p>
        </div>
        <LengthNote length={length} />
      </section>
      <section ref={acts} aria-label={t('clip.acts')} className="flex flex-col gap-5 outline-none">
        {cutting !== null ? (
          <ProgressBar className="max-w-2xl" value={Math.round(cutting * 100)} label={t('trim.cutting')} />
        ) : (
          <>
            {typeof length === 'number' && file === clip.file && length > min && (
              <TrimFields key={length} length={length} player={player} onCut={cut} />
            )}
            {file !== clip.file && (
              <Button variant="secondary" icon={Undo2} onClick={undo} className="self-start">
                {t('trim.undo')}
              </Button>
            )}
            {hasFailed && (
              <Banner tone="warning" announce="alert">
                {t('trim.failed')}
              </Banner>
            )}
            <div className="flex flex-col gap-2">
              <div className="flex flex-wrap gap-3">
                <Button icon={Send} mirrorIcon disabled={!isSendable} onClick={() => onSend(file)}>
                  {t('clip.send')}
                </Button>
                <Button variant="ghost" icon={RotateCcw} onClick={isLeft(clip.isRecorded ? onRetake : onDrop)}>
                  {t(clip.isRecorded ? 'clip.retake' : 'clip.another')}
                </Button>
              </div>
              <p className="text-muted text-sm">{t('clip.sendHint')}</p>
            </div>
          </>
        )}
      </section>
      <ConfirmDialog
        open={isLosing}
        onClose={() => setIsLosing(false)}
        tone="danger"
        title={t('lose.title')}
        description={t('lose.text')}
        confirmLabel={t('lose.confirm')}
        cancelLabel={t('lose.keep')}
        onConfirm={onRetake}
      />
    </div>
  )
}

/** Seconds; null for what is no video, undefined while it is read. */
function useLength(file: File): number | null | undefined {
  const [read, setRead] = useState<{ file: File; length: number | null } | null>(null)
  useEffect(() => {
    let isCurrent = true
    void import('./video-tools.ts')
      .then(({ readLength }) => readLength(file))
      .catch(() => null)
      .then((length) => isCurrent && setRead({ file, length }))
    return () => {
      isCurrent = false
    }
  }, [file])
  return read?.file === file ? read.length : undefined
}

function LengthNote({ length }: { length: number | null | undefined }) {
  const t = useMessages(introVideo)
  const format = useFormat()
  if (length === undefined) return <p role="status">{t('clip.reading')}</p>
  if (length === null)
    return (
      <Banner tone="danger" announce="alert">
        {t('clip.unreadable')}
      </Banner>
    )
  const words = { length: clockText(format, length), min: clockText(format, min), max: clockText(format, max) }
  const refusal = whyNotIntroVideoLength({ picture: length, whole: length })
  if (refusal === null) return <p className="figures text-muted text-sm">{t('clip.length', words)}</p>
  return (
    <Banner tone="warning" announce="status">
      {t(refusal === 'short-video-dur' ? 'clip.short' : 'clip.long', words)}
    </Banner>
  )
}

/** The file as it was made, or cut. */
function useCut(original: File) {
  const [made, setMade] = useState<File | null>(null)
  const [cutting, setCutting] = useState<number | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const cut = async (range: Range) => {
    const own = new AbortController()
    running.current = own
    setHasFailed(false)
    setCutting(0)
    try {
      const { finishVideo } = await import('./video-tools.ts')
      setMade(await finishVideo(original, { range, onProgress: setCutting, signal: own.signal }))
    } catch (error) {
      if (own.signal.aborted) return
      log.warning('the video was not cut', error)
      setHasFailed(true)
    }
    setCutting(null)
  }
  return {
    file: made ?? original,
    cutting,
    hasFailed,
    cut: (range: Range) => void cut(range),
    undo: () => setMade(null),
  }
}
