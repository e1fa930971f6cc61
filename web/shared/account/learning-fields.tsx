import { MAX_JOB_TITLE, MAX_LEARNING_OBJECTIVE } from '#domain/users/profile'
import { profile } from '#messages/profile'
import { useMessages } from '../../messages/messages.ts'
import type { FormFields } from '../../ui/form.tsx'
import { SelectField, TextareaField, TextField } from '../../ui/form-fields.tsx'
import { options } from './profile-options.ts'

type LearningFieldsProps = { form: FormFields<'jobTitle' | 'englishLevel' | 'learningObjective'> }

/** Job, level and learning goal of a student. */
export function LearningFields({ form }: LearningFieldsProps) {
  const t = useMessages(profile)
  return (
    <>
      <TextField
        form={form}
        name="jobTitle"
        label={t('fields.jobTitle')}
        hint={t('fields.jobTitleHint')}
        maxLength={MAX_JOB_TITLE}
        autoComplete="organization-title"
      />
      <SelectField
        form={form}
        name="englishLevel"
        label={t('fields.englishLevel')}
        options={options.levels}
        placeholder={t('fields.choose')}
      />
      <TextareaField
        form={form}
        name="learningObjective"
        label={t('fields.learningObjective')}
        hint={t('fields.learningObjectiveHint')}
        rows={3}
        max={MAX_LEARNING_OBJECTIVE}
        maxLength={MAX_LEARNING_OBJECTIVE}
      />
    </>
  )
}

/** The time of day that a student prefers. */
export function TimePeriodField({ form }: { form: FormFields<'timePeriod'> }) {
  const t = useMessages(profile)
  return (
    <SelectField
      form={form}
      name="timePeriod"
      label={t('fields.timePeriod')}
      options={options.times}
      placeholder={t('fields.choose')}
    />
  )
}
