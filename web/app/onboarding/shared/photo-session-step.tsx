import { useQuery } from '@tanstack/react-query'
import { Camera, CircleCheck, CircleDashed } from 'lucide-react'
import type { TutorMediaItem } from '#contract/tutor-media'
import type { TutorMeta } from '#contract/tutors'
import type { User } from '#contract/users'
import { userAssets } from '#domain/files/kinds'
import { photoSession } from '#messages/photo-session'
import { useMessages } from '../../../messages/messages.ts'
import { useMe } from '../../../platform/current-user.ts'
import { ownTutorQuery } from '../../../shared/account/own-profile.ts'
import { MediaGallery } from '../../../shared/onboarding/media-gallery.tsx'
import { type MediaKind, tutorMediaQuery, useLiveMedia } from '../../../shared/onboarding/media-queries.ts'
import { MediaUpload } from '../../../shared/onboarding/media-upload.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { QueryView, together } from '../../../ui/query-view.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { StudioChoice } from '../studio-choice.tsx'

/** The photo session as the tutor sees it: the studio, its media, and which of them students see. */
export function PhotoSessionStep() {
  const t = useMessages(photoSession)
  const me = useMe()
  useLiveMedia(me.id)
  const tutor = useQuery(ownTutorQuery(me.id))
  const media = useQuery(tutorMediaQuery(me.id))
  const loading = (
    <Loading text={t('loading')} className="flex flex-col gap-4">
      <Skeleton className="h-10 rounded-card" />
      <Skeleton className="h-40 rounded-card" />
    </Loading>
  )
  return (
    <QueryView query={together(tutor, media)} loading={loading}>
      {([meta, { list }]) => <Step me={me} tutor={meta} items={list} />}
    </QueryView>
  )
}

type StepProps = { me: User; tutor: TutorMeta; items: readonly TutorMediaItem[] }

function Step({ me, tutor, items }: StepProps) {
  const t = useMessages(photoSession)
  const shown: Record<MediaKind, boolean> = {
    image: me.image !== null,
    video: tutor.video !== null,
    thumbnail: tutor.thumbnail !== null,
  }
  const next = tutor.studioId === null ? 'studio' : items.length === 0 ? 'agree' : 'choose'
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col gap-3">
        <p className="text-muted">{t(tutor.bypassOnboarding ? 'next.own' : `next.${next}`)}</p>
        <ul className="flex flex-wrap gap-2">
          {userAssets.map((kind) => (
            <li key={kind}>
              <Badge
                tone={shown[kind] ? 'success' : 'neutral'}
                icon={shown[kind] ? CircleCheck : CircleDashed}
                className="py-1.5"
              >
                {t(`parts.${kind}`)}
                <span className="sr-only">: {t(shown[kind] ? 'state.there' : 'state.missing')}</span>
              </Badge>
            </li>
          ))}
        </ul>
      </div>
      <section className="flex flex-col gap-3">
        <h3 className="text-base">{t(tutor.studioId === null ? 'studio.title' : 'studio.yours')}</h3>
        <StudioChoice studioId={tutor.studioId} />
      </section>
      {tutor.bypassOnboarding && (
        <section className="flex flex-col gap-5">
          <h3 className="text-base">{t('upload.title')}</h3>
          {userAssets.map((kind) => (
            <MediaUpload key={kind} kind={kind} tutorId={me.id} video={tutor.video} />
          ))}
        </section>
      )}
      <section className="flex flex-col gap-4">
        <h3 className="text-base">{t('media.title')}</h3>
        {items.length === 0 && (
          <EmptyState icon={Camera} headingLevel={3} title={t('media.emptyTitle')} text={t('media.emptyText')} />
        )}
        {userAssets.map((kind) => (
          <MediaOfKind key={kind} kind={kind} items={items.filter((item) => item.kind === kind)} />
        ))}
      </section>
    </div>
  )
}

function MediaOfKind({ kind, items }: { kind: MediaKind; items: readonly TutorMediaItem[] }) {
  const t = useMessages(photoSession)
  if (items.length === 0) return null
  return (
    <div className="flex flex-col gap-2">
      <h4 className="text-muted text-sm">{t(`parts.${kind}`)}</h4>
      <MediaGallery kind={kind} items={items} />
    </div>
  )
}
