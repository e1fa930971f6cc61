import { queryOptions } from '@tanstack/react-query'
import { lessonAttendance } from '#contract/calls/lesson-decisions'
import { getLesson } from '#contract/calls/lessons'
import { request } from '../../platform/api.ts'
import { keys } from '../../platform/query-keys.ts'

export const lessonQuery = (id: number) =>
  queryOptions({
    queryKey: [...keys.lessons, 'one', id],
    queryFn: ({ signal }) => request(getLesson, { params: { id } }, { signal }),
  })

export const attendanceQuery = (id: number) =>
  queryOptions({
    queryKey: [...keys.lessons, 'attendance', id],
    queryFn: ({ signal }) => request(lessonAttendance, { params: { id } }, { signal }),
  })
