import { useState } from 'react'
import { type LocalDay, localDay } from '#domain/cairo'
import { availability } from '../../i18n/ar/availability.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { Button } from '../../ui/button.tsx'
import { ToggleChip } from '../../ui/chip.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FieldGroup } from '../../ui/field.tsx'
import type { Week } from '../week/shared/use-week.ts'
import { type Copy, copiesOfDay, copyTargets, slotsOfDay } from './copy-week.ts'
import { SkippedCopies } from './skipped-copies.tsx'
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
  const made = copies.filter(({ skip }) => skip === null)
  const choose = (days: readonly LocalDay[]) => (pressed: boolean) =>
    setChosen(pressed ? [...chosen, ...days] : chosen.filter((one) => !days.includes(one)))
  const isChosen = (days: readonly LocalDay[]) => days.every((one) => chosen.includes(one))
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
      title={t('copyDay.title', { day: format.date(day) })}
      description={slotsOfDay(schedule.shown, day).map(words.range).join('، ')}
      footer={footer}
    >
      <div className="flex flex-col gap-5">
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
        {chosen.length > 0 && (
          <div role="status" className="flex flex-col gap-3">
            <p className="font-semibold">{t('copy.willCopy', { count: made.length })}</p>
            <SkippedCopies copies={copies} />
          </div>
        )}
      </div>
    </Dialog>
  )
}
