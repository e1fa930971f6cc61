import { localDay } from '#domain/cairo'
import { availability } from '#messages/availability'
import { useMessages } from '../../messages/messages.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toasts.ts'
import type { LessonView } from '../lessons/shared/lesson-view.ts'
import type { Week } from '../week/shared/use-week.ts'
import { AffectedLessons } from './affected-lessons.tsx'
import { CopyDayDialog } from './copy-day-dialog.tsx'
import type { Copy } from './copy-week.ts'
import { CopyWeekDialog } from './copy-week-dialog.tsx'
import { change, remove, type ShownSlot } from './draft.ts'
import { type Form, formAt, formOf, valuesOf } from './editing.ts'
import { PatternDialog } from './pattern-dialog.tsx'
import { SlotEditor } from './slot-editor.tsx'
import { canceledByDeleting, defaultPurpose, isMovable } from './slot-rules.ts'
import { useSlotWords } from './slot-text.ts'
import type { Schedule } from './use-schedule.ts'
import type { useScheduleDialog } from './use-schedule-dialog.ts'

type RemoveSlotDialogProps = {
  slot: ShownSlot
  lost: readonly LessonView[]
  onConfirm: () => void
  onClose: () => void
}

/** Shows what deleting a slot cancels, before it is deleted. */
function RemoveSlotDialog({ slot, lost, onConfirm, onClose }: RemoveSlotDialogProps) {
  const t = useMessages(availability)
  const words = useSlotWords()
  const isSerious = lost.length > 0
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      tone={isSerious ? 'danger' : 'warning'}
      title={t('remove.title')}
      description={t('remove.slot', {
        slot: words.dayRange(slot),
        effect: isSerious ? t('remove.serious', { count: lost.length }) : t('remove.plain'),
      })}
      confirmLabel={t(isSerious ? 'remove.confirmSerious' : 'remove.confirm')}
      cancelLabel={t('remove.keep')}
      onConfirm={onConfirm}
    >
      <AffectedLessons lessons={lost} />
    </ConfirmDialog>
  )
}

type ScheduleDialogsProps = { dialogs: ReturnType<typeof useScheduleDialog>; schedule: Schedule; week: Week }

/** The open dialog and its effect on the draft. */
export function ScheduleDialogs({
  dialogs: { dialog, remove: askToRemove, close },
  schedule,
  week,
}: ScheduleDialogsProps) {
  const t = useMessages(availability)
  const { draft, now, judge, edit, open } = schedule
  if (!dialog) return null

  const removeNow = (slot: ShownSlot) => {
    edit(remove(draft, slot))
    close()
  }
  const onCopy = (copies: readonly Copy[]) => {
    open(copies.map(({ slot }) => slot))
    close()
    toast.success(t('copy.done', { count: copies.length }), { description: t('copy.doneText') })
  }
  // An unsaved slot is removed without confirmation: undo brings it back.
  const onDelete = (slot: ShownSlot) => (slot.id === null ? removeNow(slot) : askToRemove(slot))

  switch (dialog.for) {
    case 'add': {
      const onApply = (form: Form) => {
        open(valuesOf(form))
        close()
      }
      const initial = formAt(dialog.at, now, defaultPurpose(judge.actor.role))
      return (
        <SlotEditor
          slot={null}
          initial={initial}
          schedule={schedule}
          onApply={onApply}
          onDelete={onDelete}
          days={week.days}
          onClose={close}
        />
      )
    }
    case 'edit': {
      const { slot } = dialog
      // A slot that has begun can only be deleted.
      if (!isMovable(slot, now)) {
        return <Removal slot={slot} schedule={schedule} onConfirm={() => removeNow(slot)} onClose={close} />
      }
      const onApply = (form: Form) => {
        const [values] = valuesOf(form)
        if (values) edit(change(draft, slot, values))
        close()
      }
      const day = localDay(slot.start)
      const days = week.days.includes(day) ? week.days : [day, ...week.days]
      return (
        <SlotEditor
          key={slot.key}
          slot={slot}
          schedule={schedule}
          onApply={onApply}
          onDelete={onDelete}
          days={days}
          initial={formOf(slot)}
          onClose={close}
        />
      )
    }
    case 'remove':
      return <Removal slot={dialog.slot} schedule={schedule} onConfirm={() => removeNow(dialog.slot)} onClose={close} />
    case 'pattern':
      return <PatternDialog schedule={schedule} onClose={close} />
    case 'copyDay':
      return <CopyDayDialog day={dialog.day} week={week} schedule={schedule} onCopy={onCopy} onClose={close} />
    case 'copy':
      return <CopyWeekDialog saturday={week.saturday} schedule={schedule} onCopy={onCopy} onClose={close} />
  }
}

type RemovalProps = { slot: ShownSlot; schedule: Schedule; onConfirm: () => void; onClose: () => void }

function Removal({ slot, schedule: { draft, judge }, onConfirm, onClose }: RemovalProps) {
  const was = slot.id === null ? slot : (draft.changed.get(slot.id)?.was ?? slot)
  const lost = slot.id === null ? [] : canceledByDeleting(slot.id, was, judge)
  return <RemoveSlotDialog slot={slot} lost={lost} onConfirm={onConfirm} onClose={onClose} />
}
