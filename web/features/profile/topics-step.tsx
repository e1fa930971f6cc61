import { useState } from 'react'
import { errorText } from '../../lib/error-text.ts'
import { FormProblem } from '../../parts/account/form-problem.tsx'
import { TopicChoice } from '../../parts/account/topic-choice.tsx'
import { useTopicChoice } from '../../parts/account/use-topic-choice.ts'
import { StepButtons, type Way } from './step-buttons.tsx'

/** What the student likes to talk about. */
export function TopicsStep(way: Way) {
  const choice = useTopicChoice()
  const [problem, setProblem] = useState<string | null>(null)
  const submit = async (event: { preventDefault: () => void }) => {
    event.preventDefault()
    setProblem(null)
    try {
      if (choice.hasChanges) await choice.save()
      way.onNext()
    } catch (error) {
      setProblem(errorText(error))
    }
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <FormProblem text={problem} />
      <TopicChoice choice={choice} />
      <StepButtons {...way} isSaving={choice.isSaving} isLast />
    </form>
  )
}
