import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { TutorCard } from '#contract/tutor-card'
import { isStudent } from '#domain/roles'
import { rating } from '#messages/rating'
import { tutorProfile } from '#messages/tutor-profile'
import { useMessages } from '../../messages/messages.ts'
import { shownName } from '../../messages/shown-name.ts'
import { useAccountId } from '../../platform/auth-token.ts'
import { useMaybeMe } from '../../platform/current-user.ts'
import { useRatingWords } from '../../shared/ratings/rating-words.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { RatingStars } from '../../ui/rating-stars.tsx'
import { Loading, Skeleton, SkeletonText } from '../../ui/skeleton.tsx'
import { ownRatingQuery, taughtByQuery } from '../ratings/shared/own-rating.ts'
import { reviewsQuery } from './profile-queries.ts'
import { ReviewCard } from './review-card.tsx'
import { reviewEntries } from './review-groups.ts'

const RateTutorDialog = lazyPart(async () => (await import('../ratings/shared/rate-tutor-dialog.tsx')).RateTutorDialog)

/** Asks a student who has had a lesson with the tutor for a rating, which can be changed later. */
function OwnReview({ tutor }: { tutor: TutorCard }) {
  const t = useMessages(rating)
  const me = useMaybeMe()
  const [isRating, setIsRating] = useState(false)
  const asks = { enabled: me !== null && isStudent(me.role) }
  const { data: taughtBy } = useQuery({ ...taughtByQuery(me?.id ?? 0), ...asks })
  const { data: own } = useQuery({ ...ownRatingQuery(tutor.id, me?.id ?? 0), ...asks })
  if (!asks.enabled || own === undefined || !taughtBy?.includes(tutor.id)) return null
  const name = shownName(tutor) ?? t('someone')
  return (
    <Card tone="brand" className="flex flex-wrap items-center justify-between gap-3">
      <div>
        <h2 className="text-base">{t(own ? 'titleEdit' : 'invitation.title', { name })}</h2>
        <p className="text-muted text-sm">{t('invitation.text')}</p>
      </div>
      <Button icon={Star} variant={own ? 'secondary' : 'primary'} onClick={() => setIsRating(true)}>
        {t(own ? 'edit' : 'rateTutor', { name })}
      </Button>
      <Suspense>
        {isRating && <RateTutorDialog tutor={{ id: tutor.id, name }} onClose={() => setIsRating(false)} />}
      </Suspense>
    </Card>
  )
}

/** Reviews: the reader's own first, then those with text, then ratings without text. */
export function ReviewsTab({ tutor }: { tutor: TutorCard }) {
  const t = useMessages(tutorProfile)
  const readerId = useAccountId()
  const query = useInfiniteQuery(reviewsQuery(tutor.id))
  const reviews = query.data?.pages.flatMap(({ list }) => list) ?? []
  const total = query.data?.pages.at(-1)?.total ?? 0
  const none = (
    <div className="flex flex-col gap-5">
      <OwnReview tutor={tutor} />
      <NoReviews name={shownName(tutor) ?? ''} />
    </div>
  )
  return (
    <QueryView query={query} loading={<Skeletons />} empty={() => total === 0 && none}>
      {() => (
        <div className="flex flex-col items-center gap-5 *:self-stretch">
          <OwnReview tutor={tutor} />
          <ul className={grid}>
            {reviewEntries(reviews, readerId).map((card) => (
              <li key={card.kind === 'group' ? `all ${card.value}` : card.review.id}>
                <ReviewCard card={card} />
              </li>
            ))}
          </ul>
          <p role="status" className="text-center text-muted text-sm">
            {t('reviews.shown', { shown: reviews.length, total })}
          </p>
          {query.hasNextPage && (
            <Button
              variant="secondary"
              className="sm:self-center!"
              loading={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              {t('reviews.more')}
            </Button>
          )}
        </div>
      )}
    </QueryView>
  )
}

/** Before the first review: who may write one, and where it is shown (docs/rules/tutors.md 5.1 to 5.7). */
function NoReviews({ name }: { name: string }) {
  const t = useMessages(tutorProfile)
  const question = useMessages(rating)
  const words = useRatingWords()
  return (
    <Card padding="lg" className="flex flex-col gap-4">
      <div>
        <h2 className="text-lg">{t('reviews.none')}</h2>
        <p className="text-muted">{t('reviews.who')}</p>
      </div>
      <p className="font-semibold">{question('title', { name })}</p>
      <ul className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
        {words
          .map((word, index) => (
            <li key={word}>
              <RatingStars value={index + 1} words={word} />
            </li>
          ))
          .reverse()}
      </ul>
      <p className="border-line border-t pt-4 text-muted text-sm">{t('reviews.shownHow')}</p>
    </Card>
  )
}

const grid = 'grid w-full gap-4 sm:grid-cols-2'

function Skeletons() {
  const t = useMessages(tutorProfile)
  return (
    <Loading text={t('reviews.loading')} className={grid}>
      {[1, 2, 3].map((card) => (
        <Card key={card} className="flex flex-col gap-4">
          <div className="flex items-center gap-3">
            <Skeleton round className="size-11" />
            <Skeleton className="h-5 w-32" />
          </div>
          <SkeletonText lines={3} />
        </Card>
      ))}
    </Loading>
  )
}
