import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { rating } from '#messages/rating'
import { useMessages } from '../../../messages/messages.ts'
import { useMe } from '../../../platform/current-user.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { ownRatingQuery, useOwnRating } from './own-rating.ts'
import { type RatedTutor, RateTutorForm } from './rate-tutor-form.tsx'

type RateTutorDialogProps = { tutor: RatedTutor; onClose: () => void }

/** Creates, changes or deletes a student's rating of a tutor. */
export function RateTutorDialog({ tutor, onClose }: RateTutorDialogProps) {
  const t = useMessages(rating)
  const me = useMe()
  const name = tutor.name ?? t('someone')
  const [isDeleting, setIsDeleting] = useState(false)
  const query = useQuery(ownRatingQuery(tutor.id, me.id))
  const { data: own, isPending } = query
  const { deleting } = useOwnRating(tutor.id, own ?? null)
  if (isDeleting && own)
    return (
      <ConfirmDialog
        open
        onClose={() => setIsDeleting(false)}
        tone="danger"
        title={t('deleting.title', { name })}
        description={t('deleting.text')}
        confirmLabel={t('deleting.confirm')}
        cancelLabel={t('deleting.keep')}
        onConfirm={() => deleting.mutateAsync(own.id).then(onClose)}
      />
    )
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(own ? 'titleEdit' : 'title', { name })}
      description={t('text')}
      loading={isPending}
    >
      <QueryView query={query} loading={null}>
        {(rating) => (
          <RateTutorForm
            key={rating?.id ?? 0}
            tutor={tutor}
            own={rating}
            onDone={onClose}
            onLater={onClose}
            onDelete={() => setIsDeleting(true)}
          />
        )}
      </QueryView>
    </Dialog>
  )
}
