import type { Student } from '#contract/students'
import { FormProblem } from '../account/shared/form-problem.tsx'
import { LearningFields } from '../account/shared/learning-fields.tsx'
import { useSaveLearning } from '../account/shared/save.ts'
import { useEdits } from '../account/shared/use-edits.ts'
import { learningValues, studentChanges } from '../account/shared/values.ts'
import { StepButtons, type Way } from './step-buttons.tsx'

/** What the student does, how well they speak, and what for. */
export function LearningStep({ student, ...way }: Way & { student: Student }) {
  const save = useSaveLearning()
  const edits = useEdits({
    saved: learningValues(student),
    rules: {},
    save: (changes) => save(studentChanges(changes)),
  })
  const submit = async (event: { preventDefault: () => void }) => {
    event.preventDefault()
    if (!edits.isSaving && (await edits.send())) way.onNext()
  }
  return (
    <form ref={edits.form} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <FormProblem text={edits.problem} />
      <LearningFields edits={edits} />
      <StepButtons {...way} isSaving={edits.isSaving} />
    </form>
  )
}
