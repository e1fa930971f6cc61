import { useState } from 'react'
import { holidaysFrom } from '#domain/availability/egypt-days'
import { isLocalDay, type LocalDay } from '#domain/cairo'
import { availability } from '#messages/availability'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { Button } from '../../ui/button.tsx'
import { RemovableChip, ToggleChip } from '../../ui/chip.tsx'
import { Field, FieldGroup } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'

/** Half a year of holidays is as far as one plans. */
const SHOWN_DAYS = 183

type PatternDaysOffProps = { today: LocalDay; daysOff: readonly LocalDay[]; onChange: (days: LocalDay[]) => void }

/** The holidays that are coming, each to be switched off, and days of one’s own. */
export function PatternDaysOff({ today, daysOff, onChange }: PatternDaysOffProps) {
  const t = useMessages(availability)
  const format = useFormat()
  const [typed, setTyped] = useState('')
  const holidays = holidaysFrom(today, SHOWN_DAYS)
  const known = holidays.flatMap(({ days }) => days)
  const own = daysOff.filter((day) => day >= today && !known.includes(day))
  const without = (days: readonly LocalDay[]) => daysOff.filter((day) => !days.includes(day))
  const add = (days: readonly LocalDay[]) => onChange([...without(days), ...days].toSorted())
  const addTyped = () => {
    if (isLocalDay(typed) && typed >= today) add([typed])
    setTyped('')
  }
  const dates = (days: readonly LocalDay[]) => {
    const [first, last] = [days[0], days.at(-1)]
    if (!first || !last || first === last) return first ? format.shortDate(first) : ''
    return t('pattern.dates', { from: format.shortDate(first), to: format.shortDate(last) })
  }
  return (
    <FieldGroup label={t('pattern.daysOff')} hint={t('pattern.daysOffHint')}>
      <div className="flex flex-wrap gap-2">
        {holidays.map(({ name, days }) => {
          const isOff = days.every((day) => daysOff.includes(day))
          return (
            <ToggleChip
              key={days[0]}
              pressed={isOff}
              onChange={(pressed) => (pressed ? add(days) : onChange(without(days)))}
            >
              {format.series([t(`pattern.holidays.${name}`), dates(days)])}
            </ToggleChip>
          )
        })}
        {own.map((day) => (
          <RemovableChip key={day} label={format.date(day)} onRemove={() => onChange(without([day]))} />
        ))}
      </div>
      <div className="mt-3 flex items-end gap-3">
        <Field label={t('pattern.ownDay')} className="flex-1">
          <Input type="date" flow="ltr" min={today} value={typed} onChange={({ target }) => setTyped(target.value)} />
        </Field>
        <Button variant="secondary" disabled={!isLocalDay(typed)} onClick={addTyped}>
          {t('pattern.addDay')}
        </Button>
      </div>
    </FieldGroup>
  )
}
