import { useQuery } from '@tanstack/react-query'
import type { StudentBrief } from '#contract/student-notes'
import { fromIso, type Instant, localDay } from '#domain/cairo'
import { enums } from '#messages/enums'
import { language } from '#messages/language'
import { studentNotes } from '#messages/student-notes'
import { useMessages } from '../../../messages/messages.ts'
import { writtenIn } from '../../../messages/written-in.ts'
import { useFormat } from '../../../platform/format.ts'
import { briefQuery, type NotedLesson } from './queries.ts'

/** On the card of the next lesson: the aim, what the last lesson ended with, the tutor's own note. Nothing while it is loading. */
export function BriefLines({ lesson, now }: { lesson: NotedLesson; now: Instant }) {
  const { data } = useQuery(briefQuery(lesson.studentId, lesson.start))
  return data ? <Lines brief={data} now={now} /> : null
}

function Lines({ brief, now }: { brief: StudentBrief; now: Instant }) {
  const t = useMessages(studentNotes)
  const format = useFormat()
  const goals = useGoals(brief).slice(0, 2)
  const { lastLesson: last, notes } = brief
  const summary = last?.summary?.text
  const day = last && format.nearDay(localDay(fromIso(last.start)), localDay(now))
  return (
    <ul className="flex flex-col gap-1.5 border-on-deep/20 border-t pt-4 text-sm">
      {goals.length > 0 && <li>{goals.join(' · ')}</li>}
      {!last && <li>{t('last.first')}</li>}
      {day && summary && (
        <li className="line-clamp-2" dir="auto" lang={writtenIn(summary)}>
          {t('last.line', { day, text: summary })}
        </li>
      )}
      {notes && (
        <li className="line-clamp-2" dir="auto" lang={writtenIn(notes.text)}>
          {t('notes.line', { text: notes.text })}
        </li>
      )}
    </ul>
  )
}

/** The student's learning goals, one line each. */
export function useGoals({ goals }: StudentBrief): string[] {
  const t = useMessages(studentNotes)
  const format = useFormat()
  const { learningObjective: aim, englishLevel: level, jobTitle: job, topics } = goals
  return [
    ...(aim ? [t('goals.aim', { aim })] : []),
    ...(level ? [t('goals.level', { level: enums.englishLevel[level] })] : []),
    ...(job ? [t('goals.job', { job })] : []),
    ...(topics.length > 0
      ? [t('goals.topics', { topics: format.list(topics.map(({ name }) => name[language.code])) })]
      : []),
  ]
}
