import { MAX_JOB_TITLE, MAX_LEARNING_OBJECTIVE } from '#domain/users/profile'
import { profile } from '#messages/profile'
import { useMessages } from '../../messages/messages.ts'
import { FormField, type FormFields } from '../../ui/form.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { options } from './profile-options.ts'

type LearningFieldsProps = { form: FormFields<'jobTitle' | 'englishLevel' | 'learningObjective'> }

/** Job, level and learning goal of a student. */
export function LearningFields({ form }: LearningFieldsProps) {
  const t = useMessages(profile)
  return (
    <>
      <FormField form={form} name="jobTitle" label={t('fields.jobTitle')} hint={t('fields.jobTitleHint')}>
        {(control) => <Input {...control} maxLength={MAX_JOB_TITLE} autoComplete="organization-title" />}
      </FormField>
      <FormField form={form} name="englishLevel" label={t('fields.englishLevel')}>
        {(control) => <Select {...control} options={options.levels} placeholder={t('fields.choose')} />}
      </FormField>
      <FormField
        form={form}
        name="learningObjective"
        label={t('fields.learningObjective')}
        hint={t('fields.learningObjectiveHint')}
      >
        {(control) => (
          <Textarea {...control} rows={3} max={MAX_LEARNING_OBJECTIVE} maxLength={MAX_LEARNING_OBJECTIVE} />
        )}
      </FormField>
    </>
  )
}

/** The time of day that a student prefers. */
export function TimePeriodField({ form }: { form: FormFields<'timePeriod'> }) {
  const t = useMessages(profile)
  return (
    <FormField form={form} name="timePeriod" label={t('fields.timePeriod')}>
      {(control) => <Select {...control} options={options.times} placeholder={t('fields.choose')} />}
    </FormField>
  )
}
