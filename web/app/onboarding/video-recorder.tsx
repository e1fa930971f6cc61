import { ChevronLeft, Circle, RotateCw, Square } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { INTRO_VIDEO_SECONDS } from '#domain/onboarding/video-states'
import { introVideo } from '#messages/intro-video'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { moveFocus } from '../../ui/focus.ts'
import { useFocusAfter } from '../../ui/focus-hooks.ts'
import { LeaveQuestion } from '../../ui/leave-question.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { clockText } from './clip-clock.ts'
import { Prompter } from './prompter.tsx'
import { useRecorder } from './use-recorder.ts'

const { min, max } = INTRO_VIDEO_SECONDS

type VideoRecorderProps = { onRecorded: (file: File) => void; onBack: () => void }

/** Records a video with the questions in front of the eyes. */
export function VideoRecorder({ onRecorded, onBack }: VideoRecorderProps) {
  const t = useMessages(introVideo)
  const { state, stream, openAgain, begin, stop } = useRecorder(onRecorded)
  const stopButton = useRef<HTMLButtonElement>(null)
  useFocusAfter(state.phase, () => {
    if (state.phase === 'recording') moveFocus(stopButton.current)
  })
  const isRunning = state.phase === 'recording' || state.phase === 'finishing'
  return (
    <div className="flex max-w-2xl flex-col gap-4">
      {state.phase === 'problem' ? (
        <Banner
          tone="warning"
          announce="alert"
          title={t('recorder.problems.title')}
          action={
            state.problem !== 'insecure' &&
            state.problem !== 'unsupported' && (
              <Button size="sm" variant="secondary" icon={RotateCw} onClick={openAgain}>
                {t('recorder.again')}
              </Button>
            )
          }
        >
          {t(`recorder.problems.${state.problem}`)}
        </Banner>
      ) : (
        <>
          <Prompter />
          <div className="relative overflow-hidden rounded-card bg-ink">
            <Mirror stream={stream} />
            {state.phase === 'opening' && <Cover text={t('recorder.opening')} />}
            {state.phase === 'finishing' && <Cover text={t('recorder.makingReady')} />}
            {state.phase === 'countdown' && (
              <p
                role="status"
                aria-label={t('recorder.countdown', { n: state.left })}
                className="figures absolute inset-0 grid place-items-center bg-overlay font-bold text-8xl text-on-deep"
              >
                <Count value={state.left} />
              </p>
            )}
            {state.phase === 'recording' && (
              <p className="absolute inset-s-3 top-3 flex items-center gap-2 rounded-full bg-danger px-3 py-1 font-semibold text-on-danger text-sm">
                <span aria-hidden className="size-2.5 animate-pulse rounded-full bg-on-danger" />
                {t('recorder.recording')}
              </p>
            )}
          </div>
          {state.phase === 'recording' ? (
            <Length seconds={state.length} />
          ) : (
            <p className="text-muted text-sm">{t('recorder.mirrored')}</p>
          )}
        </>
      )}
      <div className="flex flex-wrap gap-3">
        {state.phase === 'ready' && (
          <Button icon={Circle} onClick={begin}>
            {t('recorder.begin')}
          </Button>
        )}
        {state.phase === 'recording' && (
          <Button ref={stopButton} variant="danger" icon={Square} onClick={stop}>
            {t('recorder.stop')}
          </Button>
        )}
        {!isRunning && (
          <Button variant="ghost" icon={ChevronLeft} mirrorIcon onClick={onBack}>
            {t('recorder.back')}
          </Button>
        )}
      </div>
      <LeaveQuestion
        hasChanges={isRunning}
        isLeaving={(current, next) => current.pathname !== next.pathname}
        words={{ title: t('lose.title'), text: t('lose.text'), leave: t('lose.leave'), stay: t('lose.keep') }}
      />
    </div>
  )
}

/** A mirrored preview of the camera; the recording is not mirrored. */
function Mirror({ stream }: { stream: MediaStream | null }) {
  const t = useMessages(introVideo)
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (video.current) video.current.srcObject = stream
  }, [stream])
  return (
    <video
      ref={video}
      autoPlay
      muted
      playsInline
      aria-label={t('recorder.label')}
      className="aspect-video w-full -scale-x-100 object-contain"
    />
  )
}

function Cover({ text }: { text: string }) {
  return (
    <div
      role="status"
      className="absolute inset-0 grid place-content-center justify-items-center gap-3 bg-ink text-surface"
    >
      <Spinner />
      {text}
    </div>
  )
}

function Count({ value }: { value: number }) {
  return <span aria-hidden>{useFormat().number(value)}</span>
}

/** How long it is already, and from when on it is enough. */
function Length({ seconds }: { seconds: number }) {
  const t = useMessages(introVideo)
  const format = useFormat()
  const isEnough = seconds >= min
  return (
    <div className="flex flex-col gap-2">
      <ProgressBar
        value={Math.round(seconds)}
        max={max}
        label={t('recorder.length', { length: clockText(format, seconds) })}
        valueText={clockText(format, max)}
        tone={isEnough ? 'success' : 'accent'}
      />
      <p role="status" className="text-sm">
        {isEnough
          ? t('recorder.enough', { max: clockText(format, max) })
          : t('recorder.atLeast', { min: clockText(format, min) })}
      </p>
    </div>
  )
}
