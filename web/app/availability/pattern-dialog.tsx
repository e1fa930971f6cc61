import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { readPattern, savePattern, stopPattern } from '#contract/calls/availability'
import { ramadanFrom } from '#domain/availability/egypt-days'
import { type Pattern, whyNotPattern } from '#domain/availability/pattern'
import { addDays, isLocalDay, type LocalDay, localDay, startOfDay } from '#domain/cairo'
import { isTutorManager, type Role } from '#domain/roles'
import { availability } from '#messages/availability'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { errorText } from '../../platform/error-text.ts'
import { useFormat } from '../../platform/format.ts'
import { keys } from '../../platform/query-keys.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Switch } from '../../ui/switch.tsx'
import { toast } from '../../ui/toasts.ts'
import { PatternDaysOff } from './pattern-days-off.tsx'
import {
  formOfPattern,
  type PatternForm,
  ramadanRows,
  rangesOf,
  rangesOfSlots,
  rowProblem,
  rowsOf,
  seasonOf,
  withPatternRow,
} from './pattern-form-state.ts'
import { PatternRows } from './pattern-rows.tsx'
import { defaultPurpose } from './slot-rules.ts'
import type { Schedule } from './use-schedule.ts'

type PatternDialogProps = { schedule: Schedule; onClose: () => void }

/** The week that repeats: its times, the hours of Ramadan, and days off. */
export function PatternDialog({ schedule, onClose }: PatternDialogProps) {
  const t = useMessages(availability)
  const { id, role } = schedule.judge.actor
  const stored = useQuery(ownPattern(id))
  if (stored.data) {
    const { pattern, openUntil } = stored.data
    const form = pattern ? formOfPattern(pattern) : proposedForm(schedule)
    const today = localDay(schedule.now)
    return (
      <PatternEditor
        form={form}
        openUntil={openUntil}
        isStored={pattern !== null}
        role={role}
        today={today}
        onClose={onClose}
      />
    )
  }
  return (
    <Dialog open onClose={onClose} title={t('pattern.title')} loading={!stored.isError}>
      <ErrorState onRetry={() => void stored.refetch()} retrying={stored.isFetching} />
    </Dialog>
  )
}

/** Begins with the times of the coming seven days. */
function proposedForm({ shown, now, judge }: Schedule): PatternForm {
  const tomorrow = addDays(localDay(now), 1)
  const [from, to] = [startOfDay(tomorrow), startOfDay(addDays(tomorrow, 7))]
  const coming = shown.filter(({ start }) => start >= from && start < to)
  const purpose = defaultPurpose(judge.actor.role)
  // For a tutor who only gives lessons, purposes are not distinguished.
  const slots = isTutorManager(judge.actor.role) ? coming : coming.map((slot) => ({ ...slot, purpose }))
  const ranges = rangesOfSlots(slots)
  const rows = ranges.length > 0 ? rowsOf(ranges) : withPatternRow([], purpose)
  return { rows, season: null, daysOff: [] }
}

/** The pattern that the form says; null while it is not whole. */
function patternOf({ rows, season, daysOff }: PatternForm, role: Role, today: LocalDay): Pattern | null {
  const allRows = [rows, season?.rows ?? []]
  if (allRows.some((some) => some.some((row) => rowProblem(row, some, role) !== null))) return null
  const stored = season && seasonOf(season, isLocalDay)
  if (season && !stored) return null
  const pattern = { ranges: rangesOf(rows), season: stored, daysOff: daysOff.filter((day) => day >= today) }
  return pattern.ranges.length > 0 && whyNotPattern(pattern, role) === null ? pattern : null
}

type PatternEditorProps = {
  form: PatternForm
  openUntil: LocalDay | null
  isStored: boolean
  role: Role
  today: LocalDay
  onClose: () => void
}

function PatternEditor({ form: initial, openUntil, isStored, role, today, onClose }: PatternEditorProps) {
  const t = useMessages(availability)
  const format = useFormat()
  const [form, setForm] = useState(initial)
  const [isAskedToStop, setAskedToStop] = useState(false)
  const { save, stop } = usePatternChanges(onClose)
  const pattern = patternOf(form, role, today)
  const weekly = rangesOf(form.rows).reduce((sum, { from, to }) => sum + to - from, 0)
  const isBusy = save.isPending || stop.isPending
  const footer = (
    <>
      <Button
        loading={save.isPending}
        disabled={!pattern || stop.isPending}
        onClick={() => pattern && save.mutate(pattern)}
      >
        {t('pattern.save')}
      </Button>
      {isStored && (
        <Button
          variant="danger-ghost"
          loading={stop.isPending}
          disabled={save.isPending}
          onClick={() => setAskedToStop(true)}
          className="sm:ms-auto"
        >
          {t('pattern.stop')}
        </Button>
      )}
    </>
  )
  return (
    <Dialog
      open
      onClose={() => isBusy || onClose()}
      title={t('pattern.title')}
      description={isStored && openUntil ? t('pattern.openUntil', { day: format.date(openUntil) }) : t('pattern.text')}
      footer={footer}
      size="lg"
    >
      <div className="flex flex-col gap-6">
        <PatternRows rows={form.rows} role={role} onChange={(rows) => setForm({ ...form, rows })} />
        <p role="status" className="text-muted text-sm empty:hidden">
          {weekly > 0 && t('pattern.weekly', { hours: format.duration(weekly) })}
        </p>
        <Season form={form} role={role} today={today} onChange={setForm} />
        <PatternDaysOff today={today} daysOff={form.daysOff} onChange={(daysOff) => setForm({ ...form, daysOff })} />
        <p className="text-muted text-sm">{t('pattern.keeps')}</p>
      </div>
      <ConfirmDialog
        open={isAskedToStop}
        onClose={() => setAskedToStop(false)}
        tone="warning"
        title={t('pattern.stopTitle')}
        description={t('pattern.stopText')}
        confirmLabel={t('pattern.stop')}
        cancelLabel={t('pattern.stopKeep')}
        onConfirm={() => stop.mutateAsync()}
      />
    </Dialog>
  )
}

type SeasonProps = { form: PatternForm; role: Role; today: LocalDay; onChange: (form: PatternForm) => void }

/** Ramadan's hours: its expected days and nights are proposed, and may be changed. */
function Season({ form, role, today, onChange }: SeasonProps) {
  const t = useMessages(availability)
  const { season, rows } = form
  const toggle = (isOn: boolean) =>
    onChange({
      ...form,
      season: isOn ? { ...ramadanFrom(today), rows: ramadanRows(rows, defaultPurpose(role)) } : null,
    })
  const set = (changed: Partial<NonNullable<PatternForm['season']>>) =>
    season && onChange({ ...form, season: { ...season, ...changed } })
  return (
    <div className="flex flex-col gap-3">
      <Switch
        label={t('pattern.ramadan')}
        hint={t('pattern.ramadanHint')}
        checked={season !== null}
        onChange={({ target }) => toggle(target.checked)}
      />
      {season && (
        <>
          <div className="grid grid-cols-2 gap-3">
            <Field label={t('pattern.seasonFrom')}>
              <Input
                type="date"
                flow="ltr"
                value={season.from}
                onChange={({ target }) => set({ from: target.value })}
              />
            </Field>
            <Field
              label={t('pattern.seasonTo')}
              error={season.to < season.from ? t('pattern.problems.season') : undefined}
            >
              <Input type="date" flow="ltr" value={season.to} onChange={({ target }) => set({ to: target.value })} />
            </Field>
          </div>
          <PatternRows rows={season.rows} role={role} onChange={(changed) => set({ rows: changed })} />
        </>
      )}
    </div>
  )
}

function usePatternChanges(onDone: () => void) {
  const t = useMessages(availability)
  const format = useFormat()
  const queryClient = useQueryClient()
  const refetch = () =>
    Promise.all([keys.slots, keys.tutors, keys.stats].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
  const onError = (error: unknown) => toast.error(t('pattern.failed'), { description: errorText(error), id: 'pattern' })
  const save = useMutation({
    mutationFn: keepPattern,
    onSuccess: async ({ openUntil, daysByHand }) => {
      await refetch()
      onDone()
      const leftDays = daysByHand.filter(isLocalDay).map(format.shortDate)
      toast.success(t('pattern.done', { day: isLocalDay(openUntil) ? format.date(openUntil) : '' }), {
        description: leftDays.length > 0 ? t('pattern.daysLeft', { days: format.list(leftDays) }) : undefined,
      })
    },
    onError,
  })
  const stop = useMutation({
    mutationFn: endPattern,
    onSuccess: async () => {
      await refetch()
      onDone()
      toast.success(t('pattern.stopped'))
    },
    onError,
  })
  return { save, stop }
}

/** A tutor's own weekly pattern. */
const ownPattern = (userId: number) =>
  queryOptions({
    queryKey: [...keys.slots, 'pattern', userId],
    queryFn: async ({ signal }) => {
      const { pattern, openUntil } = await request(readPattern, {}, { signal })
      return {
        pattern: pattern && fromWire(pattern),
        openUntil: openUntil && isLocalDay(openUntil) ? openUntil : null,
      }
    },
  })

type WirePattern = {
  ranges: Pattern['ranges']
  season: { from: string; to: string; ranges: Pattern['ranges'] } | null
  daysOff: readonly string[]
}

function fromWire({ ranges, season, daysOff }: WirePattern): Pattern {
  const isWhole = season && isLocalDay(season.from) && isLocalDay(season.to)
  return {
    ranges,
    season: isWhole ? (season as Pattern['season']) : null,
    daysOff: daysOff.filter(isLocalDay),
  }
}

const keepPattern = (pattern: Pattern) => request(savePattern, { body: pattern })
const endPattern = () => request(stopPattern, {})
