import { Play } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { TutorCard as Tutor } from '#contract/tutor-card'
import { language } from '#messages/language'
import { tutors } from '#messages/tutors'
import { useMessages } from '../../messages/messages.ts'
import { shownBio, shownName } from '../../messages/shown-name.ts'
import { writtenIn } from '../../messages/written-in.ts'
import { lazyPart, optionalPart } from '../../ui/lazy-part.tsx'
import { RatingStars } from '../../ui/rating-stars.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { NextTimes } from './next-times.tsx'
import { Portrait } from './portrait.tsx'
import { TutorLink } from './shared/tutor-link.tsx'
import { Topics } from './topics.tsx'

const CardVideo = lazyPart(async () => (await import('./card-video.tsx')).CardVideo)
const FavouriteButton = optionalPart(async () => (await import('./favourite-button.tsx')).FavouriteButton)

type TutorCardProps = {
  tutor: Tutor
  mayBook: boolean
  /** Whether the reader has favourites. */
  mayKeep: boolean
  /** Those that the student chose: the card shows them first. */
  chosenTopics: readonly string[]
  eager: boolean
}

/** One tutor in the list. The name's link covers the card; interactive elements are above it. */
export function TutorCard({ tutor, mayBook, mayKeep, chosenTopics, eager }: TutorCardProps) {
  const t = useMessages(tutors)
  const [isPlaying, setPlaying] = useState(false)
  const name = shownName(tutor) ?? ''
  const topics = { ar: tutor.topics, en: tutor.englishTopics }[language.code]
  return (
    <article className="group relative flex h-full flex-col gap-3 rounded-card border border-line bg-surface p-4 shadow-card transition-shadow hover:shadow-raised">
      {isPlaying && tutor.video && (
        <Suspense fallback={<Skeleton className="aspect-video w-full rounded-control" />}>
          <CardVideo video={tutor.video} poster={tutor.thumbnail} onClose={() => setPlaying(false)} />
        </Suspense>
      )}
      <div className="flex gap-4">
        {!isPlaying && (
          // Above the link that covers the card, which comes later and would take the film button's clicks.
          <span className="relative z-1 shrink-0">
            <Portrait image={tutor.image} eager={eager} className="h-32 w-26 rounded-control" />
            {tutor.video && <PlayButton name={name} onPlay={() => setPlaying(true)} />}
          </span>
        )}
        <div className="flex min-w-0 grow flex-col gap-1">
          <div className="flex items-start justify-between gap-2">
            <h2 className="text-lg">
              <TutorLink id={tutor.id} name={name} />
            </h2>
            {mayKeep && (
              <Suspense fallback={<span className="size-11 shrink-0" />}>
                <FavouriteButton tutorId={tutor.id} name={name} className="-me-2 -mt-2 relative" />
              </Suspense>
            )}
          </div>
          <RatingStars compact value={tutor.avgRating} count={tutor.ratingCount} />
          <p className="text-muted text-sm">{t('card.lessons', { count: tutor.lessonCount })}</p>
          <p className="line-clamp-2 text-sm">
            <bdi translate="yes" lang={writtenIn(shownBio(tutor))}>
              {shownBio(tutor)}
            </bdi>
          </p>
        </div>
      </div>
      {tutor.quote && (
        <p className="line-clamp-1 text-muted text-sm">
          <span className="sr-only">{t('card.quoted')} </span>
          <span lang={writtenIn(tutor.quote)}>{t('card.quote', { text: tutor.quote })}</span>
        </p>
      )}
      <Topics
        topics={topics.toSorted((one, other) => rank(chosenTopics, one) - rank(chosenTopics, other))}
        chosen={chosenTopics}
        note={tutor.speaksSlowly ? t('card.slow') : undefined}
      />
      {tutor.nextTimes.length > 0 ? (
        <NextTimes tutor={tutor} mayBook={mayBook} className="relative mt-auto" />
      ) : (
        <p className="mt-auto flex min-h-14 items-center rounded-control bg-sunken px-3 text-muted text-sm">
          {t('card.notFree')}
        </p>
      )}
    </article>
  )
}

const rank = (chosenTopics: readonly string[], topic: string) => (chosenTopics.includes(topic) ? 0 : 1)

function PlayButton({ name, onPlay }: { name: string; onPlay: () => void }) {
  const t = useMessages(tutors)
  return (
    <button
      type="button"
      aria-label={t('card.film', { name })}
      onClick={onPlay}
      className="absolute inset-0 grid place-items-end justify-start rounded-control p-2"
    >
      <span className="grid size-9 place-items-center rounded-full bg-surface/90 text-brand-ink shadow-raised transition-transform hover:scale-105">
        <Play aria-hidden className="ms-0.5 size-4 fill-current" />
      </span>
    </button>
  )
}
