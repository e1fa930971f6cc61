import { tutorProfile } from '#messages/tutor-profile'
import { useMessages } from '../../messages/messages.ts'
import { writtenIn } from '../../messages/written-in.ts'
import { useFormat } from '../../platform/format.ts'
import { useRatingWords } from '../../shared/ratings/rating-words.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Card } from '../../ui/card.tsx'
import { PersonName } from '../../ui/person-name.tsx'
import { RatingStars } from '../../ui/rating-stars.tsx'
import type { Review, ReviewEntry as Told } from './review-groups.ts'

const FACES = 4
const NAMES = 2

export function ReviewCard({ card }: { card: Told }) {
  return card.kind === 'group' ? (
    <Wordless value={card.value} reviews={card.reviews} />
  ) : (
    <OneReview review={card.review} isOwn={card.kind === 'own'} />
  )
}

function Rated({ value }: { value: number }) {
  const words = useRatingWords()
  return <RatingStars value={value} words={words[value - 1] ?? ''} />
}

function OneReview({ review, isOwn }: { review: Review; isOwn: boolean }) {
  const t = useMessages(tutorProfile)
  const name = review.name ?? t('reviews.anonymous')
  return (
    <Card tone={isOwn ? 'brand' : 'surface'} className="flex h-full flex-col gap-3">
      <div className="flex items-center gap-3">
        <Avatar id={review.userId ?? review.id} name={name} src={review.image} />
        <div className="min-w-0">
          <p className="truncate font-semibold">
            <PersonName>{isOwn ? t('reviews.yours') : name}</PersonName>
          </p>
          <Rated value={review.value} />
        </div>
      </div>
      {review.feedback && (
        <p dir="auto" lang={writtenIn(review.feedback)} className="whitespace-pre-line">
          {review.feedback}
        </p>
      )}
    </Card>
  )
}

function Wordless({ value, reviews }: { value: number; reviews: readonly [Review, ...Review[]] }) {
  const t = useMessages(tutorProfile)
  const format = useFormat()
  const names = reviews.slice(0, NAMES).map(({ name }) => name ?? t('reviews.anonymous'))
  const others = reviews.length - names.length
  return (
    <Card tone="sunken" className="flex h-full flex-col gap-3">
      <div className="flex -space-x-3 rtl:space-x-reverse">
        {reviews.slice(0, FACES).map(({ id, name, image }) => (
          <Avatar key={id} id={id} name={name ?? ''} src={image} />
        ))}
      </div>
      <div>
        <p className="font-semibold">
          {others > 0 ? t('reviews.andOthers', { names: format.series(names), count: others }) : format.list(names)}
        </p>
        <p className="text-muted text-sm">{t('reviews.grouped', { count: reviews.length })}</p>
        <Rated value={value} />
      </div>
    </Card>
  )
}
