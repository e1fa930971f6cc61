import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { MAX_WEEKLY_GOAL } from '#domain/students/week'
import { dashboards } from '#messages/dashboards'
import { useMessages } from '../../messages/messages.ts'
import { errorText } from '../../platform/error-text.ts'
import { useFormat } from '../../platform/format.ts'
import { keys } from '../../platform/query-keys.ts'
import { useSaveLearning } from '../../shared/account/save.ts'
import { Button } from '../../ui/button.tsx'
import { countTo } from '../../ui/count-to.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { RadioButtons } from '../../ui/radio-buttons.tsx'
import { toast } from '../../ui/toasts.ts'

const USUAL_GOAL = 3

/** How many lessons a week the student wants to take. */
export function GoalDialog({ goal, onClose }: { goal: number | null; onClose: () => void }) {
  const t = useMessages(dashboards)
  const format = useFormat()
  const queryClient = useQueryClient()
  const saveLearning = useSaveLearning()
  const [chosen, setChosen] = useState(goal ?? USUAL_GOAL)
  const [isSaving, setSaving] = useState(false)
  const save = async (weeklyGoal: number | null) => {
    setSaving(true)
    try {
      await saveLearning({ weeklyGoal })
      await queryClient.invalidateQueries({ queryKey: keys.stats })
      onClose()
    } catch (error) {
      toast.error(t('goal.failed'), { description: errorText(error), id: 'goal' })
      setSaving(false)
    }
  }
  const options = countTo(MAX_WEEKLY_GOAL).map((place) => ({
    value: place,
    key: place,
    content: format.number(place),
    label: t('goal.lessons', { count: place }),
  }))
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title={t('goal.title')}
      description={t('goal.text')}
      footer={
        <>
          <Button loading={isSaving} onClick={() => void save(chosen)}>
            {t('goal.save')}
          </Button>
          {goal !== null && (
            <Button variant="ghost" disabled={isSaving} onClick={() => void save(null)}>
              {t('goal.none')}
            </Button>
          )}
        </>
      }
    >
      <RadioButtons
        label={t('goal.title')}
        options={options}
        value={chosen}
        onChange={setChosen}
        className="grid grid-cols-7 gap-1"
        buttonClassName="min-h-12 rounded-control font-semibold"
      />
      <p className="mt-3 text-center font-semibold">{t('goal.lessons', { count: chosen })}</p>
    </Dialog>
  )
}
