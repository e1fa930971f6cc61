import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { ChevronRight, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { getTutorForStudio, setTutorMedia } from '#contract/tutors'
import { editUser } from '#contract/users'
import { isAdmin } from '#domain/roles'
import { staffStudio } from '../../i18n/ar/staff-studio.ts'
import { useMessages } from '../../i18n/messages.ts'
import { ApiError, request } from '../../platform/api.ts'
import { useMe } from '../../platform/current-user.ts'
import { errorText } from '../../platform/error-text.ts'
import { keys } from '../../platform/query-keys.ts'
import { formOf, upload } from '../../platform/upload.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Loader } from '../../ui/loader.tsx'
import { toast } from '../../ui/toasts.ts'
import { Upload } from '../files/shared/upload.tsx'
import { ReasonDialog } from '../staff-table/shared/reason-dialog.tsx'
import { MEDIA_PARTS, type MediaPart, type StudioTutor } from './media-parts.ts'

/** A tutor's portrait, video and thumbnail: uploaded by the studio that the tutor chose, or by an admin. */
export function PhotoSessionScreen() {
  const t = useMessages(staffStudio)
  const { tutorId } = useParams({ from: '/shell/photo-session/$tutorId' })
  const id = Number(tutorId)
  const {
    data: tutor,
    error,
    isFetching,
    refetch,
  } = useQuery({
    queryKey: [...keys.tutors, 'for-studio', 'one', id],
    queryFn: ({ signal }) => request(getTutorForStudio, { params: { id } }, { signal }),
  })
  if (error instanceof ApiError && [403, 404].includes(error.status))
    return <EmptyState headingLevel={1} title={t('one.missing')} action={<Back />} />
  if (error && !tutor) return <ErrorState headingLevel={1} onRetry={() => void refetch()} retrying={isFetching} />
  if (!tutor) return <Loader />
  const name = tutor.name ?? t('nameless')
  return (
    <>
      <Back />
      <header className="my-4 flex items-center gap-4">
        <Avatar id={tutor.id} name={name} src={tutor.image} size="lg" />
        <div className="min-w-0">
          <h1 className="text-2xl">{t('one.title', { name })}</h1>
          <p className="truncate text-muted">
            <bdi>{tutor.email}</bdi>
          </p>
        </div>
      </header>
      <div className="grid gap-5 xl:grid-cols-3">
        {MEDIA_PARTS.map((part) => (
          <MediaCard key={part} tutor={tutor} part={part} name={name} />
        ))}
      </div>
    </>
  )
}

function Back() {
  const t = useMessages(staffStudio)
  return (
    <LinkButton to="/photo-sessions" variant="ghost" size="sm" icon={ChevronRight} mirrorIcon className="-ms-3">
      {t('one.back')}
    </LinkButton>
  )
}

type MediaCardProps = { tutor: StudioTutor; part: MediaPart; name: string }

function MediaCard({ tutor, part, name }: MediaCardProps) {
  const t = useMessages(staffStudio)
  const me = useMe()
  const queryClient = useQueryClient()
  const [isRemoving, setRemoving] = useState(false)
  const address = tutor[part]
  const refresh = () => queryClient.invalidateQueries({ queryKey: keys.tutors })
  // A studio replaces a portrait but does not take it away (docs/rules/accounts.md 7.2).
  const mayRemove = address !== null && (part !== 'image' || isAdmin(me.role))
  const remove = async (reason: string) => {
    try {
      await request(editUser, { params: { id: tutor.id }, body: { [part]: null } }, { reason })
      toast.success(t('one.removed'), { id: `media-${part}` })
    } catch (error) {
      toast.error(t('one.failed'), { id: `media-${part}`, description: errorText(error) })
      throw error
    } finally {
      await refresh()
    }
  }
  return (
    <Card className="flex flex-col gap-4">
      <h2 className="text-lg">{t(`one.upload.${part}`)}</h2>
      <Preview part={part} address={address} label={t(`one.upload.${part}`)} />
      {/* Remounted for each file, so that an uploaded one is no longer shown as chosen. */}
      <Upload
        key={address}
        kind={part}
        label={t(`one.upload.${part}`)}
        hint={t(`one.hint.${part}`)}
        hideLabel
        send={(file, options) =>
          upload(setTutorMedia, { query: { tutorId: tutor.id }, body: formOf({ [part]: file }) }, options)
        }
        onDone={() => {
          toast.success(t('one.saved'), { id: `media-${part}` })
          void refresh()
        }}
      />
      {mayRemove && (
        <Button variant="danger-ghost" size="sm" icon={Trash2} className="self-start" onClick={() => setRemoving(true)}>
          {t('one.remove')}
        </Button>
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

/** What students see now. */
function Preview({ part, address, label }: { part: MediaPart; address: string | null; label: string }) {
  const t = useMessages(staffStudio)
  if (address === null)
    return <p className="grid aspect-video place-items-center rounded-card bg-sunken text-muted">{t('one.none')}</p>
  if (part === 'video')
    return (
      // biome-ignore lint/a11y/useMediaCaption: tutors' videos have no captions
      <video
        src={address}
        controls
        preload="metadata"
        aria-label={label}
        className="aspect-video w-full rounded-card bg-ink"
      />
    )
  return <img src={address} alt={label} className="aspect-video w-full rounded-card bg-sunken object-contain" />
}
