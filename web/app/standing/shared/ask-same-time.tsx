import { useQuery } from '@tanstack/react-query'
import { CalendarSync } from 'lucide-react'
import { type Instant, localTime } from '#domain/cairo'
import type { LessonDuration } from '#domain/lessons/durations'
import { standing } from '#messages/standing'
import { useMessages } from '../../../messages/messages.ts'
import { useMe, useOwnSubscription } from '../../../platform/current-user.ts'
import { Button } from '../../../ui/button.tsx'
import { standingQuery, useAsk } from '../standing-times.ts'

type AskSameTimeProps = { tutorId: number; lesson: { start: Instant; duration: LessonDuration } }

/** After a lesson or its booking: asks for its time every week, where the plan allows it and it is not asked for yet. */
export function AskSameTime({ tutorId, lesson: { start, duration } }: AskSameTimeProps) {
  const t = useMessages(standing)
  const me = useMe()
  const own = useOwnSubscription()
  const { data } = useQuery(standingQuery(me.id))
  const { mutate, isPending, isSuccess } = useAsk()
  if (!own.data?.info?.standingTimes || !data) return null
  const { weekday, hour, minute } = localTime(start)
  const time = { weekday, minute: hour * 60 + minute, duration }
  const isKnown = data.list.some(
    (one) => one.tutor.id === tutorId && one.weekday === weekday && one.minute === time.minute && one.endsAt === null,
  )
  if (isKnown || isSuccess) return null
  return (
    <Button
      variant="secondary"
      wide
      icon={CalendarSync}
      loading={isPending}
      onClick={() => mutate({ tutorId, ...time })}
    >
      {t('ask.same')}
    </Button>
  )
}
