import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { UserRoundX } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import type { TutorCard } from '#contract/tutor-card'
import { tutorProfile } from '#messages/tutor-profile'
import { useMessages } from '../../messages/messages.ts'
import { shownName } from '../../messages/shown-name.ts'
import { isMissing } from '../../platform/api.ts'
import { useDialog } from '../../platform/dialogs.tsx'
import { DocumentTitle } from '../../platform/document-title.tsx'
import { tutorQuery } from '../../shared/tutors/tutor-queries.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Page } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Loading, Skeleton, SkeletonText } from '../../ui/skeleton.tsx'
import { BookBar, BookPanel } from './book-panel.tsx'
import { tutorTimesQuery } from './profile-queries.ts'
import { useTutorsWatch } from './shared/watch-tutors.ts'
import { Breadcrumb, TutorHeader } from './tutor-header.tsx'
import { TutorTabs } from './tutor-tabs.tsx'
import { tutorMissingTitle, tutorTitle } from './tutor-title.ts'

/** `?book=true` opens the booking once, with the time of `at` chosen, and is then removed, so that going back does not open it again. */
function useBookingByAddress(tutorId: number): void {
  const { book: isRequested = false, tab, at } = useSearch({ from: '/shell/t/$id' })
  const navigate = useNavigate()
  const openBooking = useDialog('booking')
  const open = useEffectEvent(() => {
    const search = { tab }
    void navigate({ to: '/t/$id', params: { id: String(tutorId) }, search, replace: true, resetScroll: false })
    openBooking(at === undefined ? { tutorId } : { tutorId, start: at })
  })
  useEffect(() => {
    if (isRequested) open()
  }, [isRequested])
}

function TutorSkeleton() {
  const t = useMessages(tutorProfile)
  return (
    <Loading text={t('profile.loading')} className="flex flex-col gap-3">
      <Skeleton className="my-3 h-5 w-40" />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex flex-col gap-5">
          <Skeleton className="aspect-video w-full rounded-card" />
          <div className="flex gap-4 sm:gap-5">
            <Skeleton className="size-20 shrink-0 rounded-card sm:size-24" />
            <div className="flex grow flex-col gap-3">
              <Skeleton className="h-8 w-48" />
              <Skeleton className="h-5 w-full max-w-sm" />
              <Skeleton className="h-5 w-32" />
            </div>
          </div>
        </div>
        <Card padding="lg">
          <SkeletonText lines={6} />
        </Card>
      </div>
    </Loading>
  )
}

/** /t/{id}: a tutor's page, readable by everybody. */
export function TutorScreen() {
  const { id } = useParams({ strict: false })
  useTutorsWatch()
  return (
    <Page>
      <Tutor id={Number(id)} />
    </Page>
  )
}

function Tutor({ id }: { id: number }) {
  const t = useMessages(tutorProfile)
  const query = useQuery(tutorQuery(id))
  // Requested together with the tutor, not after them: the page that is rendered at the edge holds both.
  useQuery(tutorTimesQuery(id))
  if (isMissing(query.error)) return <NoSuchTutor />
  return (
    <>
      {!query.data && <DocumentTitle text={t('profile.untitled')} />}
      <QueryView query={query} loading={<TutorSkeleton />} failed={{ headingLevel: 1 }}>
        {(tutor) => <Profile key={id} tutor={tutor} />}
      </QueryView>
    </>
  )
}

function Profile({ tutor }: { tutor: TutorCard }) {
  useBookingByAddress(tutor.id)
  return (
    <>
      <DocumentTitle text={tutorTitle(shownName(tutor) ?? '')} />
      <div className="flex flex-col gap-3">
        <Breadcrumb name={shownName(tutor) ?? ''} />
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <TutorHeader tutor={tutor} />
          <div className="h-full lg:row-span-2">
            <BookPanel tutor={tutor} />
          </div>
          <div className="flex min-w-0 flex-col">
            <TutorTabs tutor={tutor} />
          </div>
        </div>
      </div>
      <BookBar tutor={tutor} />
    </>
  )
}

/** The whole screen for a tutor who does not exist or cannot be seen. */
export const TutorMissing = () => (
  <Page>
    <NoSuchTutor />
  </Page>
)

function NoSuchTutor() {
  const t = useMessages(tutorProfile)
  return (
    <>
      <DocumentTitle text={tutorMissingTitle()} />
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
