import { useState } from 'react'
import { type LocalDay, localDay } from '#domain/cairo'
import { availability } from '#messages/availability'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { ToggleChip } from '../../ui/chip.tsx'
import { FieldGroup } from '../../ui/field.tsx'
import type { Week } from '../week/shared/use-week.ts'
import { CopyDialog } from './copy-dialog.tsx'
import { type Copy, copiesOfDay, copyTargets, slotsOfDay } from './copy-week.ts'
import { useSlotWords } from './slot-text.ts'
import type { Schedule } from './use-schedule.ts'

type CopyDayDialogProps = {
  day: LocalDay
  week: Week
  schedule: Schedule
  onCopy: (copies: readonly Copy[]) => void
  onClose: () => void
}

/** Copies a day's slots to other days of its week, or to the same weekday of the coming weeks. */
export function CopyDayDialog({ day, week, schedule, onCopy, onClose }: CopyDayDialogProps) {
  const t = useMessages(availability)
  const format = useFormat()
  const words = useSlotWords()
  const [chosen, setChosen] = useState<readonly LocalDay[]>([])
  const { near, later } = copyTargets(day, week.days, localDay(schedule.now))
  const copies = copiesOfDay(schedule.shown, day, chosen, schedule.now)
  const choose = (days: readonly LocalDay[]) => (pressed: boolean) =>
    setChosen(pressed ? [...chosen, ...days] : chosen.filter((one) => !days.includes(one)))
  const isChosen = (days: readonly LocalDay[]) => days.every((one) => chosen.includes(one))
  return (
    <CopyDialog
      title={t('copyDay.title', { day: format.date(day) })}
      description={format.series(slotsOfDay(schedule.shown, day).map(words.range))}
      copies={chosen.length > 0 ? copies : null}
      onCopy={onCopy}
      onClose={onClose}
    >
      <FieldGroup label={t('copyDay.to')}>
        <div className="flex flex-wrap gap-2">
          {near.map((one) => (
            <ToggleChip key={one} pressed={isChosen([one])} onChange={choose([one])}>
              {format.weekday(one)} {format.dayOfMonth(one)}
            </ToggleChip>
          ))}
          <ToggleChip pressed={isChosen(later)} onChange={choose(later)}>
            {t('copyDay.later', { day: format.weekday(day), count: later.length })}
          </ToggleChip>
        </div>
      </FieldGroup>
    </CopyDialog>
  )
}
