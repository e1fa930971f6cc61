import { clsx } from 'clsx'
import { FileText, ImageUp, Trash2, Video } from 'lucide-react'
import { type DragEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { UploadKind } from '#domain/files/content'
import { upload } from '#messages/upload'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { FieldGroup } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { type FileProblem, whyNotFile } from './file-check.ts'
import { FilePreview } from './file-preview.tsx'
import { ACCEPTED, useFileWords } from './file-words.ts'

export type FilePickerProps = {
  kind: UploadKind
  label: string
  /** What it is for, shown before the rule for accepted files. */
  hint?: string
  file: File | null
  /** Called only with a file that the server would accept. */
  onChange: (file: File | null) => void
  /** The address of the current image, shown while no file is chosen. */
  current?: string | null
  /** Whether a chosen file can be removed again. */
  isRemovable?: boolean
  optional?: boolean
  hideLabel?: boolean
  disabled?: boolean
  /** While a file is sent: takes no other one, and the button keeps the focus. */
  busy?: boolean
}

const icons = { video: Video, 'intro-video': Video, log: FileText }

/** Picks a file from the device: chosen, dropped or pasted. It is checked first, and shown. */
export function FilePicker({
  kind,
  label,
  hint,
  file,
  onChange,
  current = null,
  isRemovable = true,
  disabled = false,
  busy = false,
  ...rest
}: FilePickerProps) {
  const t = useMessages(upload)
  const words = useFileWords()
  const input = useRef<HTMLInputElement>(null)
  const zone = useRef<HTMLDivElement>(null)
  const isClosed = disabled || busy
  const { problem, accept } = useCheckedFile(kind, onChange)
  const { isOver, dropzone } = useFileDrop(accept, isClosed)
  useFilePaste(accept, kind, zone, isClosed)
  const Icon = kind in icons ? icons[kind as keyof typeof icons] : ImageUp
  return (
    <FieldGroup
      label={label}
      hint={hint ? `${hint} ${words.rule(kind)}` : words.rule(kind)}
      error={problem && words.problem(kind, problem)}
      {...rest}
    >
      <div
        ref={zone}
        data-file-picker
        {...dropzone}
        className={clsx(
          'flex flex-wrap items-center gap-4 rounded-card border-2 border-dashed p-4 transition-colors',
          isOver ? 'border-brand bg-brand-soft' : 'border-strong/60 bg-surface',
        )}
      >
        <FilePreview kind={kind} file={file} current={current} icon={Icon} />
        <div className="flex min-w-0 flex-1 basis-32 flex-col items-start gap-1.5">
          {file && (
            <p className="flex max-w-full gap-1.5 text-sm">
              <bdi translate="no" className="truncate">
                {file.name}
              </bdi>
              <span className="shrink-0 text-muted">({words.size(file.size)})</span>
            </p>
          )}
          <span className="flex items-center gap-1">
            <Button
              variant="secondary"
              size="sm"
              disabled={disabled}
              loading={busy}
              onClick={() => input.current?.click()}
            >
              {t(file ? 'another' : `choose.${kind}`)}
            </Button>
            {file && isRemovable && !isClosed && (
              <IconButton icon={Trash2} label={t('remove')} tone="danger" onClick={() => onChange(null)} />
            )}
          </span>
          <p className="text-muted text-sm max-md:sr-only">{t(isOver ? 'letGo' : 'dropHere')}</p>
        </div>
        <input
          ref={input}
          type="file"
          accept={ACCEPTED[kind]}
          hidden
          aria-label={label}
          disabled={isClosed}
          onChange={(event) => {
            const [chosen] = event.target.files ?? []
            if (chosen) void accept(chosen)
            // Otherwise choosing the same file again, after it was corrected, fires no event.
            event.target.value = ''
          }}
        />
      </div>
    </FieldGroup>
  )
}

/** Checks a file before it is accepted. A newer choice cancels one that is still being read. */
function useCheckedFile(kind: UploadKind, onChange: (file: File | null) => void) {
  const [problem, setProblem] = useState<FileProblem | null>(null)
  const latest = useRef<File | null>(null)
  const accept = async (file: File) => {
    latest.current = file
    const found = await whyNotFile(kind, file)
    if (latest.current !== file) return
    setProblem(found)
    if (found === null) onChange(file)
  }
  return { problem, accept }
}

function useFileDrop(accept: (file: File) => unknown, disabled: boolean) {
  const [isOver, setIsOver] = useState(false)
  if (disabled) return { isOver: false, dropzone: {} }
  const dropzone = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setIsOver(true)
    },
    onDragLeave: () => setIsOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setIsOver(false)
      const [file] = event.dataTransfer.files
      if (file) accept(file)
    },
  }
  return { isOver, dropzone }
}

/**
 * Accepts files from the clipboard, where screenshots often are; text is not pasted. Of several pickers on a screen one
 * takes the file: the one that has the focus, or else the first that is for images or videos as the file is.
 */
function useFilePaste(
  accept: (file: File) => unknown,
  kind: UploadKind,
  zone: RefObject<HTMLElement | null>,
  disabled: boolean,
) {
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const file = [...(event.clipboardData?.files ?? [])][0]
    if (!file || disabled || kind === 'log' || event.defaultPrevented) return
    const focused = document.activeElement?.closest('[data-file-picker]')
    const isForThis = focused
      ? focused === zone.current
      : file.type.startsWith('video/') === ACCEPTED[kind].startsWith('video/')
    if (!isForThis) return
    event.preventDefault()
    accept(file)
  })
  useEffect(() => {
    const listener = (event: ClipboardEvent) => onPaste(event)
    document.addEventListener('paste', listener)
    return () => document.removeEventListener('paste', listener)
  }, [])
}
