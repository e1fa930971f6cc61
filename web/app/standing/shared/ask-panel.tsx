import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { TutorCard } from '#contract/tutor-card'
import { MINUTES_A_DAY } from '#domain/cairo'
import { LESSON_DURATIONS, type LessonDuration } from '#domain/lessons/durations'
import { occurrencesAfter } from '#domain/lessons/standing-times'
import { standing } from '#messages/standing'
import { useMessages } from '../../../messages/messages.ts'
import { shownName } from '../../../messages/shown-name.ts'
import { useNow } from '../../../platform/clock.ts'
import { useMe, useOwnSubscription } from '../../../platform/current-user.ts'
import { useFormat } from '../../../platform/format.ts'
import { Button } from '../../../ui/button.tsx'
import { countTo } from '../../../ui/count-to.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { Select } from '../../../ui/select.tsx'
import { standingQuery, useAsk } from '../standing-times.ts'
import { useWeeklyText } from '../use-weekly-text.ts'

/** The week as Egypt counts it, from Saturday. */
const WEEKDAYS = [6, 0, 1, 2, 3, 4, 5]
const QUARTERS = MINUTES_A_DAY / 15
const USUAL = { weekday: 6, minute: 18 * 60, duration: 30 as LessonDuration }

/** On a tutor's page: asking for a weekly time, or the one that there is; nothing where the plan allows none. */
export function AskPanel({ tutor }: { tutor: TutorCard }) {
  const t = useMessages(standing)
  const me = useMe()
  const own = useOwnSubscription()
  const weeklyText = useWeeklyText()
  const { data } = useQuery(standingQuery(me.id))
  const [isAsking, setIsAsking] = useState(false)
  if (!own.data?.info?.standingTimes || !data) return null
  const kept = data.list.filter(
    (one) => one.tutor.id === tutor.id && (one.state === 'asked' || one.state === 'accepted'),
  )
  return (
    <section className="flex flex-col items-start gap-2 border-line border-t pt-4">
      {kept.map((one) => (
        <p key={one.id} className="text-sm">
          {t('ask.has', {
            name: shownName(tutor) ?? '',
            time: weeklyText(one),
            state: t(`states.${one.state}`),
          })}
        </p>
      ))}
      {kept.length > 0 ? (
        <LinkButton to="/standing-times" variant="ghost" size="sm">
          {t('ask.all')}
        </LinkButton>
      ) : (
        <>
          <h3 className="text-base">{t('ask.title')}</h3>
          <Button variant="secondary" size="sm" onClick={() => setIsAsking(true)}>
            {t('ask.open')}
          </Button>
        </>
      )}
      {isAsking && <AskDialog tutorId={tutor.id} onClose={() => setIsAsking(false)} />}
    </section>
  )
}

function AskDialog({ tutorId, onClose }: { tutorId: number; onClose: () => void }) {
  const t = useMessages(standing)
  const format = useFormat()
  const weeklyText = useWeeklyText()
  const now = useNow(60_000)
  const [time, setTime] = useState(USUAL)
  const { mutate, isPending } = useAsk()
  const first = occurrencesAfter('0000-01-01', time, now)[0]
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('ask.open')}
      description={t('ask.text')}
      footer={
        <Button loading={isPending} onClick={() => mutate({ tutorId, ...time }, { onSuccess: onClose })}>
          {t('ask.send', { time: weeklyText(time) })}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label={t('ask.weekday')}>
          <Select
            value={time.weekday}
            onChange={({ target }) => setTime({ ...time, weekday: Number(target.value) })}
            options={WEEKDAYS.map((value) => ({ value, label: format.weekdayName(value) }))}
          />
        </Field>
        <Field label={t('ask.time')}>
          <Select
            value={time.minute}
            onChange={({ target }) => setTime({ ...time, minute: Number(target.value) })}
            options={countTo(QUARTERS).map((nth) => ({
              value: (nth - 1) * 15,
              label: format.timeOfDay((nth - 1) * 15),
            }))}
          />
        </Field>
        <Field label={t('ask.duration')}>
          <Select
            value={time.duration}
            onChange={({ target }) => setTime({ ...time, duration: Number(target.value) as LessonDuration })}
            options={LESSON_DURATIONS.map((value) => ({ value, label: format.duration(value) }))}
          />
        </Field>
        {first && <p className="text-muted text-sm">{t('ask.first', { when: format.nearMoment(first.start, now) })}</p>}
      </div>
    </Dialog>
  )
}
