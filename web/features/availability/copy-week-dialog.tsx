import { useState } from 'react'
import type { LocalDay } from '#domain/cairo'
import { availability } from '../../i18n/ar/availability.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Button } from '../../ui/button.tsx'
import { countTo } from '../../ui/count-to.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FieldGroup } from '../../ui/field.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { type Copy, copiesOfWeek, MAX_COPIED_WEEKS, slotsOfWeek } from './copy-week.ts'
import { SkippedCopies } from './skipped-copies.tsx'
import type { Schedule } from './use-schedule.ts'

type CopyWeekDialogProps = {
  saturday: LocalDay
  schedule: Schedule
  onCopy: (copies: readonly Copy[]) => void
  onClose: () => void
}

/** Copies the week to the weeks after it; what cannot be copied is listed first. */
export function CopyWeekDialog({ saturday, schedule, onCopy, onClose }: CopyWeekDialogProps) {
  const t = useMessages(availability)
  const [weeks, setWeeks] = useState(MAX_COPIED_WEEKS)
  const slots = slotsOfWeek(schedule.shown, saturday)
  const copies = copiesOfWeek(schedule.shown, saturday, weeks, schedule.now)
  const made = copies.filter(({ skip }) => skip === null)
  const footer = (
    <>
      <Button variant="secondary" onClick={onClose}>
        {t('copy.back')}
      </Button>
      <Button disabled={made.length === 0} onClick={() => onCopy(made)}>
        {t('copy.confirm')}
      </Button>
    </>
  )
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('copy.title')}
      description={t('copy.text', { slots: t('copy.slots', { count: slots.length }) })}
      footer={footer}
    >
      <div className="flex flex-col gap-5">
        <FieldGroup label={t('copy.weeks')}>
          <RadioGroup
            columns={2}
            value={weeks}
            onChange={setWeeks}
            options={countTo(MAX_COPIED_WEEKS).map((value) => ({
              value,
              label: t('copy.weeksOption', { count: value }),
            }))}
          />
        </FieldGroup>
        <div role="status" className="flex flex-col gap-3">
          <p className="font-semibold">{t('copy.willCopy', { count: made.length })}</p>
          <SkippedCopies copies={copies} />
        </div>
      </div>
    </Dialog>
  )
}
