import type { UseQueryResult } from '@tanstack/react-query'
import type { Student } from '#contract/students'
import { profile } from '#messages/profile'
import { settings } from '#messages/settings'
import { useMessages } from '../../messages/messages.ts'
import { LearningFields, TimePeriodField } from '../../shared/account/learning-fields.tsx'
import { learningFields } from '../../shared/account/profile-schema.ts'
import { useSaveLearning } from '../../shared/account/save.ts'
import { Card, SectionHeading } from '../../ui/card.tsx'
import { Form, FormProblem, useEditForm } from '../../ui/form.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { SaveRow } from '../../ui/save-row.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toasts.ts'
import { TopicsForm } from '../account/shared/topics-form.tsx'

/** A student's topics and learning profile. */
export function LearningSection({ student }: { student: UseQueryResult<Student> }) {
  const t = useMessages(settings)
  const words = useMessages(profile)
  return (
    <div className="flex flex-col gap-5">
      <Card padding="lg">
        <SectionHeading title={t('learning.topics')} />
        <TopicsForm />
      </Card>
      <Card padding="lg">
        <SectionHeading title={t('learning.title')} />
        <QueryView
          query={student}
          loading={
            <Loading text={words('loading')}>
              <Skeleton className="h-64" />
            </Loading>
          }
        >
          {(data) => <LearningForm student={data} />}
        </QueryView>
      </Card>
    </div>
  )
}

function LearningForm({ student }: { student: Student }) {
  const t = useMessages(settings)
  const save = useSaveLearning()
  const { jobTitle, englishLevel, learningObjective, timePeriod } = student
  const form = useEditForm({
    fields: learningFields,
    saved: { jobTitle, englishLevel, learningObjective, timePeriod },
    save: async (changes) => {
      await save(changes)
      toast.success(t('learning.saved'), { id: 'settings' })
    },
  })
  return (
    <Form form={form} className="flex flex-col gap-5">
      <FormProblem text={form.problem} />
      <LearningFields form={form} />
      <TimePeriodField form={form} />
      <SaveRow hasChanges={form.hasChanges} isSending={form.isSending} onDiscard={form.discard} />
    </Form>
  )
}
