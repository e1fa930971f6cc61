import { clsx } from 'clsx'
import { CircleCheck, Eye } from 'lucide-react'
import type { TutorMediaItem } from '#contract/tutor-media'
import { fromIso } from '#domain/cairo'
import { photoSession } from '#messages/photo-session'
import { useMessages } from '../../messages/messages.ts'
import { useMe } from '../../platform/current-user.ts'
import { useFormat } from '../../platform/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { type MediaKind, useShowMedia } from './media-queries.ts'

type MediaGalleryProps = {
  kind: MediaKind
  /** The media of this kind, newest first. */
  items: readonly TutorMediaItem[]
  /** Why none may be shown in place of the one that is; the buttons are missing then. */
  fixed?: boolean
}

/** Everything of one kind that was made of a tutor, and which of it students see. */
export function MediaGallery({ kind, items, fixed = false }: MediaGalleryProps) {
  return (
    <ul
      className={clsx(
        'grid gap-3',
        kind === 'image'
          ? 'grid-cols-2 sm:grid-cols-[repeat(auto-fill,minmax(10rem,1fr))]'
          : 'grid-cols-1 sm:grid-cols-[repeat(auto-fill,minmax(14rem,1fr))]',
      )}
    >
      {items.map((item) => (
        <li key={item.id}>
          <MediaTile kind={kind} item={item} fixed={fixed} />
        </li>
      ))}
    </ul>
  )
}

function MediaTile({ kind, item, fixed }: { kind: MediaKind; item: TutorMediaItem; fixed: boolean }) {
  const t = useMessages(photoSession)
  const format = useFormat()
  const me = useMe()
  const showing = useShowMedia()
  const label = t('media.item', { part: t(`parts.${kind}`), when: format.moment(fromIso(item.createdAt)) })
  const { uploadedBy } = item
  return (
    <figure
      className={`flex h-full flex-col gap-2 rounded-card border p-2 ${item.isShown ? 'border-brand ring-1 ring-brand' : 'border-line'}`}
    >
      <MediaPreview kind={kind} src={item.src} label={label} />
      <figcaption className="flex grow flex-col gap-1.5 px-1 text-muted text-xs">
        <span>{format.moment(fromIso(item.createdAt))}</span>
        <span className="wrap-anywhere">
          {uploadedBy.id === me.id ? t('media.byYou') : t('media.by', { name: uploadedBy.name ?? t('media.someone') })}
        </span>
        {item.chosenAt !== null && uploadedBy.id !== me.id && item.isShown && <span>{t('media.chosen')}</span>}
      </figcaption>
      {item.isShown ? (
        <Badge tone="success" icon={CircleCheck} className="min-h-9 justify-center">
          {t('media.shown')}
        </Badge>
      ) : (
        !fixed && (
          <Button
            variant="secondary"
            size="sm"
            icon={Eye}
            wide
            loading={showing.isPending}
            aria-label={`${t('media.show')}: ${label}`}
            onClick={() => showing.mutate(item)}
          >
            {t('media.show')}
          </Button>
        )
      )}
    </figure>
  )
}

/** A portrait square, a thumbnail and a video as wide as students see them. */
export function MediaPreview({ kind, src, label }: { kind: MediaKind; src: string; label: string }) {
  if (kind === 'video')
    return (
      // biome-ignore lint/a11y/useMediaCaption: tutors' videos have no captions
      <video
        src={src}
        controls
        playsInline
        preload="metadata"
        aria-label={label}
        className="aspect-video w-full rounded-control bg-ink"
      />
    )
  return (
    <img
      src={src}
      alt={label}
      loading="lazy"
      className={`w-full rounded-control bg-sunken object-cover ${kind === 'image' ? 'aspect-square' : 'aspect-video'}`}
    />
  )
}
