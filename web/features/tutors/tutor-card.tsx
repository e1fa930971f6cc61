import { CalendarClock, CalendarX2 } from 'lucide-react'
import type { TutorCard as Tutor } from '#contract/tutors'
import { fromIso } from '#domain/cairo'
import { tutors } from '../../i18n/ar/tutors.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useNow } from '../../platform/clock.ts'
import { useDialog } from '../../platform/dialogs.tsx'
import { useFormat } from '../../platform/format.ts'
import { Button } from '../../ui/button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { RatingStars } from '../../ui/rating-stars.tsx'
import { Portrait } from './portrait.tsx'
import { TutorLink } from './shared/tutor-link.tsx'
import { Topics } from './topics.tsx'

type TutorCardProps = { tutor: Tutor; mayBook: boolean; eager: boolean }

/** One tutor in the list. The name's link covers the card; the two buttons lie above it. */
export function TutorCard({ tutor, mayBook, eager }: TutorCardProps) {
  const t = useMessages(tutors)
  const name = tutor.name ?? ''
  return (
    <article className="group relative flex h-full flex-col gap-4 rounded-card border border-line bg-surface p-4 shadow-card transition-shadow hover:shadow-raised">
      <div className="flex gap-4">
        <Portrait image={tutor.image} eager={eager} className="h-32 w-26 rounded-control" />
        <div className="flex min-w-0 grow flex-col gap-1">
          <h2 className="text-lg">
            <TutorLink id={tutor.id} name={name} />
          </h2>
          <RatingStars compact value={tutor.avgRating} count={tutor.ratingCount} />
          <p className="text-muted text-sm">{t('card.lessons', { count: tutor.lessonCount })}</p>
          <p className="line-clamp-2 text-sm">{tutor.bio}</p>
        </div>
      </div>
      <Topics topics={tutor.topics} />
      <NearestTime at={tutor.nearestFreeTime} />
      <div className="relative flex flex-wrap gap-2 *:grow">
        {mayBook && tutor.nearestFreeTime && <BookButton tutorId={tutor.id} name={name} />}
        <LinkButton to="/t/$id" params={{ id: String(tutor.id) }} variant="secondary">
          {t('card.profile')} <span className="sr-only">{name}</span>
        </LinkButton>
      </div>
    </article>
  )
}

function BookButton({ tutorId, name }: { tutorId: number; name: string }) {
  const t = useMessages(tutors)
  const openBooking = useDialog('booking')
  return (
    <Button onClick={() => openBooking({ tutorId })}>
      {t('card.book')} <span className="sr-only">{t('card.with', { name })}</span>
    </Button>
  )
}

function NearestTime({ at }: { at: string | null }) {
  const t = useMessages(tutors)
  const format = useFormat()
  const now = useNow(60_000)
  const Icon = at ? CalendarClock : CalendarX2
  return (
    <p
      className={`mt-auto flex min-h-14 items-center gap-2.5 rounded-control px-3 py-2 text-sm ${at ? 'bg-brand-soft text-brand-ink' : 'bg-sunken text-muted'}`}
    >
      <Icon aria-hidden className="size-5 shrink-0" />
      {at ? (
        <span>
          <span className="block text-xs">{t('card.free')}</span>
          <time dateTime={at} className="font-semibold">
            {format.nearMoment(fromIso(at), now)}
          </time>
        </span>
      ) : (
        t('card.notFree')
      )}
    </p>
  )
}
