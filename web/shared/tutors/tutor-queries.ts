import { queryOptions } from '@tanstack/react-query'
import { listSlots } from '#contract/calls/availability'
import { listOnboardedTutors, tutorActivity, tutorInfo } from '#contract/calls/tutors'
import { SlotPurpose } from '#domain/availability/purposes'
import { addDays, localDay, startOfDay, toIso } from '#domain/cairo'
import { request } from '../../platform/api.ts'
import { now } from '../../platform/clock.ts'
import { keys } from '../../platform/query-keys.ts'

/** A tutor's public profile. */
export const tutorQuery = (id: number) =>
  queryOptions({
    queryKey: [...keys.tutors, 'info', id],
    queryFn: ({ signal }) => request(tutorInfo, { params: { id } }, { signal }),
  })

/** How many days ahead students look for a time unless they may book later ones; today is the first. */
export const DAYS_AHEAD = 14

/** A tutor's lesson slots of the coming days with their booked parts; reading them needs an account. */
export const tutorSlotsQuery = (id: number, days = DAYS_AHEAD) =>
  queryOptions({
    queryKey: [...keys.slots, 'of-tutor', id, days],
    queryFn: ({ signal }) => {
      const from = now()
      const window = { after: toIso(from), before: toIso(startOfDay(addDays(localDay(from), days))) }
      const purposes = [SlotPurpose.General, SlotPurpose.Lesson]
      return request(listSlots, { query: { userIds: [id], purposes, ...window, full: true } }, { signal })
    },
  })

export const tutorActivityQuery = (id: number) =>
  queryOptions({
    queryKey: [...keys.tutors, 'activity', id],
    queryFn: ({ signal }) => request(tutorActivity, { params: { id } }, { signal }),
  })

export const SUGGESTED_TUTORS = 3

/** The tutors with the soonest free times, for a student without a lesson. */
export const suggestedTutorsQuery = queryOptions({
  queryKey: [...keys.tutors, 'suggested'],
  queryFn: ({ signal }) => request(listOnboardedTutors, { query: { size: SUGGESTED_TUTORS } }, { signal }),
})
