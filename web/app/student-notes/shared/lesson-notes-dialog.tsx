import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { studentNotes } from '#messages/student-notes'
import { useMessages } from '../../../messages/messages.ts'
import { writtenIn } from '../../../messages/written-in.ts'
import { useNow } from '../../../platform/clock.ts'
import { useFormat } from '../../../platform/format.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { LessonNotes } from './lesson-notes.tsx'
import { type NotedLesson, summaryQuery } from './queries.ts'

type LessonNotesDialogProps = { lesson: NotedLesson; name: string; isTutor: boolean; onClose: () => void }

/** The notes around a lesson: the tutor reads and writes them, the student reads the lesson's summary. */
export function LessonNotesDialog({ lesson, name, isTutor, onClose }: LessonNotesDialogProps) {
  const t = useMessages(studentNotes)
  const format = useFormat()
  const now = useNow(60_000)
  // Otherwise the first field would get the focus, and a phone's keyboard would cover the content above it.
  const body = useRef<HTMLDivElement>(null)
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      initialFocus={body}
      title={t(isTutor ? 'title' : 'titleStudent', { name })}
      description={format.moment(lesson.start)}
    >
      <div ref={body} tabIndex={-1} className="outline-none">
        {isTutor ? <LessonNotes lesson={lesson} name={name} now={now} /> : <Summary lessonId={lesson.id} />}
      </div>
    </Dialog>
  )
}

function Summary({ lessonId }: { lessonId: number }) {
  const { data } = useQuery(summaryQuery(lessonId))
  return (
    <p dir="auto" lang={writtenIn(data?.text)} className="whitespace-pre-line">
      {data?.text}
    </p>
  )
}
