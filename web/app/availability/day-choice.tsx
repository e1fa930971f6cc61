import type { Instant, LocalDay } from '#domain/cairo'
import { availability } from '#messages/availability'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { rangeOfDay } from '../../shared/week/day-span.ts'
import { ToggleChip } from '../../ui/chip.tsx'
import { Field, FieldGroup } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import type { Form } from './editing.ts'

type DayChoiceProps = {
  days: readonly LocalDay[]
  form: Form
  now: Instant
  /** New slots may be created on several days together; an existing slot is on one. */
  isMany: boolean
  onChange: (days: LocalDay[]) => void
}

export function DayChoice({ days, form, now, isMany, onChange }: DayChoiceProps) {
  const t = useMessages(availability)
  const format = useFormat()
  const isOver = (day: LocalDay) => rangeOfDay(day).end <= now
  if (!isMany) {
    const options = days.map((day) => ({ value: day, label: format.date(day), disabled: isOver(day) }))
    return (
      <Field label={t('editor.day')}>
        <Select
          value={form.days[0] ?? ''}
          options={options}
          onChange={({ target }) => onChange(days.filter((day) => day === target.value))}
        />
      </Field>
    )
  }
  const toggle = (day: LocalDay) => (pressed: boolean) =>
    onChange(days.filter((one) => (one === day ? pressed : form.days.includes(one))))
  return (
    <FieldGroup label={t('editor.days')} error={form.days.length === 0 ? t('editor.noDay') : undefined}>
      <div className="flex flex-wrap gap-2">
        {days.map((day) => (
          <ToggleChip key={day} pressed={form.days.includes(day)} disabled={isOver(day)} onChange={toggle(day)}>
            {format.weekday(day)} {format.dayOfMonth(day)}
          </ToggleChip>
        ))}
      </div>
    </FieldGroup>
  )
}
