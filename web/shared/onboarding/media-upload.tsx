import { Clapperboard } from 'lucide-react'
import { Suspense, useState } from 'react'
import { setTutorMedia } from '#contract/calls/tutors'
import { photoSession } from '#messages/photo-session'
import { useMessages } from '../../messages/messages.ts'
import { formOf, upload } from '../../platform/upload.ts'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { toast } from '../../ui/toasts.ts'
import { PORTRAIT, THUMBNAIL } from '../files/crop-rule.ts'
import { Upload } from '../files/upload.tsx'
import { UploadProgress } from '../files/upload-progress.tsx'
import { type UploadHandlers, useUpload } from '../files/use-upload.ts'
import { type MediaKind, useRefreshMedia } from './media-queries.ts'

const FrameDialog = lazyPart(async () => (await import('./frame-dialog.tsx')).FrameDialog)

type MediaUploadProps = {
  kind: MediaKind
  tutorId: number
  /** The address of a video, of which a frame may become the thumbnail. */
  video: string | null
}

/** Adds a portrait, video or thumbnail to those of a tutor; images are brought into their form first. */
export function MediaUpload({ kind, tutorId, video }: MediaUploadProps) {
  const t = useMessages(photoSession)
  const refresh = useRefreshMedia()
  const send = (file: File, options: UploadHandlers) =>
    upload(setTutorMedia, { query: { tutorId }, body: formOf({ [kind]: file }) }, options)
  const [sent, setSent] = useState(0)
  const onDone = async () => {
    toast.success(t(`upload.done.${kind}`), { id: `media-${kind}` })
    await refresh()
  }
  const onUploaded = () => void onDone().then(() => setSent((before) => before + 1))
  const crop = kind === 'image' ? { crop: PORTRAIT } : kind === 'thumbnail' ? { crop: THUMBNAIL } : {}
  return (
    <div className="flex flex-col gap-3">
      <Upload
        // Empty again once what was sent is among the pictures; not at any other change of them, which would drop a choice.
        stored={sent}
        kind={kind}
        label={t(`upload.label.${kind}`)}
        hint={t(`upload.hint.${kind}`)}
        {...crop}
        send={send}
        onDone={onUploaded}
      />
      {kind === 'thumbnail' && video !== null && <FrameUpload video={video} send={send} onDone={() => void onDone()} />}
    </div>
  )
}

type FrameUploadProps = {
  video: string
  send: (file: File, options: UploadHandlers) => Promise<unknown>
  onDone: () => void
}

function FrameUpload({ video, send, onDone }: FrameUploadProps) {
  const t = useMessages(photoSession)
  const [isChoosing, setChoosing] = useState(false)
  const [frame, setFrame] = useState<File | null>(null)
  const { state, start, cancel } = useUpload()
  const sendFrame = async (file: File) => {
    setChoosing(false)
    setFrame(file)
    if (await start((options) => send(file, options))) onDone()
  }
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        icon={Clapperboard}
        className="self-start"
        loading={state.status === 'sending'}
        onClick={() => setChoosing(true)}
      >
        {t('frame.open')}
      </Button>
      {frame && (
        <UploadProgress name={frame.name} state={state} onCancel={cancel} onRetry={() => void sendFrame(frame)} />
      )}
      <Suspense>
        {isChoosing && (
          <FrameDialog video={video} onTaken={(file) => void sendFrame(file)} onClose={() => setChoosing(false)} />
        )}
      </Suspense>
    </>
  )
}
