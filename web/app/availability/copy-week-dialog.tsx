import { useState } from 'react'
import type { LocalDay } from '#domain/cairo'
import { availability } from '#messages/availability'
import { useMessages } from '../../messages/messages.ts'
import { countTo } from '../../ui/count-to.ts'
import { FieldGroup } from '../../ui/field.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { CopyDialog } from './copy-dialog.tsx'
import { type Copy, copiesOfWeek, MAX_COPIED_WEEKS, slotsOfWeek } from './copy-week.ts'
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
  return (
    <CopyDialog
      title={t('copy.title')}
      description={t('copy.text', { slots: t('copy.slots', { count: slots.length }) })}
      copies={copies}
      onCopy={onCopy}
      onClose={onClose}
    >
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
    </CopyDialog>
  )
}
