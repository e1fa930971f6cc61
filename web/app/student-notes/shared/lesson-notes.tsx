import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type StudentBrief, writeStudentNotes } from '#contract/student-notes'
import { fromIso, type Instant, localDay } from '#domain/cairo'
import { MAX_STUDENT_NOTES } from '#domain/lessons/notes'
import { studentNotes } from '#messages/student-notes'
import { useMessages } from '../../../messages/messages.ts'
import { writtenIn } from '../../../messages/written-in.ts'
import { request } from '../../../platform/api.ts'
import { useMe } from '../../../platform/current-user.ts'
import { codeOf } from '../../../platform/error-text.ts'
import { useFormat } from '../../../platform/format.ts'
import { MinorBadge } from '../../../shared/account/minor-badge.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toasts.ts'
import { TextForm } from '../text-form.tsx'
import { useGoals } from './brief.tsx'
import { briefKey, briefQuery, type NotedLesson, type Written } from './queries.ts'
import { SummaryForm } from './summary-form.tsx'

/** For the tutor of a lesson: the student's goals, the lesson before, this lesson's summary, the tutor's own notes. */
export function LessonNotes({ lesson, name, now }: { lesson: NotedLesson; name: string; now: Instant }) {
  const t = useMessages(studentNotes)
  const brief = useQuery(briefQuery(lesson.studentId, lesson.start))
  if (!brief.data && brief.error && codeOf(brief.error) === 'read-only-session')
    return <p className="text-muted">{t('hidden')}</p>
  const loading = (
    <Loading text={t('loading')}>
      <Skeleton className="h-64" />
    </Loading>
  )
  return (
    <QueryView query={brief} loading={loading}>
      {(data) => (
        <div className="flex flex-col gap-6">
          <Goals brief={data} />
          <LastLesson brief={data} now={now} />
          {now >= lesson.start ? (
            <SummaryForm lessonId={lesson.id} name={name} />
          ) : (
            <p className="text-muted text-sm">{t('summary.soon')}</p>
          )}
          <NotesForm studentId={lesson.studentId} before={lesson.start} stored={data.notes} />
        </div>
      )}
    </QueryView>
  )
}

function Goals({ brief }: { brief: StudentBrief }) {
  const t = useMessages(studentNotes)
  const goals = useGoals(brief)
  return (
    <section>
      <h3 className="mb-1 font-semibold">
        {t('goals.title')} {brief.isMinor && <MinorBadge />}
      </h3>
      {goals.length === 0 && <p className="text-muted text-sm">{t('goals.none')}</p>}
      <ul className="flex flex-col gap-0.5">
        {goals.map((goal) => (
          <li key={goal} dir="auto" lang={writtenIn(goal)}>
            {goal}
          </li>
        ))}
      </ul>
    </section>
  )
}

function LastLesson({ brief: { lastLesson: last, lessonCount }, now }: { brief: StudentBrief; now: Instant }) {
  const t = useMessages(studentNotes)
  const format = useFormat()
  if (!last) return <p className="text-muted text-sm">{t('last.first')}</p>
  const day = format.capital(format.nearDay(localDay(fromIso(last.start)), localDay(now)))
  return (
    <section>
      <h3 className="mb-1 font-semibold">{t('last.title')}</h3>
      <p className="text-muted text-sm">
        {t('last.when', { day, duration: format.duration(last.duration) })} · {t('last.count', { count: lessonCount })}
      </p>
      <p
        dir="auto"
        lang={writtenIn(last.summary?.text)}
        className={last.summary ? 'mt-1 whitespace-pre-line' : 'mt-1 text-muted text-sm'}
      >
        {last.summary?.text ?? t('last.missing')}
      </p>
    </section>
  )
}

type NotesFormProps = { studentId: number; before: Instant; stored: Written }

/** The tutor's own notes about a student. */
function NotesForm({ studentId, before, stored }: NotesFormProps) {
  const t = useMessages(studentNotes)
  const me = useMe()
  const queryClient = useQueryClient()
  const save = async (text: string, version: string) => {
    const notes = await request(writeStudentNotes, { params: { id: studentId }, body: { text } }, { version })
    queryClient.setQueriesData<StudentBrief>({ queryKey: briefKey(studentId) }, (brief) => brief && { ...brief, notes })
    toast.success(t(notes ? 'notes.saved' : 'notes.removed'), { id: 'student-notes' })
  }
  const reload = async () => (await queryClient.fetchQuery({ ...briefQuery(studentId, before), staleTime: 0 })).notes
  return (
    <TextForm
      place={`notes.${me.id}.${studentId}`}
      label={t('notes.title')}
      hint={t('notes.hint')}
      schema={writeStudentNotes.body.shape.text}
      max={MAX_STUDENT_NOTES}
      stored={stored}
      save={save}
      reload={reload}
    />
  )
}
