import { queryOptions } from '@tanstack/react-query'
import { listSlots } from '#contract/calls/availability'
import { listLessons } from '#contract/calls/lessons'
import { studentHome } from '#contract/calls/students'
import { ownTutorStats, tutorHome } from '#contract/calls/tutors'
import { addDays, fromIso, localDay, startOfDay, type TimeRange, toIso } from '#domain/cairo'
import { request } from '../../platform/api.ts'
import { now } from '../../platform/clock.ts'
import { keys } from '../../platform/query-keys.ts'
import { type LessonView, lessonViews } from '../lessons/shared/lesson-view.ts'

const PREVIEW = 4
/** How far ahead a tutor's open hours are loaded. */
const SLOT_DAYS = 30

export type LessonsPreview = { lessons: LessonView[]; total: number }

/** The week, the goal, the streak and the ended plan of a student. */
export const studentHomeQuery = (userId: number) =>
  queryOptions({
    queryKey: [...keys.stats, 'student-home', userId],
    queryFn: ({ signal }) => request(studentHome, {}, { signal }),
  })

export const tutorStatsQuery = (userId: number) =>
  queryOptions({
    queryKey: [...keys.stats, 'tutor', userId],
    queryFn: ({ signal }) => request(ownTutorStats, {}, { signal }),
  })

/** This month, the coming seven days and the ratings of a tutor. */
export const tutorHomeQuery = (userId: number) =>
  queryOptions({
    queryKey: [...keys.stats, 'tutor-home', userId],
    queryFn: ({ signal }) => request(tutorHome, {}, { signal }),
  })

/** Lessons that are booked and not over, soonest first. */
export const comingLessonsQuery = (userId: number) =>
  queryOptions({
    queryKey: [...keys.lessons, 'coming', userId],
    queryFn: async ({ signal }): Promise<LessonsPreview> => {
      const query = { users: [userId], canceled: false, after: toIso(now()), direction: 'asc' as const, size: PREVIEW }
      const { list, total } = await request(listLessons, { query }, { signal })
      return { lessons: lessonViews(list, userId), total }
    },
  })

/** The last lessons that took place. */
export const pastLessonsQuery = (userId: number) =>
  queryOptions({
    queryKey: [...keys.lessons, 'past', userId],
    queryFn: async ({ signal }): Promise<LessonsPreview> => {
      const query = { users: [userId], canceled: false, future: false, size: PREVIEW }
      const { list, total } = await request(listLessons, { query }, { signal })
      return { lessons: lessonViews(list, userId), total }
    },
  })

/** Today's lessons, those that are over too. */
export const todaysLessonsQuery = (userId: number, today: TimeRange) =>
  queryOptions({
    queryKey: [...keys.lessons, 'today', userId, today.start],
    queryFn: async ({ signal }): Promise<LessonView[]> => {
      const window = { after: toIso(today.start), before: toIso(today.end), full: true }
      const { list } = await request(
        listLessons,
        { query: { users: [userId], canceled: false, ...window } },
        { signal },
      )
      return lessonViews(list, userId)
    },
  })

/** A tutor's own open hours from this morning on. */
export const slotsAheadQuery = (userId: number) =>
  queryOptions({
    queryKey: [...keys.slots, 'ahead', userId],
    queryFn: async ({ signal }): Promise<TimeRange[]> => {
      const today = localDay(now())
      const window = { after: toIso(startOfDay(today)), before: toIso(startOfDay(addDays(today, SLOT_DAYS))) }
      const { slots } = await request(listSlots, { query: { userIds: [userId], ...window, full: true } }, { signal })
      return slots.list
        .map(({ start, end }) => ({ start: fromIso(start), end: fromIso(end) }))
        .sort((one, other) => one.start - other.start)
    },
  })
