import { Plus } from 'lucide-react'
import { allowedPurposes } from '#domain/availability/changes'
import type { Role } from '#domain/roles'
import { availability } from '#messages/availability'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { Button } from '../../ui/button.tsx'
import { ToggleChip } from '../../ui/chip.tsx'
import { Field, FieldGroup } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { type PatternRow, rowProblem, WEEKDAYS, withPatternRow } from './pattern-form-state.ts'
import { RowFields } from './row-fields.tsx'
import { defaultPurpose } from './slot-rules.ts'

const NO_DAYS: readonly [] = []

type PatternRowsProps = {
  rows: readonly PatternRow[]
  role: Role
  onChange: (rows: readonly PatternRow[]) => void
}

/** Times of the week: each row is one time on several weekdays. */
export function PatternRows({ rows, role, onChange }: PatternRowsProps) {
  const t = useMessages(availability)
  const replace = (row: PatternRow) => onChange(rows.map((one) => (one.id === row.id ? row : one)))
  const problemText = (row: PatternRow) => {
    const problem = rowProblem(row, rows, role)
    return problem === null || problem === 'noDay' ? undefined : t(`pattern.problems.${problem}`)
  }
  return (
    <div className="flex flex-col gap-5">
      {rows.map((row, index) => (
        <div key={row.id} className="flex flex-col gap-3 rounded-card border border-line p-3">
          <Weekdays row={row} number={index + 1} onChange={replace} />
          <RowFields
            number={index + 1}
            row={row}
            days={NO_DAYS}
            error={problemText(row)}
            onChange={replace}
            onRemove={() => onChange(rows.filter(({ id }) => id !== row.id))}
          />
          <Purpose row={row} role={role} onChange={replace} />
        </div>
      ))}
      <Button
        variant="ghost"
        size="sm"
        icon={Plus}
        className="self-start"
        onClick={() => onChange(withPatternRow(rows, defaultPurpose(role)))}
      >
        {t('editor.addRow')}
      </Button>
    </div>
  )
}

type RowProps = { row: PatternRow; onChange: (row: PatternRow) => void }

function Weekdays({ row, number, onChange }: RowProps & { number: number }) {
  const t = useMessages(availability)
  const format = useFormat()
  const toggle = (weekday: number) => (pressed: boolean) =>
    onChange({ ...row, weekdays: WEEKDAYS.filter((one) => (one === weekday ? pressed : row.weekdays.includes(one))) })
  return (
    <FieldGroup
      label={t('pattern.daysOf', { number })}
      hideLabel
      error={row.weekdays.length === 0 ? t('editor.noDay') : undefined}
    >
      <div className="flex flex-wrap gap-2">
        {WEEKDAYS.map((weekday) => (
          <ToggleChip key={weekday} pressed={row.weekdays.includes(weekday)} onChange={toggle(weekday)}>
            {format.weekdayName(weekday)}
          </ToggleChip>
        ))}
      </div>
    </FieldGroup>
  )
}

/** Only users who also hold interviews can choose a purpose. */
function Purpose({ row, role, onChange }: RowProps & { role: Role }) {
  const t = useMessages(availability)
  const purposes = allowedPurposes(role)
  if (purposes.length <= 2) return null
  return (
    <Field label={t('editor.purpose')}>
      <Select
        value={row.purpose}
        options={purposes.map((value) => ({ value, label: t(`purposes.${value}`) }))}
        onChange={({ target }) =>
          onChange({ ...row, purpose: purposes.find((one) => one === Number(target.value)) ?? row.purpose })
        }
      />
    </Field>
  )
}
