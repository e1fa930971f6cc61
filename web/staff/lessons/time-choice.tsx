import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { subscriptionOfUser } from '#contract/calls/subscriptions'
import type { subscriptionOfUser as subscriptionContract } from '#contract/subscriptions'
import { addDays, daysBetween, fromIso, type Instant, localDay, type TimeRange } from '#domain/cairo'
import { type MinutesBudget, whyNotAffordable } from '#domain/lessons/booking'
import { LESSON_DURATIONS, type LessonDuration } from '#domain/lessons/durations'
import { withReturned } from '#domain/lessons/rebooking'
import { bookingWindow, payingWeek } from '#domain/subscriptions/minutes'
import { staffLessons } from '#messages/staff-lessons'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { useNow } from '../../platform/clock.ts'
import { useFormat } from '../../platform/format.ts'
import { keys } from '../../platform/query-keys.ts'
import { termOf } from '../../shared/plans/renewal.ts'
import { type OfferedTime, offeredTimes, timesOn } from '../../shared/tutors/offered-times.ts'
import { DAYS_AHEAD, tutorQuery, tutorSlotsQuery } from '../../shared/tutors/tutor-queries.ts'
import { Banner } from '../../ui/banner.tsx'
import { Field } from '../../ui/field.tsx'
import { QueryView, together } from '../../ui/query-view.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { Spinner } from '../../ui/spinner.tsx'

export type ChosenTime = { time: OfferedTime; duration: LessonDuration }

/** The lesson that is moved: its own time counts as free, and its minutes come back. */
export type MovedLesson = TimeRange & { duration: LessonDuration }

const budgetQuery = (studentId: number) =>
  queryOptions({
    queryKey: [...keys.lessons, 'budget', studentId],
    queryFn: ({ signal }) => request(subscriptionOfUser, { query: { userId: studentId } }, { signal }),
  })

function budgetOf({ info, waiting, weeks }: z.input<typeof subscriptionContract.answer>): MinutesBudget {
  return {
    subscription: info && termOf(info),
    waiting: waiting && termOf(waiting),
    weeks: weeks.map(({ start, end, remainingMinutes }) => ({
      start: fromIso(start),
      end: fromIso(end),
      remainingMinutes,
    })),
  }
}

type TimeChoiceProps = {
  studentId: number
  tutorId: number
  moved?: MovedLesson
  chosen: ChosenTime | null
  onChange: (chosen: ChosenTime | null) => void
}

/**
 * Free times of a tutor that a student can pay for, and which minutes the chosen one spends. Whatever else refuses a booking
 * is the server's to say.
 */
export function TimeChoice(props: TimeChoiceProps) {
  const { studentId, tutorId } = props
  const now = useNow(20_000)
  const budget = useQuery({ ...budgetQuery(studentId), select: budgetOf })
  const tutor = useQuery(tutorQuery(tutorId))
  const { subscription = null, waiting = null } = budget.data ?? {}
  const days = subscription
    ? daysBetween(localDay(now), localDay(bookingWindow(subscription, waiting, now).end)) + 1
    : 0
  const slots = useQuery({ ...tutorSlotsQuery(tutorId, Math.max(DAYS_AHEAD, days)), staleTime: 0 })
  return (
    <QueryView query={together(budget, tutor, slots)} loading={<Spinner />}>
      {([money, { notice }, free]) => {
        const offered = (duration: LessonDuration) => offeredTimes(free, { duration, notice, own: props.moved }, now)
        return <Choice {...props} budget={money} offered={offered} now={now} />
      }}
    </QueryView>
  )
}

type ChoiceProps = TimeChoiceProps & {
  budget: MinutesBudget
  offered: (duration: LessonDuration) => OfferedTime[]
  now: Instant
}

function Choice({ budget, offered, moved, chosen, onChange, now }: ChoiceProps) {
  const t = useMessages(staffLessons)
  const format = useFormat()
  const paying = moved && payingWeek(budget.weeks, moved.end)
  const weeks = moved ? withReturned(budget.weeks, paying, moved.duration) : budget.weeks
  const affordable = (duration: LessonDuration) =>
    offered(duration).filter(({ end }) => whyNotAffordable({ ...budget, weeks }, duration, end, now) === null)
  const [duration, setDuration] = useState<LessonDuration>(chosen?.duration ?? moved?.duration ?? 30)
  const times = affordable(duration)
  const days = [...new Set(times.map(({ start }) => localDay(start)))]
  const [wanted, setDay] = useState<string | null>(null)
  const day = days.find((one) => one === wanted) ?? days[0]
  const ofDay = day === undefined ? [] : timesOn(times, day)
  const time = ofDay.find(({ start }) => start === chosen?.time.start) ?? null
  const change = (next: LessonDuration) => {
    setDuration(next)
    onChange(null)
  }
  const today = localDay(now)
  return (
    <div className="flex flex-col gap-4">
      <Segmented
        label={t('time.duration')}
        options={LESSON_DURATIONS.map((value) => ({ value, label: format.duration(value) }))}
        value={duration}
        onChange={change}
      />
      {day === undefined ? (
        <Banner tone="warning" title={t(budget.subscription ? 'time.none' : 'time.noSubscription')}>
          {t(budget.subscription ? 'time.noneText' : 'time.noSubscriptionText')}
        </Banner>
      ) : (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t('time.day')}>
            <Select
              value={day}
              onChange={(event) => {
                setDay(event.target.value)
                onChange(null)
              }}
              options={days.map((value) => ({
                value,
                label: value <= addDays(today, 1) ? format.nearDay(value, today) : format.date(value),
              }))}
            />
          </Field>
          <Field label={t('time.start')} required>
            <Select
              value={time?.start ?? ''}
              placeholder={t('time.choose')}
              onChange={(event) => {
                const picked = ofDay.find(({ start }) => start === Number(event.target.value))
                onChange(picked ? { time: picked, duration } : null)
              }}
              options={ofDay.map(({ start, end }) => ({ value: start, label: format.timeRange(start, end) }))}
            />
          </Field>
        </div>
      )}
      <p role="status" className="text-muted text-sm">
        {time && <Spent budget={budget} weeks={weeks} end={time.end} duration={duration} />}
      </p>
    </div>
  )
}

type SpentProps = { budget: MinutesBudget; weeks: MinutesBudget['weeks']; end: Instant; duration: number }

/** Which week pays, and what is left of it before and afterwards. */
function Spent({ budget, weeks, end, duration }: SpentProps) {
  const t = useMessages(staffLessons)
  const format = useFormat()
  const week = payingWeek(weeks, end)
  if (!week) return null
  const before = budget.weeks.find(({ start }) => start === week.start)?.remainingMinutes ?? 0
  return t('time.spent', {
    week: format.day(week.start),
    before: format.duration(before),
    after: format.duration(week.remainingMinutes - duration),
  })
}
