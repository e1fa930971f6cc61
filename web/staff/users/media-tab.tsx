import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { setTutorMedia } from '#contract/calls/tutors'
import { setUserImage } from '#contract/calls/users'
import type { User } from '#contract/users'
import { isTutorSide } from '#domain/roles'
import { mayActOn } from '#domain/users/editing'
import { staffPerson } from '#messages/staff-person'
import { useMessages } from '../../messages/messages.ts'
import { useMe } from '../../platform/current-user.ts'
import { keys } from '../../platform/query-keys.ts'
import { formOf, upload } from '../../platform/upload.ts'
import { PORTRAIT, THUMBNAIL } from '../../shared/files/crop-rule.ts'
import { Upload } from '../../shared/files/upload.tsx'
import type { UploadHandlers } from '../../shared/files/use-upload.ts'
import { announce } from '../../ui/announce.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { toast } from '../../ui/toasts.ts'
import { ReasonDialog } from '../table/shared/reason-dialog.tsx'
import type { TabProps } from './queries.ts'
import { tutorMetaQuery } from './queries.ts'
import { personKey } from './shared/person-query.ts'
import { useSavePerson } from './use-save-person.ts'

type Kind = 'image' | 'video' | 'thumbnail'

/** Portrait, and of a tutor the video and its thumbnail: uploaded as soon as they are chosen, deleted with a reason. */
export function MediaTab({ person }: TabProps) {
  const me = useMe()
  const { data: tutor } = useQuery({ ...tutorMetaQuery(person.id), enabled: isTutorSide(person.role) })
  const [removing, setRemoving] = useState<Kind | null>(null)
  const isEditable = mayActOn(me, person)
  const files: { kind: Kind; url: string | null }[] = [
    { kind: 'image', url: person.image },
    ...(tutor
      ? ([
          { kind: 'video', url: tutor.video },
          { kind: 'thumbnail', url: tutor.thumbnail },
        ] as const)
      : []),
  ]
  return (
    <>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        {files.map(({ kind, url }) => (
          <MediaCard
            key={kind}
            person={person}
            kind={kind}
            url={url}
            isEditable={isEditable}
            onRemove={() => setRemoving(kind)}
          />
        ))}
      </div>
      {removing && <RemoveDialog person={person} kind={removing} onClose={() => setRemoving(null)} />}
    </>
  )
}

/** The media of tutors come by their own call, also when staff upload them. */
const sender = (person: User, kind: Kind) => (file: File, options: UploadHandlers) =>
  isTutorSide(person.role)
    ? upload(setTutorMedia, { query: { tutorId: person.id }, body: formOf({ [kind]: file }) }, options)
    : upload(setUserImage, { query: { forUser: person.id }, body: formOf({ image: file }) }, options)

const cropOf = (kind: Kind) => {
  if (kind === 'video') return {}
  return { crop: kind === 'image' ? PORTRAIT : THUMBNAIL }
}

type MediaCardProps = { person: User; kind: Kind; url: string | null; isEditable: boolean; onRemove: () => void }

function MediaCard({ person, kind, url, isEditable, onRemove }: MediaCardProps) {
  const t = useMessages(staffPerson)
  const queryClient = useQueryClient()
  const onDone = () => {
    void queryClient.invalidateQueries({ queryKey: personKey(person.id) })
    void queryClient.invalidateQueries({ queryKey: keys.tutors })
    toast.success(t('media.saved'), { id: 'person' })
  }
  return (
    <Card padding="lg" className="flex flex-col gap-3">
      {kind === 'video' && url && (
        // biome-ignore lint/a11y/useMediaCaption: a tutor's own recording, which has no captions
        <video
          src={url}
          controls
          preload="none"
          aria-label={t('media.current')}
          className="aspect-video w-full rounded-card bg-inverse object-contain"
        />
      )}
      <Upload
        stored={url}
        kind={kind}
        label={t(`media.${kind}`)}
        current={kind === 'video' ? null : url}
        disabled={!isEditable}
        {...cropOf(kind)}
        send={sender(person, kind)}
        onDone={onDone}
      />
      {url === null && <p className="text-muted">{t('media.none')}</p>}
      {url !== null && isEditable && (
        <Button variant="danger-ghost" size="sm" icon={Trash2} className="self-start" onClick={onRemove}>
          {t('media.remove', { what: t(`media.${kind}`) })}
        </Button>
      )}
    </Card>
  )
}

function RemoveDialog({ person, kind, onClose }: { person: User; kind: Kind; onClose: () => void }) {
  const t = useMessages(staffPerson)
  const save = useSavePerson(person)
  const remove = (reason: string) =>
    announce(save({ [kind]: null }, { reason }), {
      id: 'person',
      done: (saved) => saved && t('media.removed'),
      failed: t('media.failed'),
    })
  const what = t(`media.${kind}`)
  return (
    <ReasonDialog
      icon={Trash2}
      title={t('media.removeTitle')}
      description={t('media.removeText')}
      confirmLabel={t('media.remove', { what })}
      onConfirm={remove}
      onClose={onClose}
    />
  )
}
