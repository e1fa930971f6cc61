import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { allowedPurposes } from '#domain/availability/changes'
import type { LocalDay } from '#domain/cairo'
import { availability } from '#messages/availability'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { AffectedLessons } from './affected-lessons.tsx'
import { DayChoice } from './day-choice.tsx'
import type { ShownSlot } from './draft.ts'
import { type Form, problemOf, valuesOf, withRow } from './editing.ts'
import { RowFields } from './row-fields.tsx'
import { canceledByMoving } from './slot-rules.ts'
import type { Schedule } from './use-schedule.ts'

type SlotEditorProps = {
  /** Null opens new slots. */
  slot: ShownSlot | null
  initial: Form
  days: readonly LocalDay[]
  schedule: Schedule
  onApply: (form: Form) => void
  onDelete: (slot: ShownSlot) => void
  onClose: () => void
}

/** Days, times and purpose of new slots or of an existing one; conflicts are shown while one chooses. */
export function SlotEditor({ slot, initial, days, schedule, onApply, onDelete, onClose }: SlotEditorProps) {
  const t = useMessages(availability)
  const format = useFormat()
  const [form, setForm] = useState(initial)
  const { now, shown, judge } = schedule
  const others = shown.filter(({ key }) => key !== slot?.key)
  const problems = form.rows.map((row) => problemOf(row, form, others, now))
  const canApply = form.days.length > 0 && problems.every((problem) => problem === null)
  const lost = canApply ? lostTo(slot, form, schedule) : []
  const problemText = (found: (typeof problems)[number] | undefined) =>
    found
      ? t('editor.problemOn', { day: format.date(found.day), problem: t(`editor.problems.${found.problem}`) })
      : undefined
  const purposes = allowedPurposes(judge.actor.role)
  const count = form.days.length * form.rows.length

  const footer = (
    <>
      <Button disabled={!canApply} onClick={() => onApply(form)}>
        {slot ? t('editor.apply') : t('editor.applyMany', { count: Math.max(1, count) })}
      </Button>
      {slot && (
        <Button variant="danger-ghost" icon={Trash2} onClick={() => onDelete(slot)} className="sm:ms-auto">
          {t('editor.delete')}
        </Button>
      )}
    </>
  )
  return (
    <Dialog open onClose={onClose} title={t(slot ? 'editor.editTitle' : 'editor.addTitle')} footer={footer}>
      <div className="flex flex-col gap-5">
        <DayChoice
          days={days}
          form={form}
          now={now}
          isMany={!slot}
          onChange={(chosen) => setForm({ ...form, days: chosen })}
        />
        {form.rows.map((row, index) => (
          <RowFields
            key={row.id}
            number={index + 1}
            row={row}
            days={form.days}
            error={problemText(problems[index])}
            onChange={(next) => setForm({ ...form, rows: form.rows.map((one) => (one.id === row.id ? next : one)) })}
            onRemove={
              form.rows.length > 1
                ? () => setForm({ ...form, rows: form.rows.filter(({ id }) => id !== row.id) })
                : null
            }
          />
        ))}
        {!slot && (
          <Button variant="ghost" size="sm" icon={Plus} className="self-start" onClick={() => setForm(withRow(form))}>
            {t('editor.addRow')}
          </Button>
        )}
        {purposes.length > 1 && (
          <Field label={t('editor.purpose')}>
            <Select
              value={form.purpose}
              options={purposes.map((value) => ({ value, label: t(`purposes.${value}`) }))}
              onChange={({ target }) =>
                setForm({ ...form, purpose: purposes.find((one) => one === Number(target.value)) ?? form.purpose })
              }
            />
          </Field>
        )}
        {lost.length > 0 && (
          <div className="flex flex-col gap-2">
            <p role="status" className="rounded-control bg-danger-soft px-4 py-3 text-danger-ink">
              {t('editor.willCancel', { count: lost.length })}
            </p>
            <AffectedLessons lessons={lost} />
          </div>
        )}
      </div>
    </Dialog>
  )
}

/** The booked lessons that the change would cancel. */
function lostTo(slot: ShownSlot | null, form: Form, { draft, judge }: Schedule) {
  const [values] = valuesOf(form)
  if (!slot || slot.id === null || !values) return []
  return canceledByMoving(slot.id, draft.changed.get(slot.id)?.was ?? slot, values, judge)
}
