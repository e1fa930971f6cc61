import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Instant, type LocalDay, localDay } from '#domain/cairo'
import { isUpcoming } from '#domain/lessons/states'
import { keys } from '../../platform/query-keys.ts'
import { lessonsOfTab } from './queries.ts'
import type { LessonTab } from './search-params.ts'
import { type LessonView, lessonViews } from './shared/lesson-view.ts'

/** One tab's lessons as far as they were fetched. */
export function useTabLessons(userId: number, tab: LessonTab) {
  const query = useInfiniteQuery(lessonsOfTab(userId, tab))
  const data = query.data && {
    lessons: lessonViews(
      query.data.pages.flatMap(({ list }) => list),
      userId,
    ),
    total: query.data.pages[0]?.total ?? 0,
  }
  return { ...query, data }
}

/** Refetches the lists once when a shown lesson ends: it moves to the past. */
export function useEndOf(lessons: readonly LessonView[] | undefined, now: Instant): void {
  const queryClient = useQueryClient()
  const over = lessons?.find((lesson) => !isUpcoming(lesson, now))?.id
  useEffect(() => {
    if (over !== undefined) void queryClient.invalidateQueries({ queryKey: keys.lessons })
  }, [over, queryClient])
}

/** The lessons of each day, in the order in which they come. */
export function byDay(lessons: readonly LessonView[]): { day: LocalDay; lessons: LessonView[] }[] {
  const days = new Map<LocalDay, LessonView[]>()
  for (const lesson of lessons) {
    const day = localDay(lesson.start)
    days.set(day, [...(days.get(day) ?? []), lesson])
  }
  return [...days].map(([day, ofDay]) => ({ day, lessons: ofDay }))
}
