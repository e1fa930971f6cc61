import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BadgeCheck, ChevronLeft, MessageCircle } from 'lucide-react'
import type { TutorCard } from '#contract/tutors'
import { mayOpenRoom } from '#domain/chat/room'
import { isStudent, isTutorManager } from '#domain/roles'
import { tutors } from '../../i18n/ar/tutors.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useMaybeMe } from '../../platform/current-user.ts'
import { useDialog } from '../../platform/dialogs.tsx'
import { useFormat } from '../../platform/format.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { RatingStars } from '../../ui/rating-stars.tsx'
import { Portrait } from './portrait.tsx'
import { tutorStatsQuery } from './queries.ts'

/** Name, rating and figures of the tutor, with the booking as the primary action. */
export function TutorHeader({ tutor }: { tutor: TutorCard }) {
  const t = useMessages(tutors)
  const name = tutor.name ?? ''
  return (
    <>
      <Breadcrumb name={name} />
      <Card padding="lg" className="flex flex-col gap-6">
        <div className="flex flex-col gap-5 sm:flex-row sm:gap-7">
          <Portrait image={tutor.image} eager className="h-56 w-full rounded-card sm:size-44" />
          <div className="flex grow flex-col gap-2">
            <h1 className="text-2xl sm:text-3xl">
              <bdi>{name}</bdi>
            </h1>
            {isTutorManager(tutor.role) && (
              <p className="inline-flex items-center gap-1.5 font-semibold text-brand-ink text-sm">
                <BadgeCheck aria-hidden className="size-5" />
                {t('profile.manager')}
              </p>
            )}
            <p className="text-lg text-muted">{tutor.bio}</p>
            <RatingStars value={tutor.avgRating} count={tutor.ratingCount} />
            <div className="mt-3 flex flex-wrap gap-3">
              <Book tutorId={tutor.id} />
              <Talk tutor={tutor} />
            </div>
          </div>
        </div>
        <Figures tutor={tutor} />
      </Card>
    </>
  )
}

function Breadcrumb({ name }: { name: string }) {
  const t = useMessages(tutors)
  return (
    <nav aria-label={t('profile.breadcrumb')}>
      <ol className="flex items-center gap-1 text-sm">
        <li>
          <Link
            to="/tutors"
            className="inline-flex min-h-11 items-center text-brand-ink underline-offset-4 hover:underline"
          >
            {t('profile.tutors')}
          </Link>
        </li>
        <li aria-current="page" className="flex min-w-0 items-center gap-1 text-muted">
          <ChevronLeft aria-hidden className="size-4 shrink-0" />
          <bdi className="truncate">{name}</bdi>
        </li>
      </ol>
    </nav>
  )
}

function Book({ tutorId }: { tutorId: number }) {
  const t = useMessages(tutors)
  const me = useMaybeMe()
  const openBooking = useDialog('booking')
  if (me && !isStudent(me.role)) return <p className="w-full text-faint text-sm">{t('profile.nobook')}</p>
  return (
    <Button size="lg" className="max-sm:grow" onClick={() => openBooking({ tutorId })}>
      {t('profile.book')}
    </Button>
  )
}

/** Opens the chat with the tutor, for roles that may chat; a guest signs in first. */
function Talk({ tutor: { id, role } }: { tutor: TutorCard }) {
  const t = useMessages(tutors)
  const me = useMaybeMe()
  if (me && (me.id === id || !mayOpenRoom(me.role, role))) return null
  return (
    <LinkButton to="/chat" search={{ room: `t-${id}` }} variant="secondary" size="lg" icon={MessageCircle}>
      {t('profile.talk')}
    </LinkButton>
  )
}

/** Counts of students and lessons, and minutes taught. */
function Figures({ tutor }: { tutor: TutorCard }) {
  const t = useMessages(tutors)
  const { data } = useQuery(tutorStatsQuery(tutor.id))
  const count = data ?? { studentCount: undefined, lessonCount: undefined, totalMinutes: undefined }
  return (
    <dl className="grid grid-cols-3 gap-3 border-line border-t pt-5">
      <Figure value={count.studentCount} label={t('profile.students', { count: count.studentCount ?? 0 })} />
      <Figure value={count.lessonCount} label={t('profile.lessons', { count: count.lessonCount ?? 0 })} />
      <Figure value={count.totalMinutes} label={t('profile.minutes', { count: count.totalMinutes ?? 0 })} />
    </dl>
  )
}

function Figure({ value, label }: { value: number | undefined; label: string }) {
  const format = useFormat()
  return (
    <div className="flex flex-col-reverse text-center">
      <dt className="text-muted text-sm">{label}</dt>
      <dd className="figures font-bold text-2xl text-brand-ink">{value === undefined ? '…' : format.number(value)}</dd>
    </div>
  )
}
