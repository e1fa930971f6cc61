import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { listSlots } from '#contract/calls/availability'
import { readOnboarding } from '#contract/calls/onboarding'
import { SlotPurpose } from '#domain/availability/purposes'
import { hours, toIso } from '#domain/cairo'
import type { MeetingKind } from '#domain/meetings/statuses'
import { Role } from '#domain/roles'
import { request } from '../../platform/api.ts'
import { now } from '../../platform/clock.ts'
import { keys } from '../../platform/query-keys.ts'

/** How far ahead managers' times are offered. */
const DAYS_AHEAD = 28
/** Other users book the same times, so the displayed ones are refreshed at this interval. */
const REREAD_MS = 60_000

export const PURPOSES = { interview: SlotPurpose.Interview, demo: SlotPurpose.DemoSession } as const

/** How far the signed-in tutor's onboarding is. */
export const onboardingQuery = (userId: number) =>
  queryOptions({
    queryKey: [...keys.onboarding, userId],
    queryFn: ({ signal }) => request(readOnboarding, {}, { signal }),
  })

/** The managers' times for a kind of meeting, with what is taken of them. */
export const managersTimesQuery = (kind: MeetingKind) =>
  queryOptions({
    queryKey: [...keys.slots, 'managers', kind],
    queryFn: ({ signal }) => {
      const from = now()
      const window = { after: toIso(from), before: toIso(from + hours(24 * DAYS_AHEAD)), full: true }
      const purposes = [PURPOSES[kind], SlotPurpose.General]
      return request(listSlots, { query: { roles: [Role.TutorManager], purposes, ...window } }, { signal })
    },
    refetchInterval: REREAD_MS,
  })

/** Reads again whatever a booking, a cancellation or a verdict changes. */
export const refreshOnboarding = (queryClient: QueryClient): Promise<unknown> =>
  Promise.all(
    [keys.onboarding, keys.slots, keys.profile, keys.meetingSession].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  )
