import { queryOptions } from '@tanstack/react-query'
import { getLesson } from '#contract/calls/lessons'
import { getStudentBrief } from '#contract/calls/student-notes'
import { type Instant, toIso } from '#domain/cairo'
import { request } from '../../../platform/api.ts'
import { keys } from '../../../platform/query-keys.ts'

/** A text with its version; null where nothing is written. */
export type Written = { text: string; updatedAt: string } | null

/** A lesson as these parts need it. */
export type NotedLesson = { id: number; start: Instant; studentId: number }

export const briefKey = (studentId: number) => [...keys.studentNotes, studentId] as const

/** What a tutor needs before a lesson that starts at `before`. */
export const briefQuery = (studentId: number, before: Instant) =>
  queryOptions({
    queryKey: [...briefKey(studentId), before],
    queryFn: ({ signal }) =>
      request(getStudentBrief, { params: { id: studentId }, query: { before: toIso(before) } }, { signal }),
  })

/** The summary of a lesson. */
export const summaryQuery = (lessonId: number) =>
  queryOptions({
    queryKey: [...keys.lessons, 'summary', lessonId],
    queryFn: async ({ signal }): Promise<Written> =>
      (await request(getLesson, { params: { id: lessonId } }, { signal })).summary,
  })
