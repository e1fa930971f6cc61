import { useQuery } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { TutorCard } from '#contract/tutors'
import { isStudent } from '#domain/roles'
import { rating } from '#messages/rating'
import { useMessages } from '../../messages/messages.ts'
import { useMaybeMe } from '../../platform/current-user.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ownRatingQuery, taughtByQuery } from '../ratings/shared/own-rating.ts'

const RateTutorDialog = lazy(async () => ({
  default: (await import('../ratings/shared/rate-tutor-dialog.tsx')).RateTutorDialog,
}))

/** Asks a student who has had a lesson with the tutor for a rating, which can be changed later. */
export function OwnReview({ tutor }: { tutor: TutorCard }) {
  const t = useMessages(rating)
  const me = useMaybeMe()
  const [isRating, setIsRating] = useState(false)
  const asks = { enabled: me !== null && isStudent(me.role) }
  const { data: taughtBy } = useQuery({ ...taughtByQuery(me?.id ?? 0), ...asks })
  const { data: own } = useQuery({ ...ownRatingQuery(tutor.id, me?.id ?? 0), ...asks })
  if (!asks.enabled || own === undefined || !taughtBy?.includes(tutor.id)) return null
  const name = tutor.name ?? t('someone')
  return (
    <Card tone="brand" className="flex flex-wrap items-center justify-between gap-3">
      <div>
        <h2 className="text-base">{t(own ? 'titleEdit' : 'invitation.title', { name })}</h2>
        <p className="text-muted text-sm">{t('invitation.text')}</p>
      </div>
      <Button icon={Star} variant={own ? 'secondary' : 'primary'} onClick={() => setIsRating(true)}>
        {t(own ? 'edit' : 'rateTutor', { name })}
      </Button>
      <Suspense>{isRating && <RateTutorDialog tutor={tutor} onClose={() => setIsRating(false)} />}</Suspense>
    </Card>
  )
}
