import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { TutorCard } from '#contract/tutor-card'
import { tutors } from '#messages/tutors'
import { useMessages } from '../../../messages/messages.ts'
import { shownName } from '../../../messages/shown-name.ts'
import { SUGGESTED_TUTORS, suggestedTutorsQuery } from '../../../shared/tutors/tutor-queries.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { SectionHeading } from '../../../ui/card.tsx'
import { countTo } from '../../../ui/count-to.ts'
import { RatingStars } from '../../../ui/rating-stars.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { NextTimes } from '../next-times.tsx'
import { TutorLink } from './tutor-link.tsx'
import { useTutorsWatch } from './watch-tutors.ts'

/**
 * For a student without lessons: the tutors with the soonest free times, which open the booking. If they cannot be loaded,
 * the title and the action stay.
 */
export function FreeTutors({ title, text, action }: { title: string; text: string; action: ReactNode }) {
  const { data, isError } = useQuery(suggestedTutorsQuery)
  useTutorsWatch()
  return (
    <section>
      <SectionHeading title={title} text={text} action={action} />
      {(data || !isError) && (
        <ul className="flex flex-col gap-3">
          {data
            ? data.list.map((tutor) => <FreeTutor key={tutor.id} tutor={tutor} />)
            : countTo(SUGGESTED_TUTORS).map((place) => <Skeleton key={place} className="h-37 rounded-card sm:h-24" />)}
        </ul>
      )}
    </section>
  )
}

function FreeTutor({ tutor }: { tutor: TutorCard }) {
  const t = useMessages(tutors)
  const name = shownName(tutor) ?? ''
  return (
    <li className="group relative grid items-center gap-x-6 gap-y-3 rounded-card border border-line bg-surface p-4 shadow-card transition-shadow hover:shadow-raised sm:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)]">
      <div className="flex min-w-0 items-center gap-3">
        <Avatar id={tutor.id} name={name} src={tutor.image} size="lg" />
        <div className="min-w-0">
          <h3 className="text-base">
            <TutorLink id={tutor.id} name={name} />
          </h3>
          <RatingStars compact value={tutor.avgRating} count={tutor.ratingCount} />
        </div>
      </div>
      {tutor.nextTimes.length > 0 ? (
        <NextTimes tutor={tutor} mayBook className="relative" />
      ) : (
        <p className="text-muted text-sm">{t('card.notFree')}</p>
      )}
    </li>
  )
}
