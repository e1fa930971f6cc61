import { useQuery, useQueryClient } from '@tanstack/react-query'
import { summarizeLesson } from '#contract/lessons'
import { MAX_SUMMARY } from '#domain/lessons/notes'
import { studentNotes } from '#messages/student-notes'
import { useMessages } from '../../../messages/messages.ts'
import { request } from '../../../platform/api.ts'
import { keys } from '../../../platform/query-keys.ts'
import { QueryView } from '../../../ui/query-view.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toasts.ts'
import { TextForm } from '../text-form.tsx'
import { summaryQuery } from './queries.ts'

/** What a lesson was about, written by its tutor for both members. */
export function SummaryForm({ lessonId, name }: { lessonId: number; name: string }) {
  const t = useMessages(studentNotes)
  const queryClient = useQueryClient()
  const query = summaryQuery(lessonId)
  const summary = useQuery(query)
  const save = async (text: string, version: string) => {
    const saved = await request(summarizeLesson, { params: { id: lessonId }, body: { text } }, { version })
    queryClient.setQueryData(query.queryKey, saved)
    void queryClient.invalidateQueries({ queryKey: keys.lessons })
    void queryClient.invalidateQueries({ queryKey: keys.studentNotes })
    toast.success(t(saved ? 'summary.saved' : 'summary.removed'), { id: 'lesson-summary' })
  }
  const loading = (
    <Loading text={t('loading')}>
      <Skeleton className="h-40" />
    </Loading>
  )
  return (
    <QueryView query={summary} loading={loading}>
      {(stored) => (
        <TextForm
          place={`summary.${lessonId}`}
          label={t('summary.title')}
          hint={t('summary.hint', { name })}
          schema={summarizeLesson.body.shape.text}
          max={MAX_SUMMARY}
          stored={stored}
          save={save}
          reload={() => queryClient.fetchQuery({ ...query, staleTime: 0 })}
        />
      )}
    </QueryView>
  )
}
