import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ChevronLeft, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { getTutorForStudio } from '#contract/calls/tutors'
import { editUser } from '#contract/calls/users'
import type { TutorMediaItem } from '#contract/tutor-media'
import { isAdmin } from '#domain/roles'
import { staffStudio } from '#messages/staff-studio'
import { useMessages } from '../../messages/messages.ts'
import { ApiError, request } from '../../platform/api.ts'
import { useMe } from '../../platform/current-user.ts'
import { keys } from '../../platform/query-keys.ts'
import { MediaGallery } from '../../shared/onboarding/media-gallery.tsx'
import { tutorMediaQuery, useRefreshMedia } from '../../shared/onboarding/media-queries.ts'
import { MediaUpload } from '../../shared/onboarding/media-upload.tsx'
import { announce } from '../../ui/announce.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, SectionHeading } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Loader } from '../../ui/loader.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ReasonDialog } from '../table/shared/reason-dialog.tsx'
import { MEDIA_PARTS, type MediaPart, type StudioTutor } from './media-parts.ts'
import { TutorChat } from './tutor-chat.tsx'

/** A tutor's portrait, video and thumbnail: uploaded by the studio that the tutor chose, or by an admin. */
export function PhotoSessionScreen() {
  const t = useMessages(staffStudio)
  const { tutorId } = useParams({ from: '/shell/photo-session/$tutorId' })
  const id = Number(tutorId)
  const query = useQuery({
    queryKey: [...keys.tutors, 'for-studio', 'one', id],
    queryFn: ({ signal }) => request(getTutorForStudio, { params: { id } }, { signal }),
  })
  if (query.error instanceof ApiError && [403, 404].includes(query.error.status))
    return <EmptyState headingLevel={1} title={t('one.missing')} action={<Back />} />
  return (
    <QueryView query={query} loading={<Loader />} failed={{ headingLevel: 1 }}>
      {(tutor) => <Tutor tutor={tutor} name={tutor.name ?? t('nameless')} />}
    </QueryView>
  )
}

function Tutor({ tutor, name }: { tutor: StudioTutor; name: string }) {
  const t = useMessages(staffStudio)
  return (
    <Page>
      <PageHeader back={<Back />} title={t('one.title', { name })} text={<bdi translate="no">{tutor.email}</bdi>} />
      <Session tutor={tutor} name={name} />
    </Page>
  )
}

function Session({ tutor, name }: { tutor: StudioTutor; name: string }) {
  const me = useMe()
  const media = useQuery(tutorMediaQuery(tutor.id))
  const items = media.data?.list ?? []
  const isOwnStudio = tutor.studioId === me.id
  return (
    <div className={clsx('grid gap-5', isOwnStudio && 'xl:grid-cols-[minmax(0,1fr)_24rem]')}>
      <div className="flex min-w-0 flex-col gap-5">
        <AsSeen tutor={tutor} name={name} />
        {media.isError && !media.data && (
          <ErrorState onRetry={() => void media.refetch()} retrying={media.isFetching} />
        )}
        {MEDIA_PARTS.map((part) => (
          <MediaCard
            key={part}
            tutor={tutor}
            part={part}
            name={name}
            items={items.filter(({ kind }) => kind === part)}
            isLoading={media.isPending}
          />
        ))}
      </div>
      {isOwnStudio && <TutorChat tutorId={tutor.id} />}
    </div>
  )
}

/** The tutor’s page as students see it: all visible media together. */
function AsSeen({ tutor, name }: { tutor: StudioTutor; name: string }) {
  const t = useMessages(staffStudio)
  return (
    <Card className="flex flex-wrap items-center gap-5">
      <h2 className="w-full text-lg">{t('one.asSeen')}</h2>
      <Avatar id={tutor.id} name={name} src={tutor.image} size="xl" />
      {tutor.video === null ? (
        <p className="grid aspect-video w-72 max-w-full place-items-center rounded-card bg-sunken text-muted">
          {t('one.none')}
        </p>
      ) : (
        <video
          key={tutor.video}
          src={tutor.video}
          {...(tutor.thumbnail ? { poster: tutor.thumbnail } : {})}
          controls
          playsInline
          preload="none"
          aria-label={t('one.upload.video')}
          className="aspect-video w-72 max-w-full rounded-card bg-ink object-contain"
        />
      )}
    </Card>
  )
}

function Back() {
  const t = useMessages(staffStudio)
  return (
    <LinkButton to="/photo-sessions" variant="ghost" size="sm" icon={ChevronLeft} mirrorIcon className="-ms-3">
      {t('one.back')}
    </LinkButton>
  )
}

type MediaCardProps = {
  tutor: StudioTutor
  part: MediaPart
  name: string
  items: readonly TutorMediaItem[]
  isLoading: boolean
}

function MediaCard({ tutor, part, name, items, isLoading }: MediaCardProps) {
  const t = useMessages(staffStudio)
  const me = useMe()
  const refresh = useRefreshMedia()
  const [isRemoving, setRemoving] = useState(false)
  // A studio replaces a portrait but does not take it away (docs/rules/accounts.md 7.2).
  const mayRemove = tutor[part] !== null && (part !== 'image' || isAdmin(me.role))
  // The tutor's own choice stays until they, or an admin, remove it (docs/rules/tutors.md 1.7).
  const isChosen = items.some(({ chosenAt }) => chosenAt !== null)
  const isFixed = isChosen && !isAdmin(me.role)
  const remove = async (reason: string) => {
    const removal = request(editUser, { params: { id: tutor.id }, body: { [part]: null } }, { reason })
    const notices = { id: `media-${part}`, done: t('one.removed'), failed: t('one.failed') }
    await announce(removal, notices).finally(refresh)
  }
  return (
    <Card className="flex flex-col gap-4">
      <SectionHeading
        title={t(`one.upload.${part}`)}
        action={
          mayRemove && (
            <Button variant="danger-ghost" size="sm" icon={Trash2} onClick={() => setRemoving(true)}>
              {t('one.remove')}
            </Button>
          )
        }
      />
      <MediaUpload kind={part} tutorId={tutor.id} video={tutor.video} />
      {isFixed && <Banner>{t('one.chosen')}</Banner>}
      {isLoading && <Skeleton className="h-40 rounded-card" />}
      {items.length > 0 && (
        <>
          <h3 className="text-base">{t('one.history')}</h3>
          <MediaGallery kind={part} items={items} fixed={isFixed} />
        </>
      )}
      {isRemoving && (
        <ReasonDialog
          title={t(`one.removeTitle.${part}`, { name })}
          description={t('one.removeText')}
          confirmLabel={t('one.remove')}
          onConfirm={remove}
          onClose={() => setRemoving(false)}
        />
      )}
    </Card>
  )
}
