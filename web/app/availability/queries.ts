import { queryOptions } from '@tanstack/react-query'
import type { SlotAction } from '#contract/availability'
import { changeSlots, listSlots } from '#contract/calls/availability'
import { listLessons } from '#contract/calls/lessons'
import { addDays, fromIso, type LocalDay, startOfDay, type TimeRange, toIso } from '#domain/cairo'
import { request } from '../../platform/api.ts'
import { keys } from '../../platform/query-keys.ts'
import { MAX_COPIED_WEEKS } from './copy-week.ts'
import type { SavedSlot } from './draft.ts'

/** The shown week and those it may be copied into. */
export const loadedRange = (saturday: LocalDay): TimeRange => ({
  start: startOfDay(saturday),
  end: startOfDay(addDays(saturday, 7 * (MAX_COPIED_WEEKS + 1))),
})

/** A tutor's own slots in the weeks from this Saturday on. */
export const ownSlots = (userId: number, saturday: LocalDay) =>
  queryOptions({
    queryKey: [...keys.slots, 'own', userId, saturday],
    queryFn: async ({ signal }): Promise<SavedSlot[]> => {
      const { start, end } = loadedRange(saturday)
      const query = { userIds: [userId], after: toIso(start), before: toIso(end), full: true }
      const { slots } = await request(listSlots, { query }, { signal })
      return slots.list.map((slot) => ({
        id: slot.id,
        purpose: slot.purpose,
        start: fromIso(slot.start),
        end: fromIso(slot.end),
      }))
    },
  })

/** The lessons booked in those weeks. */
export const bookedLessons = (userId: number, saturday: LocalDay) =>
  queryOptions({
    queryKey: [...keys.lessons, 'booked', userId, saturday],
    queryFn: ({ signal }) => {
      const { start, end } = loadedRange(saturday)
      const query = { users: [userId], canceled: false, after: toIso(start), before: toIso(end), full: true }
      return request(listLessons, { query }, { signal })
    },
  })

export const saveSlots = (actions: SlotAction[]) => request(changeSlots, { body: { actions } })
