import { useState } from 'react'
import { errorText } from '../../platform/error-text.ts'
import { FormProblem } from '../../ui/form.tsx'
import { TopicChoice } from '../account/shared/topic-choice.tsx'
import { useTopicChoice } from '../account/shared/use-topic-choice.ts'
import { StepButtons, type StepNavigation } from './step-buttons.tsx'

/** The topics that a student likes to talk about. */
export function TopicsStep(navigation: StepNavigation) {
  const choice = useTopicChoice()
  const [problem, setProblem] = useState<string>()
  const submit = async (event: { preventDefault: () => void }) => {
    event.preventDefault()
    setProblem(undefined)
    try {
      if (choice.hasChanges) await choice.save()
      navigation.onNext()
    } catch (error) {
      setProblem(errorText(error))
    }
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <FormProblem text={problem} />
      <TopicChoice choice={choice} />
      <StepButtons {...navigation} isSending={choice.isSaving} isLast />
    </form>
  )
}
