import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { CirclePause, CirclePlay } from 'lucide-react'
import { useState } from 'react'
import { listLessons } from '#contract/calls/lessons'
import { endPause, listPauses, pausePlan } from '#contract/calls/students'
import type { Subscription } from '#contract/subscriptions'
import { fromIso, toIso } from '#domain/cairo'
import {
  allowedWeeks,
  endedEarly,
  losesItsWeek,
  movedTerms,
  PAUSE,
  pauseOf,
  pauseStart,
} from '#domain/subscriptions/pauses'
import { pause as words } from '#messages/pause'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { now as currentTime, useNow } from '../../platform/clock.ts'
import { errorText } from '../../platform/error-text.ts'
import { useFormat } from '../../platform/format.ts'
import { useIdempotencyKey } from '../../platform/idempotency-key.ts'
import { keys } from '../../platform/query-keys.ts'
import { termOf } from '../../shared/plans/renewal.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FieldGroup } from '../../ui/field.tsx'
import { QueryView, together } from '../../ui/query-view.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { toast } from '../../ui/toasts.ts'
import { type LessonView, lessonViews } from '../lessons/shared/lesson-view.ts'

const LARGEST_PAGE = 100

const pausesQuery = (userId: number) =>
  queryOptions({
    queryKey: [...keys.subscription, userId, 'pauses'],
    queryFn: ({ signal }) => request(listPauses, { params: { id: userId } }, { signal }),
    staleTime: 0,
  })

/** The coming lessons, which a pause may cancel. */
const comingQuery = (userId: number) =>
  queryOptions({
    queryKey: [...keys.lessons, 'pause', userId],
    queryFn: async ({ signal }) => {
      const query = {
        users: [userId],
        canceled: false,
        after: toIso(currentTime()),
        direction: 'asc' as const,
        size: LARGEST_PAGE,
      }
      return lessonViews((await request(listLessons, { query }, { signal })).list, userId)
    },
    // A cached list would leave out what is cancelled.
    staleTime: 0,
    gcTime: 0,
  })

type PlanProps = { subscription: Subscription; waiting: Subscription | null; onClose: () => void }
type Term = ReturnType<typeof termOf<Subscription>>
type Terms = { subscription: Term; waiting: Term | null }

const termsOf = ({ subscription, waiting }: Pick<PlanProps, 'subscription' | 'waiting'>) => ({
  subscription: termOf(subscription),
  waiting: waiting === null ? null : termOf(waiting),
})

function useRefresh() {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: keys.subscription }),
      client.invalidateQueries({ queryKey: keys.lessons }),
    ])
}

const lostOf = (lessons: readonly LessonView[], before: Terms, after: Terms, now: number) =>
  lessons.filter((one) => one.start > now && losesItsWeek(before, after, one.end))

/** The lessons that are cancelled. */
function Lost({ lessons }: { lessons: readonly LessonView[] }) {
  const t = useMessages(words)
  const format = useFormat()
  return (
    <div className="mt-3">
      <p className={lessons.length > 0 ? 'font-semibold' : 'text-muted'}>{t('lessons', { count: lessons.length })}</p>
      {lessons.length > 0 && (
        <ul className="mt-1 list-disc ps-5">
          {lessons.map((one) => (
            <li key={one.id}>{t('lesson', { when: format.moment(one.start), name: one.other.name ?? '' })}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Chooses how long the plan is paused, and shows each date and each lesson that changes (docs/rules/minutes.md 10.1, 10.4). */
export function PauseDialog({ subscription, waiting, onClose }: PlanProps) {
  const t = useMessages(words)
  const known = together(useQuery(pausesQuery(subscription.userId)), useQuery(comingQuery(subscription.userId)))
  if (!known.data)
    return (
      <Dialog open onClose={onClose} size="sm" title={t('title')}>
        <QueryView query={known} loading={<Spinner text={t('loading')} />}>
          {() => null}
        </QueryView>
      </Dialog>
    )
  const [{ list }, lessons] = known.data
  const pauses = list.map(({ start, end }) => ({ start: fromIso(start), end: fromIso(end) }))
  return <Choice subscription={subscription} waiting={waiting} pauses={pauses} lessons={lessons} onClose={onClose} />
}

type ChoiceProps = PlanProps & { pauses: { start: number; end: number }[]; lessons: LessonView[] }

function Choice({ subscription, waiting, pauses, lessons, onClose }: ChoiceProps) {
  const t = useMessages(words)
  const format = useFormat()
  const now = useNow(60_000)
  const refresh = useRefresh()
  const { keyOf } = useIdempotencyKey()
  const [weeks, setWeeks] = useState(1)
  const before = termsOf({ subscription, waiting })
  const start = pauseStart(before.subscription, now)
  const most = start === null ? 0 : allowedWeeks(pauses, start)
  if (start === null || most === 0)
    return (
      <Dialog
        open
        onClose={onClose}
        size="sm"
        title={t(start === null ? 'lastWeek' : 'usedUp')}
        description={t(start === null ? 'lastWeekText' : 'usedUpText')}
        footer={<Button onClick={onClose}>{t('close')}</Button>}
      />
    )
  const pause = pauseOf(start, weeks)
  const after = movedTerms(before.subscription, before.waiting, { before: null, after: pause })
  const confirm = async () => {
    try {
      const body = { weeks }
      await request(pausePlan, { params: { id: subscription.userId }, body }, { idempotencyKey: keyOf(body) })
      toast.success(t('done', { from: format.moment(pause.start), until: format.moment(pause.end) }))
    } catch (error) {
      toast.error(t('failed'), { description: errorText(error) })
      throw error
    } finally {
      await refresh()
    }
  }
  const options = Array.from({ length: Math.min(most, PAUSE.weeks) }, (_, index) => ({
    value: index + 1,
    label: t('count', { weeks: index + 1 }),
  }))
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      icon={CirclePause}
      title={t('title')}
      description={t('text')}
      confirmLabel={t('confirm', { weeks })}
      cancelLabel={t('keep')}
      onConfirm={confirm}
    >
      <FieldGroup label={t('weeks')}>
        <RadioGroup options={options} value={weeks} onChange={setWeeks} />
      </FieldGroup>
      <dl aria-live="polite" className="mt-3 flex flex-col gap-1.5 rounded-control bg-sunken p-4">
        <Line label={t('from')} value={format.moment(pause.start)} />
        <Line label={t('until')} value={format.moment(pause.end)} />
        <Line
          label={t('end')}
          value={t('instead', {
            end: format.fullDay(after.subscription.end),
            before: format.fullDay(before.subscription.end),
          })}
        />
        {after.waiting && <Line label={t('next')} value={format.fullDay(after.waiting.start)} />}
      </dl>
      <Lost lessons={lostOf(lessons, before, after, now)} />
    </ConfirmDialog>
  )
}

function Line({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-3">
      <dt className="text-muted">{label}</dt>
      <dd className="font-semibold">{value}</dd>
    </div>
  )
}

/** Ends a pause with the minutes week that lasts, or undoes one that has not begun (docs/rules/minutes.md 10.8). */
export function EndPauseDialog({ subscription, waiting, onClose }: PlanProps) {
  const t = useMessages(words)
  const known = together(useQuery(pausesQuery(subscription.userId)), useQuery(comingQuery(subscription.userId)))
  if (!known.data)
    return (
      <Dialog open onClose={onClose} size="sm" title={t('ending.title')}>
        <QueryView query={known} loading={<Spinner text={t('loading')} />}>
          {() => null}
        </QueryView>
      </Dialog>
    )
  const [{ list }, lessons] = known.data
  const latest = list.find((one) => one.subscriptionId === subscription.id && one.start === subscription.pausedFrom)
  if (!latest) return null
  const pause = { id: latest.id, start: fromIso(latest.start), end: fromIso(latest.end) }
  return <Ending subscription={subscription} waiting={waiting} pause={pause} lessons={lessons} onClose={onClose} />
}

type EndingProps = PlanProps & { pause: { id: number; start: number; end: number }; lessons: LessonView[] }

function Ending({ subscription, waiting, pause, lessons, onClose }: EndingProps) {
  const t = useMessages(words)
  const format = useFormat()
  const now = useNow(60_000)
  const refresh = useRefresh()
  const before = termsOf({ subscription, waiting })
  const end = endedEarly(before.subscription, pause, now)
  if (end === null)
    return (
      <Dialog
        open
        onClose={onClose}
        size="sm"
        title={t('ending.title')}
        description={t('ending.last', { until: format.moment(pause.end) })}
        footer={<Button onClick={onClose}>{t('close')}</Button>}
      />
    )
  const isUndone = end === pause.start
  const after = movedTerms(before.subscription, before.waiting, { before: pause, after: { start: pause.start, end } })
  const dates = { resumes: format.moment(end), end: format.fullDay(after.subscription.end) }
  const confirm = async () => {
    try {
      await request(endPause, { params: { id: subscription.userId, pauseId: pause.id } })
      toast.success(isUndone ? t('ending.undone') : t('ending.done', dates))
    } catch (error) {
      toast.error(t('ending.failed'), { description: errorText(error) })
      throw error
    } finally {
      await refresh()
    }
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      icon={CirclePlay}
      title={t(isUndone ? 'ending.undoTitle' : 'ending.title')}
      description={t(isUndone ? 'ending.undoText' : 'ending.text', dates)}
      confirmLabel={isUndone ? t('ending.undoConfirm') : t('ending.confirm', dates)}
      cancelLabel={t('ending.keep')}
      onConfirm={confirm}
    >
      <Lost lessons={lostOf(lessons, before, after, now)} />
    </ConfirmDialog>
  )
}
