import { Suspense, useState } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { type CropRule, needsCrop } from './crop-rule.ts'
import { FilePicker, type FilePickerProps } from './file-picker.tsx'
import { UploadProgress } from './upload-progress.tsx'
import { type UploadHandlers, useUpload } from './use-upload.ts'

type UploadProps = Omit<FilePickerProps, 'file' | 'onChange'> & {
  /** Sends the file: `(file, options) => upload(setUserImage, { body: formOf({ image: file }) }, options)`. */
  send: (file: File, options: UploadHandlers) => Promise<unknown>
  onDone: (file: File) => void
  /** The form in which an image is sent. */
  crop?: CropRule
  /** Identifies the stored file, if it is not `current`. When it changes, the sent file is no longer shown as chosen. */
  stored?: string | number | null
}

const CropDialog = lazyPart(async () => (await import('./crop-dialog.tsx')).CropDialog)

/**
 * Uploads a file as soon as it is chosen. For a file that is submitted with a form use `FilePicker`, `useUpload` and
 * `UploadProgress`, as the report does.
 */
export function Upload({ send, onDone, crop, stored, disabled = false, ...picker }: UploadProps) {
  const [chosen, setChosen] = useState<File | null>(null)
  const [uncropped, setUncropped] = useState<File | null>(null)
  const { state, start, cancel, reset } = useUpload()
  const isDone = state.status === 'done'
  const now = stored === undefined ? picker.current : stored
  const [before, setBefore] = useState(now)
  // Derived and not remounted: a change that another person makes meanwhile must not end an upload, nor move the focus.
  const file = isDone && now !== before ? null : chosen
  const sendFile = async (next: File) => {
    setBefore(now)
    if (await start((options) => send(next, options))) onDone(next)
  }
  const take = (next: File) => {
    setUncropped(null)
    setChosen(next)
    void sendFile(next)
  }
  const choose = async (next: File | null) => {
    if (next && crop && (await needsCrop(next, crop))) return setUncropped(next)
    if (next) return take(next)
    setChosen(null)
    reset()
  }
  return (
    <div className="flex flex-col gap-3">
      <FilePicker
        {...picker}
        file={file}
        onChange={(chosen) => void choose(chosen)}
        isRemovable={!isDone}
        disabled={disabled}
        busy={state.status === 'sending'}
      />
      <Suspense>
        {uncropped && crop && (
          <CropDialog file={uncropped} rule={crop} onCropped={take} onClose={() => setUncropped(null)} />
        )}
      </Suspense>
      {file && <UploadProgress name={file.name} state={state} onCancel={cancel} onRetry={() => void sendFile(file)} />}
    </div>
  )
}
