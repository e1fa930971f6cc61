import { useQuery } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import type { TutorCard } from '#contract/tutor-card'
import { fromIso, type Instant } from '#domain/cairo'
import { dashboards } from '#messages/dashboards'
import { useMessages } from '../../messages/messages.ts'
import { shownName } from '../../messages/shown-name.ts'
import { useDialog } from '../../platform/dialogs.tsx'
import { useFormat } from '../../platform/format.ts'
import { SUGGESTED_TUTORS, suggestedTutorsQuery } from '../../shared/tutors/tutor-queries.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { SectionHeading } from '../../ui/card.tsx'
import { countTo } from '../../ui/count-to.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TutorLink } from '../tutors/shared/tutor-link.tsx'

/** Tutors who are free soon. Hidden when they cannot be loaded: the rest of the screen still works. */
export function SuggestedTutors({ now }: { now: Instant }) {
  const t = useMessages(dashboards)
  const { data, isError } = useQuery(suggestedTutorsQuery)
  if (data ? data.total === 0 : isError) return null
  return (
    <section>
      <SectionHeading
        title={t('suggested.title')}
        action={
          <LinkButton to="/tutors" variant="ghost" size="sm">
            {t('suggested.all')}
          </LinkButton>
        }
      />
      <ul className="grid gap-3 sm:grid-cols-3">
        {data
          ? data.list.map((tutor) => <Suggestion key={tutor.id} tutor={tutor} now={now} />)
          : countTo(SUGGESTED_TUTORS).map((place) => <Skeleton key={place} className="h-24 rounded-card" />)}
      </ul>
    </section>
  )
}

function Suggestion({ tutor, now }: { tutor: TutorCard; now: Instant }) {
  const t = useMessages(dashboards)
  const format = useFormat()
  const openBooking = useDialog('booking')
  const name = shownName(tutor) ?? t('someone')
  const nearest = tutor.nearestFreeTime
  return (
    <li className="group relative flex items-center gap-3 rounded-card border border-line bg-surface p-3.5 shadow-card transition-shadow hover:shadow-raised sm:flex-col sm:items-start">
      <Avatar id={tutor.id} name={name} src={tutor.image} size="lg" />
      <div className="min-w-0 grow">
        <h3 className="text-base">
          <TutorLink id={tutor.id} name={name} />
        </h3>
        <Rating tutor={tutor} />
        <p className="text-muted text-sm">
          {nearest ? t('suggested.free', { when: format.nearMoment(fromIso(nearest), now) }) : t('suggested.notFree')}
        </p>
      </div>
      {nearest && (
        <Button
          variant="secondary"
          size="sm"
          className="relative shrink-0"
          onClick={() => openBooking({ tutorId: tutor.id })}
          aria-label={t('suggested.bookWith', { name })}
        >
          {t('suggested.book')}
        </Button>
      )}
    </li>
  )
}

const BEST = 5

function Rating({ tutor }: { tutor: TutorCard }) {
  const t = useMessages(dashboards)
  const format = useFormat()
  if (tutor.ratingCount === 0) return <p className="text-muted text-sm">{t('suggested.fresh')}</p>
  const rating = format.number(tutor.avgRating, { maximumFractionDigits: 1 })
  return (
    <p className="flex items-center gap-1 text-sm">
      <Star aria-hidden className="size-4 fill-star text-star" />
      <span aria-hidden>{rating}</span>
      <span className="sr-only">{t('suggested.rating', { rating, max: BEST })}</span>
    </p>
  )
}
