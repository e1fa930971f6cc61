import { lazy, Suspense, useState } from 'react'
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
}

const CropDialog = lazy(async () => ({ default: (await import('./crop-dialog.tsx')).CropDialog }))

/**
 * Uploads a file as soon as it is chosen. For a file that is sent with a form use `FilePicker`, `useUpload` and
 * `UploadProgress`, as the report does.
 */
export function Upload({ send, onDone, crop, disabled = false, ...picker }: UploadProps) {
  const [file, setFile] = useState<File | null>(null)
  const [uncropped, setUncropped] = useState<File | null>(null)
  const { state, start, cancel, reset } = useUpload()
  const isDone = state.status === 'done'
  // The stored file has changed: the uploaded one is no longer shown as chosen.
  const [lastCurrent, setLastCurrent] = useState(picker.current)
  if (picker.current !== lastCurrent) {
    setLastCurrent(picker.current)
    if (isDone) setFile(null)
  }
  const sendFile = async (chosen: File) => {
    if (await start((options) => send(chosen, options))) onDone(chosen)
  }
  const take = (chosen: File) => {
    setUncropped(null)
    setFile(chosen)
    void sendFile(chosen)
  }
  const choose = async (chosen: File | null) => {
    if (chosen && crop && (await needsCrop(chosen, crop))) return setUncropped(chosen)
    if (chosen) return take(chosen)
    setFile(null)
    reset()
  }
  return (
    <div className="flex flex-col gap-3">
      <FilePicker
        {...picker}
        file={file}
        onChange={(chosen) => void choose(chosen)}
        isRemovable={!isDone}
        disabled={disabled || state.status === 'sending'}
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
