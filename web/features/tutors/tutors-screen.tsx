import { useQuery } from '@tanstack/react-query'
import { RefreshCw, SearchX, UsersRound } from 'lucide-react'
import type { TutorCard as Tutor } from '#contract/tutors'
import { isStudent } from '#domain/roles'
import { tutors } from '../../i18n/ar/tutors.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useMaybeMe } from '../../platform/current-user.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { useTutorsAddress } from './address.ts'
import { TUTORS_A_PAGE, tutorsQuery } from './queries.ts'
import { useTutorsWatch } from './shared/watch-tutors.ts'
import { useStableOrder } from './stable-order.ts'
import { TutorCard } from './tutor-card.tsx'
import { TutorCardSkeleton } from './tutor-card-skeleton.tsx'
import { TutorSearch } from './tutor-search.tsx'
import { TutorsPager } from './tutors-pager.tsx'

/** /tutors: tutors ordered by their next free time, bookable from the list. */
export function TutorsScreen() {
  const t = useMessages(tutors)
  const { search, page, lookFor } = useTutorsAddress()
  useTutorsWatch()
  return (
    <div className="container-page flex flex-col gap-6 py-6 sm:py-8">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-2xl sm:text-3xl">{t('list.title')}</h1>
          <p className="mt-1 text-muted">{t('list.purpose')}</p>
        </div>
        <TutorSearch applied={search} onLookFor={lookFor} />
      </header>
      <Results search={search} page={page} />
    </div>
  )
}

function Results({ search, page }: { search: string; page: number }) {
  const t = useMessages(tutors)
  const { data, isPlaceholderData, isError, isFetching, refetch } = useQuery(tutorsQuery(search, page))
  const steady = useStableOrder(isPlaceholderData ? undefined : data?.list, `${search} ${page}`)
  if (isError && !data) return <ErrorState onRetry={() => void refetch()} retrying={isFetching} />
  if (!data) return <Skeletons label={t('list.loading')} />
  if (data.total === 0) return <NoTutors search={search} />
  if (data.list.length === 0) return <PageGone search={search} />
  return (
    <>
      <div className="-mb-2 flex min-h-9 flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-muted text-sm">
          {search ? t('list.foundFor', { count: data.total, search }) : t('list.found', { count: data.total })}
        </p>
        {steady.hasChanged && (
          <Button variant="ghost" size="sm" icon={RefreshCw} onClick={steady.accept}>
            {t('list.showChanges')}
          </Button>
        )}
      </div>
      <TutorGrid list={steady.list} isStale={isPlaceholderData} />
      <TutorsPager search={search} page={page} pages={Math.ceil(data.total / TUTORS_A_PAGE)} />
    </>
  )
}

const grid = 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3'
const SEEN_AT_ONCE = 6

function TutorGrid({ list, isStale }: { list: readonly Tutor[]; isStale: boolean }) {
  const me = useMaybeMe()
  const mayBook = me === null || isStudent(me.role)
  return (
    <ul aria-busy={isStale} className={`${grid} transition-opacity ${isStale ? 'opacity-60' : ''}`}>
      {list.map((tutor, index) => (
        <li key={tutor.id}>
          <TutorCard tutor={tutor} mayBook={mayBook} eager={index < SEEN_AT_ONCE} />
        </li>
      ))}
    </ul>
  )
}

function Skeletons({ label }: { label: string }) {
  return (
    <Loading text={label}>
      <div className="mb-4 min-h-9" />
      <div className={grid}>
        {Array.from({ length: SEEN_AT_ONCE }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
          <TutorCardSkeleton key={index} />
        ))}
      </div>
    </Loading>
  )
}

function NoTutors({ search }: { search: string }) {
  const t = useMessages(tutors)
  if (!search) return <EmptyState icon={UsersRound} title={t('list.noTutors')} text={t('list.noTutorsHint')} />
  const action = <LinkButton to="/tutors">{t('list.showAll')}</LinkButton>
  return <EmptyState icon={SearchX} title={t('list.noResults')} text={t('list.noResultsHint')} action={action} />
}

function PageGone({ search }: { search: string }) {
  const t = useMessages(tutors)
  const action = (
    <LinkButton to="/tutors" search={search ? { search } : {}}>
      {t('list.firstPage')}
    </LinkButton>
  )
  return <EmptyState icon={UsersRound} title={t('list.pageGone')} action={action} />
}
