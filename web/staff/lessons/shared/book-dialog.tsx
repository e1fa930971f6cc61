import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { bookLesson } from '#contract/calls/lessons'
import type { User } from '#contract/users'
import { toIso } from '#domain/cairo'
import { Role } from '#domain/roles'
import { staffLessons } from '#messages/staff-lessons'
import { useMessages } from '../../../messages/messages.ts'
import { request } from '../../../platform/api.ts'
import { errorText } from '../../../platform/error-text.ts'
import { useIdempotencyKey } from '../../../platform/idempotency-key.ts'
import { keys } from '../../../platform/query-keys.ts'
import { displayNameOf } from '../../../shared/shell/display-name.ts'
import { toast } from '../../../ui/toasts.ts'
import { PeoplePicker, type PickedPerson } from '../../table/shared/people-picker.tsx'
import { ReasonDialog } from '../../table/shared/reason-dialog.tsx'
import { type ChosenTime, TimeChoice } from '../time-choice.tsx'

const TUTORS = [Role.Tutor, Role.TutorManager] as const

type BookDialogProps = { student: User; onBooked: () => void; onClose: () => void }

/** Books a lesson for a student with any tutor: the tutor, one of their free times, and why (docs/rules/lessons.md 11.1). */
export function BookDialog({ student, onBooked, onClose }: BookDialogProps) {
  const t = useMessages(staffLessons)
  const client = useQueryClient()
  const idempotency = useIdempotencyKey()
  const [tutor, setTutor] = useState<PickedPerson | null>(null)
  const [chosen, setChosen] = useState<ChosenTime | null>(null)
  const [isAsked, setAsked] = useState(false)
  const pick = (picked: readonly PickedPerson[]) => {
    setTutor(picked.at(-1) ?? null)
    setChosen(null)
  }
  const book = async (reason: string) => {
    setAsked(true)
    if (!tutor || !chosen) {
      toast.error(t(tutor ? 'time.choose' : 'book.chooseTutor'))
      throw new Error('no tutor or time was chosen')
    }
    const { time, duration } = chosen
    const body = {
      studentId: student.id,
      tutorId: tutor.id,
      slotId: time.slotId,
      start: toIso(time.start),
      duration,
    }
    try {
      await request(bookLesson, { body }, { reason, idempotencyKey: idempotency.keyOf({ ...body, reason }) })
    } catch (error) {
      toast.error(t('book.failed'), { description: errorText(error) })
      for (const queryKey of [keys.lessons, keys.slots]) void client.invalidateQueries({ queryKey })
      throw error
    }
    toast.success(t('book.done', { name: displayNameOf(student) }))
    for (const queryKey of [keys.lessons, keys.slots]) void client.invalidateQueries({ queryKey })
    onBooked()
  }
  return (
    <ReasonDialog
      title={t('book.title', { name: displayNameOf(student) })}
      description={t('book.text')}
      confirmLabel={t('book.confirm')}
      tone="main"
      onConfirm={book}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <PeoplePicker
          label={t('book.tutor')}
          roles={TUTORS}
          picked={tutor ? [tutor] : []}
          onChange={pick}
          required
          {...(isAsked && !tutor ? { error: t('book.chooseTutor') } : {})}
        />
        {tutor && (
          <TimeChoice key={tutor.id} studentId={student.id} tutorId={tutor.id} chosen={chosen} onChange={setChosen} />
        )}
      </div>
    </ReasonDialog>
  )
}
