import { useState } from 'react'
import { FilePicker, type FilePickerProps } from './file-picker.tsx'
import { UploadProgress } from './upload-progress.tsx'
import { type Sending, useUpload } from './use-upload.ts'

type UploadProps = Omit<FilePickerProps, 'file' | 'onChange'> & {
  /** Sends the file: `(file, options) => upload(setUserImage, { body: formOf({ image: file }) }, options)`. */
  send: (file: File, options: Sending) => Promise<unknown>
  onDone: (file: File) => void
}

/**
 * A file that is sent as soon as it is chosen. Where it goes with a form instead, use `FilePicker`, `useUpload` and
 * `UploadProgress`, as the report does.
 */
export function Upload({ send, onDone, disabled = false, ...picker }: UploadProps) {
  const [file, setFile] = useState<File | null>(null)
  const { state, start, cancel, reset } = useUpload()
  const isDone = state.status === 'done'
  // What was sent stands now, or something else does: there is nothing chosen any more.
  const [stood, setStood] = useState(picker.current)
  if (picker.current !== stood) {
    setStood(picker.current)
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
