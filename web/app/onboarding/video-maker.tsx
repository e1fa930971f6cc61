import { Video } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { introVideo } from '#messages/intro-video'
import { useMessages } from '../../messages/messages.ts'
import { errorText } from '../../platform/error-text.ts'
import { FilePicker } from '../../shared/files/file-picker.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { moveFocus } from '../../ui/focus.ts'
import { useFocusAfter } from '../../ui/focus-hooks.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { type Clip, ClipPreview } from './clip-preview.tsx'
import { UploadPanel } from './upload-panel.tsx'
import { useIntroVideoUpload } from './use-intro-video-upload.ts'

const VideoRecorder = lazyPart(async () => (await import('./video-recorder.tsx')).VideoRecorder)

/** Makes a video and sends it: recorded here or chosen from the device, looked at, cut, uploaded. */
export function VideoMaker() {
  const t = useMessages(introVideo)
  const uploading = useIntroVideoUpload()
  const [clip, setClip] = useState<Clip | null>(null)
  const [isRecording, setIsRecording] = useState(false)
  const { state } = uploading
  const isUploading = state.status !== 'idle' && state.status !== 'failed'
  const step = isUploading ? 'upload' : isRecording ? 'record' : clip ? 'clip' : 'start'
  const region = useRef<HTMLElement>(null)
  // The button that was pressed is gone with its step.
  useFocusAfter(step, () => moveFocus(region.current, { preventScroll: true }))
  if (state.status === 'loading') return <Spinner />
  return (
    <section ref={region} aria-label={t(`steps.${step}`)} className="flex flex-col gap-5 outline-none">
      {state.status === 'failed' && !isRecording && (
        <Banner tone="danger" announce="alert" title={t('sending.failed')}>
          {errorText(state.error)}
        </Banner>
      )}
      {isUploading && <UploadPanel state={state} uploading={uploading} />}
      {step === 'record' && (
        <Suspense fallback={<Spinner />}>
          <VideoRecorder
            onRecorded={(file) => {
              setClip({ file, isRecorded: true })
              setIsRecording(false)
            }}
            onBack={() => setIsRecording(false)}
          />
        </Suspense>
      )}
      {step === 'clip' && clip && (
        <ClipPreview
          clip={clip}
          onSend={uploading.start}
          onRetake={() => {
            setClip(null)
            setIsRecording(true)
          }}
          onDrop={() => setClip(null)}
        />
      )}
      {step === 'start' && (
        <Start onRecord={() => setIsRecording(true)} onChosen={(file) => setClip({ file, isRecorded: false })} />
      )}
    </section>
  )
}

const TIPS = ['light', 'quiet', 'sound'] as const

function Start({ onRecord, onChosen }: { onRecord: () => void; onChosen: (file: File) => void }) {
  const t = useMessages(introVideo)
  return (
    <>
      <p>{t('start.text')}</p>
      <section className="rounded-card bg-sunken p-4">
        <h3 className="text-base">{t('tips.title')}</h3>
        <ul className="mt-1.5 list-disc ps-5 text-[0.9375rem]">
          {TIPS.map((tip) => (
            <li key={tip}>{t(`tips.${tip}`)}</li>
          ))}
        </ul>
      </section>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button icon={Video} onClick={onRecord}>
          {t('start.record')}
        </Button>
        <p className="text-muted text-sm">{t('start.recordHint')}</p>
      </div>
      <p
        aria-hidden
        className="flex items-center gap-3 text-muted text-sm before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line"
      >
        {t('start.or')}
      </p>
      <FilePicker
        kind="intro-video"
        label={t('start.choose')}
        file={null}
        onChange={(file) => {
          if (file) onChosen(file)
        }}
      />
    </>
  )
}
