import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { overlaps } from '#domain/cairo'
import { availability } from '#messages/availability'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import type { Week } from '../week/shared/use-week.ts'
import { AffectedLessons } from './affected-lessons.tsx'
import { changeCount, touchedRanges } from './draft.ts'
import type { Schedule } from './use-schedule.ts'

/** The count of unsaved changes, always visible; a save that cancels lessons asks for confirmation. */
export function SaveBar({ schedule, week }: { schedule: Schedule; week: Week }) {
  const t = useMessages(availability)
  const [isConfirming, setIsConfirming] = useState(false)
  const { draft, save, lost, conflicts } = schedule
  const count = changeCount(draft)
  if (count === 0) return null
  const elsewhere = touchedRanges(draft).filter((range) => !overlaps(range, week)).length
  const isBlocked = conflicts.size > 0
  return (
    <section
      aria-label={t('save.label')}
      className="sticky bottom-[calc(4.75rem+env(safe-area-inset-bottom))] md:bottom-4 z-30 flex animate-rise flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-line bg-surface p-3 shadow-raised sm:px-5"
    >
      <p role="status" className="min-w-0 flex-1 basis-full sm:basis-48">
        <span className="font-semibold">{t('save.count', { count })}</span>
        {elsewhere > 0 && <span className="block text-muted text-sm">{t('save.elsewhere', { count: elsewhere })}</span>}
        {isBlocked && <span className="block text-danger-ink text-sm">{t('slot.conflict')}</span>}
      </p>
      <Button
        className="max-sm:grow"
        loading={save.isPending}
        disabled={isBlocked}
        onClick={() => (lost.length > 0 ? setIsConfirming(true) : save.mutate())}
      >
        {t('save.save')}
      </Button>
      <Button variant="danger-ghost" className="max-sm:grow" disabled={save.isPending} onClick={schedule.discard}>
        {t('save.discard')}
      </Button>
      <IconButton
        icon={Undo2}
        mirrorIcon
        label={t('save.undo')}
        disabled={!schedule.canUndo || save.isPending}
        onClick={schedule.undo}
      />
      <ConfirmDialog
        open={isConfirming}
        onClose={() => setIsConfirming(false)}
        tone="danger"
        title={t('save.confirmTitle')}
        description={t('save.confirmText', { count: lost.length })}
        confirmLabel={t('save.confirm')}
        cancelLabel={t('save.back')}
        onConfirm={() => save.mutateAsync()}
      >
        <AffectedLessons lessons={lost} />
      </ConfirmDialog>
    </section>
  )
}
