import { useQuery } from '@tanstack/react-query'
import { getLesson } from '#contract/calls/lessons'
import type { Instant } from '#domain/cairo'
import { request } from '../../platform/api.ts'
import { keys } from '../../platform/query-keys.ts'
import type { LessonView } from './shared/lesson-view.ts'

/**
 * Whether the tutor of a lesson that has begun has been in its session, queried again because the list that shows the
 * lesson may have been loaded before the tutor came.
 */
export function useTutorCame(lesson: LessonView, now: Instant): boolean {
  const fresh = useQuery({
    queryKey: [...keys.lessons, 'outcome', lesson.id],
    queryFn: ({ signal }) => request(getLesson, { params: { id: lesson.id } }, { signal }),
    enabled: now >= lesson.start,
    staleTime: 0,
  })
  return (fresh.data ? fresh.data.outcome : lesson.outcome)?.tutorCame ?? false
}
