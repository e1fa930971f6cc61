import type { Student } from '#contract/students'
import { LearningFields } from '../../shared/account/learning-fields.tsx'
import { learningFields } from '../../shared/account/profile-schema.ts'
import { useSaveLearning } from '../../shared/account/save.ts'
import { Form, FormProblem, useEditForm } from '../../ui/form.tsx'
import { StepButtons, type StepNavigation } from './step-buttons.tsx'

/** A student's job, level and learning goal. */
export function LearningStep({ student, ...navigation }: StepNavigation & { student: Student }) {
  const save = useSaveLearning()
  const { jobTitle, englishLevel, learningObjective } = learningFields
  const form = useEditForm({
    fields: { jobTitle, englishLevel, learningObjective },
    saved: {
      jobTitle: student.jobTitle,
      englishLevel: student.englishLevel,
      learningObjective: student.learningObjective,
    },
    save,
    onSaved: navigation.onNext,
  })
  return (
    <Form form={form} className="flex flex-col gap-5">
      <FormProblem text={form.problem} />
      <LearningFields form={form} />
      <StepButtons {...navigation} isSending={form.isSending} />
    </Form>
  )
}
