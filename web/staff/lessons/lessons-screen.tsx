import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Page } from '../../ui/page.tsx'
import { LessonsList } from './shared/lessons-list.tsx'

const LessonDetail = lazyPart(async () => (await import('./lesson-detail.tsx')).LessonDetail)
const route = getRouteApi('/shell/lessons')

/** Every lesson, with the evidence of each and decisions about it. */
export function LessonsScreen() {
  const { open } = route.useSearch()
  const navigate = useNavigate({ from: '/lessons' })
  const show = (lessonId: number | undefined) =>
    void navigate({ search: (before) => ({ ...before, open: lessonId }), resetScroll: false })
  return (
    <Page>
      <LessonsList onOpen={show} />
      <Suspense>{open !== undefined && <LessonDetail lessonId={open} onClose={() => show(undefined)} />}</Suspense>
    </Page>
  )
}
