import type { UseQueryResult } from '@tanstack/react-query'
import type { Student } from '#contract/students'
import { profile } from '../../i18n/ar/profile.ts'
import { settings } from '../../i18n/ar/settings.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Card, SectionHeading } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toasts.ts'
import { FormProblem } from '../account/shared/form-problem.tsx'
import { LearningFields } from '../account/shared/learning-fields.tsx'
import { useSaveLearning } from '../account/shared/save.ts'
import { SaveRow } from '../account/shared/save-row.tsx'
import { TopicsForm } from '../account/shared/topics-form.tsx'
import { useEdits } from '../account/shared/use-edits.ts'
import { learningValues, options, studentChanges } from '../account/shared/values.ts'

/** What a student says about their learning, and the topics they like. */
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
        {student.data ? (
          <LearningForm student={student.data} />
        ) : student.isError ? (
          <ErrorState onRetry={() => void student.refetch()} retrying={student.isFetching} />
        ) : (
          <Loading text={words('loading')}>
            <Skeleton className="h-64" />
          </Loading>
        )}
      </Card>
    </div>
  )
}

function LearningForm({ student }: { student: Student }) {
  const t = useMessages(profile)
  const words = useMessages(settings)
  const save = useSaveLearning()
  const edits = useEdits({
    saved: learningValues(student),
    rules: {},
    save: async (changes) => {
      await save(studentChanges(changes))
      toast.success(words('learning.saved'), { id: 'settings' })
    },
  })
  return (
    <form ref={edits.form} noValidate onSubmit={edits.onSubmit} className="flex flex-col gap-5">
      <FormProblem text={edits.problem} />
      <LearningFields edits={edits} />
      <Field label={t('fields.timePeriod')} error={edits.faults.timePeriod}>
        <Select {...edits.bind('timePeriod')} options={options.times} placeholder={t('fields.choose')} />
      </Field>
      <SaveRow hasChanges={edits.hasChanges} isSaving={edits.isSaving} onDiscard={edits.discard} />
    </form>
  )
}
