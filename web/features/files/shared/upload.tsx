import { useState } from 'react'
import { FilePicker, type FilePickerProps } from './file-picker.tsx'
import { UploadProgress } from './upload-progress.tsx'
import { type UploadHandlers, useUpload } from './use-upload.ts'

type UploadProps = Omit<FilePickerProps, 'file' | 'onChange'> & {
  /** Sends the file: `(file, options) => upload(setUserImage, { body: formOf({ image: file }) }, options)`. */
  send: (file: File, options: UploadHandlers) => Promise<unknown>
  onDone: (file: File) => void
}

/**
 * Uploads a file as soon as it is chosen. For a file that is sent with a form use `FilePicker`, `useUpload` and
 * `UploadProgress`, as the report does.
 */
export function Upload({ send, onDone, disabled = false, ...picker }: UploadProps) {
  const [file, setFile] = useState<File | null>(null)
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
  const choose = (chosen: File | null) => {
    setFile(chosen)
    if (chosen) void sendFile(chosen)
    else reset()
  }
  return (
    <div className="flex flex-col gap-3">
      <FilePicker
        {...picker}
        file={file}
        onChange={choose}
        isRemovable={!isDone}
        disabled={disabled || state.status === 'sending'}
      />
      {file && <UploadProgress name={file.name} state={state} onCancel={cancel} onRetry={() => void sendFile(file)} />}
    </div>
  )
}
