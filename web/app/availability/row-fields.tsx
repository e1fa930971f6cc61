import { X } from 'lucide-react'
import { type LocalDay, MINUTES_A_DAY } from '#domain/cairo'
import { availability } from '#messages/availability'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { Field, FieldGroup } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Select } from '../../ui/select.tsx'
import { endOptions, lengthsOf, type RowTimes, START_OPTIONS, startingAt } from './editing.ts'

function useClock() {
  const t = useMessages(availability)
  const format = useFormat()
  const time = (minute: number) => format.timeOfDay(minute % MINUTES_A_DAY)
  return {
    from: time,
    to: (minute: number) => {
      if (minute === MINUTES_A_DAY) return t('editor.midnight')
      return minute < MINUTES_A_DAY ? time(minute) : t('editor.afterMidnight', { time: time(minute) })
    },
  }
}

type RowFieldsProps<Edited> = {
  number: number
  row: Edited
  days: readonly LocalDay[]
  /** The error text of the row. */
  error?: string | undefined
  onChange: (row: Edited) => void
  onRemove: (() => void) | null
}

/** From and to on the quarter hours, until the next morning. */
export function RowFields<Edited extends RowTimes>({
  number,
  row,
  days,
  error,
  onChange,
  onRemove,
}: RowFieldsProps<Edited>) {
  const t = useMessages(availability)
  const format = useFormat()
  const clock = useClock()
  return (
    <FieldGroup label={t('editor.row', { number })} hideLabel={!onRemove && number === 1} error={error}>
      <div className="flex items-end gap-3">
        <Field label={t('editor.from')} className="flex-1">
          <Select
            value={row.from}
            options={START_OPTIONS.map((value) => ({ value, label: clock.from(value) }))}
            onChange={({ target }) => onChange(startingAt(row, Number(target.value)))}
          />
        </Field>
        <Field label={t('editor.to')} className="flex-1">
          <Select
            value={row.to}
            options={endOptions(row).map((value) => ({ value, label: clock.to(value) }))}
            onChange={({ target }) => onChange({ ...row, to: Number(target.value) })}
          />
        </Field>
        {onRemove && <IconButton icon={X} tone="danger" label={t('editor.removeRow', { number })} onClick={onRemove} />}
      </div>
      <p className="mt-1.5 text-muted text-sm">{format.list(lengthsOf(row, days).map(format.duration))}</p>
    </FieldGroup>
  )
}
