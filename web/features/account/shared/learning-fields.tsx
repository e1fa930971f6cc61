import { MAX_JOB_TITLE, MAX_LEARNING_OBJECTIVE } from '#domain/users/profile'
import { profile } from '../../../i18n/ar/profile.ts'
import { useMessages } from '../../../i18n/messages.ts'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import type { useEdits } from './use-edits.ts'
import { type learningValues, options } from './values.ts'

type LearningValues = Omit<ReturnType<typeof learningValues>, 'timePeriod'>
type Edits = Pick<ReturnType<typeof useEdits<LearningValues>>, 'bind' | 'faults'>

/** What a student wants English for. */
export function LearningFields({ edits: { bind, faults } }: { edits: Edits }) {
  const t = useMessages(profile)
  return (
    <>
      <Field label={t('fields.jobTitle')} hint={t('fields.jobTitleHint')} error={faults.jobTitle}>
        <Input {...bind('jobTitle')} maxLength={MAX_JOB_TITLE} autoComplete="organization-title" />
      </Field>
      <Field label={t('fields.englishLevel')} error={faults.englishLevel}>
        <Select {...bind('englishLevel')} options={options.levels} placeholder={t('fields.choose')} />
      </Field>
      <Field
        label={t('fields.learningObjective')}
        hint={t('fields.learningObjectiveHint')}
        error={faults.learningObjective}
      >
        <Textarea
          {...bind('learningObjective')}
          rows={3}
          max={MAX_LEARNING_OBJECTIVE}
          maxLength={MAX_LEARNING_OBJECTIVE}
        />
      </Field>
    </>
  )
}
