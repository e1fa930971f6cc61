import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { cancelLesson, rebookLesson } from '#contract/calls/lessons'
import type { LessonWithMembers } from '#contract/lessons'
import { fromIso, toIso } from '#domain/cairo'
import { rangeOf } from '#domain/lessons/durations'
import { staffLessons } from '#messages/staff-lessons'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { errorText } from '../../platform/error-text.ts'
import { useFormat } from '../../platform/format.ts'
import { keys } from '../../platform/query-keys.ts'
import { toast } from '../../ui/toasts.ts'
import { ReasonDialog } from '../table/shared/reason-dialog.tsx'
import { studentOf, tutorOf } from './lesson-row.ts'
import { type ChosenTime, TimeChoice } from './time-choice.tsx'

type ChangeDialogProps = { row: LessonWithMembers; onClose: () => void }

/** Sends a change and reads all lessons again, also where it was refused: what is shown was outdated. */
function useChange(done: string, failed: string) {
  const client = useQueryClient()
  return async (send: () => Promise<unknown>) => {
    try {
      await send()
    } catch (error) {
      toast.error(failed, { description: errorText(error) })
      void client.invalidateQueries({ queryKey: keys.lessons })
      throw error
    }
    toast.success(done)
    await Promise.all([keys.lessons, keys.slots].map((queryKey) => client.invalidateQueries({ queryKey })))
  }
}

/** Cancels a lesson for its members (docs/rules/lessons.md 11.2). */
export function CancelDialog({ row, onClose }: ChangeDialogProps) {
  const t = useMessages(staffLessons)
  const format = useFormat()
  const { lesson } = row
  const change = useChange(t('cancel.done'), t('cancel.failed'))
  const cancel = (reason: string) => change(() => request(cancelLesson, { params: { id: lesson.id } }, { reason }))
  return (
    <ReasonDialog
      title={t('cancel.title', { id: String(lesson.id) })}
      description={t('cancel.text', {
        moment: format.moment(fromIso(lesson.start)),
        minutes: format.duration(lesson.duration),
      })}
      confirmLabel={t('cancel.confirm')}
      onConfirm={cancel}
      onClose={onClose}
    />
  )
}

/** Moves a lesson for its student to another time of the same tutor (docs/rules/lessons.md 11.1). */
export function MoveDialog({ row, onClose }: ChangeDialogProps) {
  const t = useMessages(staffLessons)
  const format = useFormat()
  const [chosen, setChosen] = useState<ChosenTime | null>(null)
  const { lesson } = row
  const change = useChange(t('move.done'), t('move.failed'))
  const [student, tutor] = [studentOf(row), tutorOf(row)]
  if (!student || !tutor) return null
  const move = async (reason: string) => {
    if (!chosen) {
      toast.error(t('time.choose'))
      throw new Error('no time was chosen')
    }
    const { time, duration } = chosen
    const body = { lessonId: lesson.id, slotId: time.slotId, start: toIso(time.start), duration }
    await change(() => request(rebookLesson, { body }, { reason, version: lesson.updatedAt }))
  }
  const { duration } = lesson
  return (
    <ReasonDialog
      title={t('move.title', { id: String(lesson.id) })}
      description={t('move.text', { moment: format.moment(fromIso(lesson.start)) })}
      confirmLabel={t('move.confirm')}
      tone="main"
      onConfirm={move}
      onClose={onClose}
    >
      <TimeChoice
        studentId={student.userId}
        tutorId={tutor.userId}
        moved={{ ...rangeOf({ start: fromIso(lesson.start), duration }), duration }}
        chosen={chosen}
        onChange={setChosen}
      />
    </ReasonDialog>
  )
}
