import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Suspense } from 'react'
import type { TutorCard as Tutor } from '#contract/tutor-card'
import type { TutorFacets } from '#contract/tutors'
import { isStudent } from '#domain/roles'
import { tutorFilters } from '#messages/tutor-filters'
import { tutors } from '#messages/tutors'
import { useMessages } from '../../messages/messages.ts'
import { useMaybeMe } from '../../platform/current-user.ts'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { QueryView, type ViewedQuery } from '../../ui/query-view.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { type TutorsAddress, tutorsSearchParams, useTutorsAddress } from './list-search-params.ts'
import { TUTORS_A_PAGE, tutorsQuery } from './queries.ts'
import { useTutorsWatch } from './shared/watch-tutors.ts'
import { useStableOrder } from './stable-order.ts'
import { TutorCard } from './tutor-card.tsx'
import { Recommended, TutorFilters, TutorSort } from './tutor-filters.tsx'
import { TutorSearch } from './tutor-search.tsx'

type TutorsPagerProps = { address: TutorsAddress; pages: number }

/** Pages as links, so that each has an address and going back returns to it. */
function TutorsPager({ address, pages }: TutorsPagerProps) {
  const t = useMessages(tutorFilters)
  const { page } = address
  if (pages <= 1) return null
  const to = (other: number) => ({ to: '/tutors', search: tutorsSearchParams({ ...address, page: other }) }) as const
  return (
    <nav aria-label={t('list.pages')} className="grid grid-cols-[1fr_auto_1fr] items-center gap-3">
      <span className="justify-self-end">
        {page > 1 && (
          <LinkButton {...to(page - 1)} rel="prev" variant="secondary" icon={ChevronLeft} mirrorIcon>
            {t('list.previous')}
          </LinkButton>
        )}
      </span>
      <span className="text-muted text-sm">{t('list.pageOf', { page, pages })}</span>
      <span>
        {page < pages && (
          <LinkButton {...to(page + 1)} rel="next" variant="secondary" endIcon={ChevronRight} mirrorIcon>
            {t('list.next')}
          </LinkButton>
        )}
      </span>
    </nav>
  )
}

/** A card of the same size as a real one, so that nothing moves when it arrives. */
function TutorCardSkeleton() {
  return (
    <div className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4">
      <div className="flex gap-4">
        <Skeleton className="h-32 w-26 rounded-control" />
        <div className="flex grow flex-col gap-2.5 pt-1">
          <Skeleton className="h-5 w-3/5" />
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-4 w-1/3" />
          <Skeleton className="h-4 w-full" />
        </div>
      </div>
      <Skeleton className="h-5 w-4/5" />
      <div className="flex gap-1.5">
        <Skeleton className="h-7 w-16 rounded-full" />
        <Skeleton className="h-7 w-20 rounded-full" />
        <Skeleton className="h-7 w-14 rounded-full" />
      </div>
      <div className="grid grid-cols-3 gap-2">
        <Skeleton className="h-14 rounded-control" />
        <Skeleton className="h-14 rounded-control" />
        <Skeleton className="h-14 rounded-control" />
      </div>
    </div>
  )
}

const NoTutors = lazyPart(async () => (await import('./no-tutors.tsx')).NoTutors)

/** /tutors: tutors narrowed by what the student wants, bookable from the list. */
export function TutorsScreen() {
  const t = useMessages(tutors)
  const me = useMaybeMe()
  const isForStudent = me !== null && isStudent(me.role)
  const { address, lookFor, choose } = useTutorsAddress()
  const query = useQuery(tutorsQuery(address, isForStudent))
  useTutorsWatch()
  return (
    <Page>
      <PageHeader
        title={t('list.title')}
        text={t('list.purpose')}
        actions={
          <Suspense fallback={<div className="h-12 w-full sm:w-80" />}>
            <TutorSearch applied={address.search} onLookFor={lookFor} />
          </Suspense>
        }
      />
      <div className="flex min-w-0 flex-col gap-3">
        <div
          data-bar="top"
          className="-mx-4 sm:-mx-6 lg:-mx-8 sticky top-14 z-10 min-h-16 bg-page/95 lg:min-h-29 backdrop-blur-sm md:top-18"
        >
          {query.data?.facets && (
            <Suspense>
              <TutorFilters
                address={address}
                facets={query.data.facets}
                isForStudent={isForStudent}
                onChoose={choose}
              />
            </Suspense>
          )}
        </div>
        <Results address={address} query={query} isForStudent={isForStudent} onChoose={choose} />
      </div>
    </Page>
  )
}

type Found = { list: Tutor[]; total: number; facets?: TutorFacets | undefined; chosenTopics: string[] }
type ResultsProps = {
  address: TutorsAddress
  query: ViewedQuery<Found> & { isPlaceholderData: boolean }
  isForStudent: boolean
  onChoose: (changes: Partial<TutorsAddress>) => void
}

function Results({ address, query, isForStudent, onChoose }: ResultsProps) {
  const t = useMessages(tutors)
  const isStale = query.isPlaceholderData
  const steady = useStableOrder(isStale ? undefined : query.data?.list, JSON.stringify(address))
  return (
    <QueryView query={query} loading={<Skeletons label={t('list.loading')} />}>
      {(found) => (
        <FoundTutors
          found={found}
          steady={steady}
          isStale={isStale}
          address={address}
          isForStudent={isForStudent}
          onChoose={onChoose}
        />
      )}
    </QueryView>
  )
}

type FoundTutorsProps = Omit<ResultsProps, 'query'> & {
  found: Found
  steady: ReturnType<typeof useStableOrder<Tutor>>
  isStale: boolean
}

function FoundTutors({ found: data, steady, isStale, address, isForStudent, onChoose }: FoundTutorsProps) {
  const t = useMessages(tutors)
  const { search } = address
  const sort = address.sort ?? (isForStudent ? 'recommended' : 'soonest')
  const count = { count: data.total }
  return (
    <>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p role="status" className="text-muted text-sm">
          {search ? t('list.foundFor', { ...count, search }) : t('list.found', count)}
        </p>
        {steady.hasChanged && (
          <Button variant="ghost" size="sm" onClick={steady.accept}>
            {t('list.showChanges')}
          </Button>
        )}
        <Suspense>
          <TutorSort sort={sort} isForStudent={isForStudent} onChoose={onChoose} />
          {isForStudent && sort === 'recommended' && data.total > 0 && <Recommended topics={data.chosenTopics} />}
        </Suspense>
      </div>
      {data.list.length === 0 ? (
        <Suspense fallback={<div className="min-h-80" />}>
          <NoTutors address={address} total={data.total} facets={data.facets} onChoose={onChoose} />
        </Suspense>
      ) : (
        <>
          <TutorGrid list={steady.list} chosenTopics={data.chosenTopics} isStale={isStale} />
          {data.total > TUTORS_A_PAGE && (
            <Suspense>
              <TutorsPager address={address} pages={Math.ceil(data.total / TUTORS_A_PAGE)} />
            </Suspense>
          )}
        </>
      )}
    </>
  )
}

const grid = 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3'
const SEEN_AT_ONCE = 6

type TutorGridProps = { list: readonly Tutor[]; chosenTopics: readonly string[]; isStale: boolean }

function TutorGrid({ list, chosenTopics, isStale }: TutorGridProps) {
  const me = useMaybeMe()
  const mayBook = me === null || isStudent(me.role)
  return (
    <ul aria-busy={isStale} className={`${grid} transition-opacity ${isStale ? 'opacity-60' : ''}`}>
      {list.map((tutor, index) => (
        <li key={tutor.id}>
          <TutorCard
            tutor={tutor}
            mayBook={mayBook}
            mayKeep={me !== null && isStudent(me.role)}
            chosenTopics={chosenTopics}
            eager={index < SEEN_AT_ONCE}
          />
        </li>
      ))}
    </ul>
  )
}

function Skeletons({ label }: { label: string }) {
  return (
    <Loading text={label} className="flex flex-col gap-3">
      <div className="min-h-11" />
      <div className={grid}>
        {Array.from({ length: SEEN_AT_ONCE }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
          <TutorCardSkeleton key={index} />
        ))}
      </div>
    </Loading>
  )
}
