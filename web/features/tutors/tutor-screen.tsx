import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { UserRoundX } from 'lucide-react'
import type { TutorCard } from '#contract/tutors'
import { tutors } from '../../i18n/ar/tutors.ts'
import { useMessages } from '../../i18n/messages.ts'
import { ApiError } from '../../platform/api.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { FreeTimes } from './free-times.tsx'
import { tutorQuery } from './shared/tutor-queries.ts'
import { useTutorsWatch } from './shared/watch-tutors.ts'
import { TutorHeader } from './tutor-header.tsx'
import { TutorSkeleton } from './tutor-skeleton.tsx'
import { TutorTabs } from './tutor-tabs.tsx'
import { useBookingByAddress } from './use-booking-by-address.ts'

/** /t/{id}: a tutor's page, readable by everybody. */
export function TutorScreen() {
  const { id } = useParams({ strict: false })
  const tutorId = Number(id)
  useTutorsWatch()
  return (
    <div className="container-page flex flex-col gap-6 py-4 sm:py-8">
      {Number.isSafeInteger(tutorId) && tutorId > 0 ? <Tutor id={tutorId} /> : <NoSuchTutor />}
    </div>
  )
}

const isMissing = (error: unknown) => error instanceof ApiError && (error.status === 404 || error.status === 400)

function Tutor({ id }: { id: number }) {
  const t = useMessages(tutors)
  const { data: tutor, error, isFetching, refetch } = useQuery(tutorQuery(id))
  if (isMissing(error)) return <NoSuchTutor />
  if (tutor) return <Page key={id} tutor={tutor} />
  return (
    <>
      <title>{t('profile.untitled')}</title>
      {error ? <ErrorState headingLevel={1} onRetry={() => void refetch()} retrying={isFetching} /> : <TutorSkeleton />}
    </>
  )
}

function Page({ tutor }: { tutor: TutorCard }) {
  const t = useMessages(tutors)
  useBookingByAddress(tutor.id)
  return (
    <>
      <title>{t('profile.documentTitle', { name: tutor.name ?? '' })}</title>
      <TutorHeader tutor={tutor} />
      <FreeTimes tutor={tutor} />
      <TutorTabs tutor={tutor} />
    </>
  )
}

function NoSuchTutor() {
  const t = useMessages(tutors)
  return (
    <>
      <title>{t('profile.notFoundTitle')}</title>
      <EmptyState
        icon={UserRoundX}
        headingLevel={1}
        title={t('profile.notFound')}
        text={t('profile.notFoundHint')}
        action={<LinkButton to="/tutors">{t('profile.otherTutors')}</LinkButton>}
      />
    </>
  )
}
