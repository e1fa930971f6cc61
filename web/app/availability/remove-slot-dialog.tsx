import { availability } from '#messages/availability'
import { useMessages } from '../../messages/messages.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { LessonView } from '../lessons/shared/lesson-view.ts'
import { AffectedLessons } from './affected-lessons.tsx'
import type { ShownSlot } from './draft.ts'
import { useSlotWords } from './slot-text.ts'

type RemoveSlotDialogProps = {
  slot: ShownSlot
  lost: readonly LessonView[]
  onConfirm: () => void
  onClose: () => void
}

/** Shows what deleting a slot cancels, before it is deleted. */
export function RemoveSlotDialog({ slot, lost, onConfirm, onClose }: RemoveSlotDialogProps) {
  const t = useMessages(availability)
  const words = useSlotWords()
  const isSerious = lost.length > 0
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
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
