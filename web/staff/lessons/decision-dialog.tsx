import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { decideLesson } from '#contract/calls/lesson-decisions'
import type { LessonWithMembers } from '#contract/lessons'
import { LessonOutcome } from '#domain/lessons/outcome'
import { isRegularTutor } from '#domain/roles'
import { staffLessons } from '#messages/staff-lessons'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { errorText } from '../../platform/error-text.ts'
import { useFormat } from '../../platform/format.ts'
import { keys } from '../../platform/query-keys.ts'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { toast } from '../../ui/toasts.ts'
import { ReasonDialog } from '../table/shared/reason-dialog.tsx'
import { tutorOf } from './lesson-row.ts'

type DecisionDialogProps = {
  row: LessonWithMembers
  /** The outcome in force; null before the first decision. */
  current: LessonOutcome | null
  onClose: () => void
}

/**
 * Asks for the outcome of a lesson and the reason, and shows the effects in numbers. Undo restores the previous outcome.
 */
export function DecisionDialog({ row, current, onClose }: DecisionDialogProps) {
  const t = useMessages(staffLessons)
  const format = useFormat()
  const client = useQueryClient()
  const { lesson } = row
  const options = Object.values(LessonOutcome).filter((outcome) => outcome !== current)
  const [outcome, setOutcome] = useState<LessonOutcome>(options.find((one) => one !== LessonOutcome.Held) ?? 1)
  const tutor = tutorOf(row)
  const isWaiting = (row.outcome?.waits ?? null) !== null
  const price = format.money(tutor && isRegularTutor(tutor.role) ? (lesson.price ?? 0) : 0)

  const send = async (chosen: LessonOutcome, reason: string) => {
    await request(decideLesson, { params: { id: lesson.id }, body: { outcome: chosen, reason } }, { reason })
    await client.invalidateQueries({ queryKey: keys.lessons })
  }
  const report = (error: unknown) => {
    toast.error(t('decision.failed'), { description: errorText(error) })
  }
  const decide = async (reason: string) => {
    try {
      await send(outcome, reason)
    } catch (error) {
      report(error)
      throw error
    }
    // No decision makes pay wait again: the first one about a lesson whose pay waits has no way back to before.
    const before = current ?? (isWaiting ? null : LessonOutcome.Held)
    const undo = (to: LessonOutcome) => void send(to, t('decision.undoReason')).catch(report)
    toast.success(t('decision.done', { outcome: t(`outcomes.${outcome}`) }), {
      actions: before === null ? [] : [{ label: t('decision.undo'), onAction: () => undo(before) }],
    })
  }
  return (
    <ReasonDialog
      title={t('decision.title', { id: String(lesson.id) })}
      description={t('decision.text')}
      confirmLabel={t('decision.confirm')}
      tone="warning"
      onConfirm={decide}
      onClose={onClose}
    >
      <RadioGroup
        label={t('decision.outcome')}
        value={outcome}
        onChange={setOutcome}
        options={options.map((value) => ({
          value,
          label: t(`outcomes.${value}`),
          hint: t(`decision.${isWaiting ? 'waitingEffects' : 'effects'}.${value}`, {
            price,
            minutes: format.duration(lesson.duration),
          }),
        }))}
      />
    </ReasonDialog>
  )
}
