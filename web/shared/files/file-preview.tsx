import { clsx } from 'clsx'
import { useRef, useState } from 'react'
import type { UploadKind } from '#domain/files/content'
import { upload } from '#messages/upload'
import { useMessages } from '../../messages/messages.ts'
import { useFileSource, useObjectUrl } from '../../platform/object-url.ts'
import type { Icon } from '../../ui/icon.ts'

type FilePreviewProps = { kind: UploadKind; file: File | null; current: string | null; icon: Icon }

/** A preview of the file: a portrait round, other images whole, a video with controls. */
export function FilePreview({ kind, file, current, icon: Glyph }: FilePreviewProps) {
  const t = useMessages(upload)
  const chosen = useObjectUrl(file)
  const [broken, setBroken] = useState<string | null>(null)
  const preferred = chosen ?? current
  const address = preferred === broken ? null : preferred
  const onError = () => setBroken(address)
  const isVideo = kind === 'video' || kind === 'intro-video'
  const alt = chosen && file ? t('preview', { name: file.name }) : ''
  if (!address || kind === 'log')
    return (
      <span
        className={clsx(
          'grid size-20 shrink-0 place-items-center bg-brand-soft text-brand-ink',
          kind === 'image' ? 'rounded-full' : 'rounded-control',
        )}
      >
        <Glyph aria-hidden className="size-8" />
      </span>
    )
  if (isVideo && file) return <ChosenVideo file={file} label={alt} />
  if (isVideo)
    return (
      // biome-ignore lint/a11y/useMediaCaption: tutors and studios send no captions
      <video src={address} controls aria-label={alt} className="max-h-60 w-full rounded-control bg-ink" />
    )
  return kind === 'image' ? (
    <img src={address} alt={alt} onError={onError} className="size-24 shrink-0 rounded-full object-cover" />
  ) : (
    <img
      src={address}
      alt={alt}
      className="max-h-40 max-w-full shrink-0 rounded-control border border-line sm:max-w-56"
    />
  )
}

function ChosenVideo({ file, label }: { file: File; label: string }) {
  const player = useRef<HTMLVideoElement>(null)
  useFileSource(player, file)
  return (
    // biome-ignore lint/a11y/useMediaCaption: a video that was just chosen has no captions
    <video ref={player} controls aria-label={label} className="max-h-60 w-full rounded-control bg-ink" />
  )
}
