import { useQueryClient } from '@tanstack/react-query'
import { type StudentBrief, writeStudentNotes } from '#contract/student-notes'
import type { Instant } from '#domain/cairo'
import { MAX_STUDENT_NOTES } from '#domain/lessons/notes'
import { studentNotes } from '#messages/student-notes'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { useMe } from '../../platform/current-user.ts'
import { toast } from '../../ui/toasts.ts'
import { briefKey, briefQuery, type Written } from './shared/queries.ts'
import { TextForm } from './text-form.tsx'

type NotesFormProps = { studentId: number; before: Instant; stored: Written }

/** The tutor's own notes about a student. */
export function NotesForm({ studentId, before, stored }: NotesFormProps) {
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
