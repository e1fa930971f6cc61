import { useInfiniteQuery } from '@tanstack/react-query'
import { MessageSquareQuote } from 'lucide-react'
import type { TutorCard } from '#contract/tutors'
import { tutorProfile } from '../../i18n/ar/tutor-profile.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useAccountId } from '../../platform/auth-token.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Loading, Skeleton, SkeletonText } from '../../ui/skeleton.tsx'
import { OwnReview } from './own-review.tsx'
import { reviewsQuery } from './profile-queries.ts'
import { ReviewCard } from './review-card.tsx'
import { reviewEntries } from './review-groups.ts'

/** Reviews: the reader's own first, then those with text, then ratings without text. */
export function ReviewsTab({ tutor }: { tutor: TutorCard }) {
  const t = useMessages(tutorProfile)
  const readerId = useAccountId()
  const query = useInfiniteQuery(reviewsQuery(tutor.id))
  const { data, isError, isFetching, refetch } = query
  if (isError && !data) return <ErrorState onRetry={() => void refetch()} retrying={isFetching} />
  if (!data) return <Skeletons />
  const reviews = data.pages.flatMap(({ list }) => list)
  const total = data.pages.at(-1)?.total ?? 0
  if (total === 0)
    return (
      <div className="flex flex-col gap-5">
        <OwnReview tutor={tutor} />
        <EmptyState
          icon={MessageSquareQuote}
          title={t('reviews.none')}
          text={t('reviews.noneHint', { name: tutor.name ?? '' })}
        />
      </div>
    )
  return (
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
