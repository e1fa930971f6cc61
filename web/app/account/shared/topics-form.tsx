import { useState } from 'react'
import { profile } from '#messages/profile'
import { useMessages } from '../../../messages/messages.ts'
import { errorText } from '../../../platform/error-text.ts'
import { FormProblem } from '../../../ui/form.tsx'
import { SaveRow } from '../../../ui/save-row.tsx'
import { toast } from '../../../ui/toasts.ts'
import { TopicChoice } from './topic-choice.tsx'
import { useTopicChoice } from './use-topic-choice.ts'

/** The own topics in the settings, saved together. */
export function TopicsForm() {
  const t = useMessages(profile)
  const choice = useTopicChoice()
  const [problem, setProblem] = useState<string>()
  const save = async () => {
    setProblem(undefined)
    try {
      await choice.save()
      toast.success(t('topics.saved'), { id: 'topics' })
    } catch (error) {
      setProblem(errorText(error))
    }
  }
  return (
    <div className="flex flex-col gap-5">
      <FormProblem text={problem} />
      <TopicChoice choice={choice} />
      <SaveRow
        hasChanges={choice.hasChanges}
        isSending={choice.isSaving}
        onDiscard={choice.discard}
        onSave={() => void save()}
      />
    </div>
  )
}
