import { queryOptions, useQuery } from '@tanstack/react-query'
import { listLessons } from '#contract/calls/lessons'
import { daysBetween, fromIso, type Instant, localDay, toIso } from '#domain/cairo'
import { isStudent } from '#domain/roles'
import { bookingWindow } from '#domain/subscriptions/minutes'
import { ApiError, request } from '../../platform/api.ts'
import { now } from '../../platform/clock.ts'
import { useMaybeMe, useOwnSubscription } from '../../platform/current-user.ts'
import type { BookingDialogRequest } from '../../platform/dialogs.tsx'
import { keys } from '../../platform/query-keys.ts'
import { termOf } from '../../shared/plans/renewal.ts'
import { DAYS_AHEAD, tutorQuery, tutorSlotsQuery } from '../../shared/tutors/tutor-queries.ts'
import { lessonViews } from '../lessons/shared/lesson-view.ts'
import type { BookingFacts } from './facts.ts'

/** A student's lessons that are booked and not over, soonest first. */
const upcomingQuery = (studentId: number) =>
  queryOptions({
    queryKey: [...keys.lessons, 'upcoming', studentId],
    queryFn: ({ signal }) =>
      request(
        listLessons,
        { query: { users: [studentId], canceled: false, after: toIso(now()), direction: 'asc' } },
        { signal },
      ),
  })

type Loaded = { facts: BookingFacts | null; isFailed: boolean; isFetching: boolean; retry: () => void }

const isGone = (error: unknown) => error instanceof ApiError && error.code === 'tutor-not-found'
const NOTHING = { slots: { list: [], total: 0 }, subslots: [] }

const weekFacts = (weeks: NonNullable<ReturnType<typeof useOwnSubscription>['data']>['weeks']) =>
  weeks.map(({ start, end, remainingMinutes }) => ({ start: fromIso(start), end: fromIso(end), remainingMinutes }))

/** How many days' times are shown, today the first: two weeks, and all days that the subscription allows to book. */
export const daysAhead = (
  { subscription, waiting }: Pick<BookingFacts, 'subscription' | 'waiting'>,
  now: Instant,
): number =>
  Math.max(
    DAYS_AHEAD,
    subscription ? daysBetween(localDay(now), localDay(bookingWindow(subscription, waiting, now).end)) + 1 : 0,
  )

/** Everything that the booking rule needs about this tutor and student, refetched while the dialog is open. */
export function useBookingFacts({ tutorId, lesson }: BookingDialogRequest): Loaded {
  const me = useMaybeMe()
  const books = me !== null && isStudent(me.role)
  const tutor = useQuery(tutorQuery(tutorId))
  const subscription = useOwnSubscription()
  const { info = null, waiting: next = null } = subscription.data ?? {}
  const term = info && termOf(info)
  const waiting = next && termOf(next)
  const days = daysAhead({ subscription: term, waiting }, now())
  // A cached slot may have been booked since it was read.
  const slots = useQuery({ ...tutorSlotsQuery(tutorId, days), staleTime: 0, enabled: books })
  const upcoming = useQuery({ ...upcomingQuery(me?.id ?? 0), staleTime: 0, enabled: books })
  const needed = books ? [tutor, slots, upcoming, subscription] : [tutor]
  const failed = needed.filter((query) => query.isError && !query.data && !isGone(query.error))
  const isReady = needed.every((query) => query.data !== undefined || isGone(query.error))
  return {
    facts:
      me && isReady
        ? {
            me,
            tutor: tutor.data ?? null,
            answer: slots.data ?? NOTHING,
            movingId: lesson?.id ?? null,
            subscription: term,
            waiting,
            weeks: weekFacts(subscription.data?.weeks ?? []),
            upcoming: lessonViews(upcoming.data?.list ?? [], me.id),
          }
        : null,
    isFailed: failed.length > 0,
    isFetching: needed.some((query) => query.isFetching),
    retry: () => {
      for (const query of failed) void query.refetch()
    },
  }
}
