import { Link } from '@tanstack/react-router'
import { BadgeCheck, ChevronRight, MessageCircle } from 'lucide-react'
import type { TutorCard } from '#contract/tutor-card'
import { mayOpenRoom } from '#domain/chat/room'
import { isStudent, isTutorManager } from '#domain/roles'
import { tutorProfile } from '#messages/tutor-profile'
import { useMessages } from '../../messages/messages.ts'
import { shownBio, shownName } from '../../messages/shown-name.ts'
import { writtenIn } from '../../messages/written-in.ts'
import { useMaybeMe } from '../../platform/current-user.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { PersonName } from '../../ui/person-name.tsx'
import { RatingStars } from '../../ui/rating-stars.tsx'
import { FavouriteButton } from './favourite-button.tsx'
import { IntroVideo } from './intro-video.tsx'
import { Portrait } from './portrait.tsx'

/** The video first, then the tutor's data. Without a video the portrait is shown instead. */
export function TutorHeader({ tutor }: { tutor: TutorCard }) {
  const t = useMessages(tutorProfile)
  const me = useMaybeMe()
  const name = shownName(tutor) ?? ''
  return (
    <div className="flex flex-col gap-5">
      {tutor.video && <IntroVideo video={tutor.video} poster={tutor.thumbnail} />}
      <div className="flex items-start gap-4 sm:gap-5">
        <Portrait
          image={tutor.image}
          eager
          className={tutor.video ? 'size-20 rounded-card sm:size-24' : 'h-40 w-32 rounded-card sm:h-52 sm:w-44'}
        />
        <div className="flex min-w-0 grow flex-col gap-1.5">
          <div className="flex items-start justify-between gap-2">
            <h1 className="text-2xl sm:text-3xl">
              <PersonName>{name}</PersonName>
            </h1>
            {me !== null && isStudent(me.role) && <FavouriteButton tutorId={tutor.id} name={name} />}
          </div>
          {isTutorManager(tutor.role) && (
            <p className="inline-flex items-center gap-1.5 font-semibold text-brand-ink text-sm">
              <BadgeCheck aria-hidden className="size-5" />
              {t('profile.manager')}
            </p>
          )}
          <p className="text-muted">
            <bdi translate="yes" lang={writtenIn(shownBio(tutor))}>
              {shownBio(tutor)}
            </bdi>
          </p>
          <ul className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
            <li>
              <RatingStars value={tutor.avgRating} count={tutor.ratingCount} />
            </li>
            <li className="text-muted">{t('profile.lessons', { count: tutor.lessonCount })}</li>
            {tutor.studentCount > 0 && (
              <li className="text-muted">{t('profile.students', { count: tutor.studentCount })}</li>
            )}
          </ul>
          {tutor.speaksSlowly && (
            <p className="w-fit rounded-full bg-accent-soft px-3 py-0.5 text-accent-ink text-sm">{t('profile.slow')}</p>
          )}
        </div>
      </div>
    </div>
  )
}

/** The way back to the list. */
export function Breadcrumb({ name }: { name: string }) {
  const t = useMessages(tutorProfile)
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
          <ChevronRight aria-hidden className="mirror size-4 shrink-0" />
          <bdi translate="no" className="truncate">
            {name}
          </bdi>
        </li>
      </ol>
    </nav>
  )
}

/** Opens the chat with the tutor, for roles that may chat; a guest signs in first. */
export function Talk({ tutor: { id, role } }: { tutor: TutorCard }) {
  const t = useMessages(tutorProfile)
  const me = useMaybeMe()
  if (me && (me.id === id || !mayOpenRoom(me.role, role))) return null
  return (
    <LinkButton to="/chat" search={{ room: `t-${id}` }} variant="secondary" icon={MessageCircle} wide>
      {t('profile.talk')}
    </LinkButton>
  )
}
