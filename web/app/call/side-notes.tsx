import { X } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { studentNotes } from '#messages/student-notes'
import { useMessages } from '../../messages/messages.ts'
import { useNow } from '../../platform/clock.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { NotedLesson } from '../student-notes/shared/queries.ts'
import { SidePanel } from './side-panel.tsx'

const LessonNotes = lazy(async () => ({
  default: (await import('../student-notes/shared/lesson-notes.tsx')).LessonNotes,
}))

type SideNotesProps = { lesson: NotedLesson; name: string; onClose: () => void }

/** The tutor's notes during the lesson: the student's goals, the lesson before, the summary of this one. */
export function SideNotes({ lesson, name, onClose }: SideNotesProps) {
  const t = useMessages(studentNotes)
  const now = useNow(60_000)
  const title = t('title', { name })
  return (
    <SidePanel onClose={onClose}>
      <section aria-label={title} className="flex h-full min-h-0 flex-col bg-surface">
        <header className="flex min-h-14 items-center gap-2 border-line border-b ps-4 pe-2">
          <h2 className="line-clamp-2 min-w-0 grow text-base leading-tight">{title}</h2>
          <IconButton icon={X} label={t('close')} onClick={onClose} />
        </header>
        <div className="min-h-0 flex-1 overflow-y-auto p-4">
          <Suspense fallback={<Spinner />}>
            <LessonNotes lesson={lesson} name={name} now={now} />
          </Suspense>
        </div>
      </section>
    </SidePanel>
  )
}
