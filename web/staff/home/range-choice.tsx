import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { isLocalDay, type LocalDay, startOfDay } from '#domain/cairo'
import { type DayRange, whyNotFigureRange } from '#domain/staff/dashboard-figures'
import { staffHome } from '#messages/staff-home'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { type RangeName, rangeNames } from './figure-range.ts'

export type RangeChoiceProps = {
  /** The screen whose address has the range. */
  to: '/' | '/figures'
  name: RangeName
  range: DayRange
  today: LocalDay
}

/** The range of the figures, kept in the address. */
export function RangeChoice({ to, name, range, today }: RangeChoiceProps) {
  const t = useMessages(staffHome)
  const navigate = useNavigate()
  const choose = (chosen: RangeName) =>
    void navigate({
      to,
      search: chosen === 'custom' ? { range: chosen, from: range.from, to: range.to } : { range: chosen },
      replace: true,
      resetScroll: false,
    })
  return (
    <div className="flex min-w-0 max-w-full flex-col gap-3">
      <Segmented
        label={t('figures.range')}
        options={rangeNames.map((value) => ({ value, label: t(`figures.ranges.${value}`) }))}
        value={name}
        onChange={choose}
      />
      {name === 'custom' && <CustomRange key={`${range.from} ${range.to}`} to={to} range={range} today={today} />}
    </div>
  )
}

function CustomRange({ to: screen, range, today }: Omit<RangeChoiceProps, 'name'>) {
  const t = useMessages(staffHome)
  const navigate = useNavigate()
  const [from, setFrom] = useState<string>(range.from)
  const [to, setTo] = useState<string>(range.to)
  const isValid = isLocalDay(from) && isLocalDay(to) && whyNotFigureRange({ from, to }, startOfDay(today)) === null
  const apply = () => {
    if (!isValid) return
    void navigate({ to: screen, search: { range: 'custom', from, to }, replace: true, resetScroll: false })
  }
  return (
    <form
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      <Field label={t('figures.from')} error={isValid ? undefined : t('figures.badRange')}>
        <Input type="date" value={from} max={today} onChange={(event) => setFrom(event.target.value)} />
      </Field>
      <Field label={t('figures.to')}>
        <Input type="date" value={to} max={today} onChange={(event) => setTo(event.target.value)} />
      </Field>
      <Button type="submit" variant="secondary">
        {t('figures.apply')}
      </Button>
    </form>
  )
}
