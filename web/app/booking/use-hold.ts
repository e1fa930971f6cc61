import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { holdTime, releaseTime } from '#contract/calls/held-times'
import { fromIso, type Instant, toIso } from '#domain/cairo'
import type { LessonDuration } from '#domain/lessons/durations'
import { ApiError, request } from '../../platform/api.ts'
import { keys } from '../../platform/query-keys.ts'
import type { OfferedTime } from '../../shared/tutors/offered-times.ts'

type Wanted = {
  tutorId: number
  time: OfferedTime
  duration: LessonDuration
  /** The lesson that is to be moved there; null books a new one. */
  movingId: number | null
}

const isTaken = (error: unknown) => error instanceof ApiError && ['busy-tutor', 'time-held'].includes(error.code)

/** A time that is looked at for a shorter while is not held, such as one that the dialog leaves at once. */
const SETTLED_MS = 100

/**
 * Keeps a time for the student while they confirm it (docs/rules/lessons.md 13.1), and answers until when it is kept; null where
 * it is not. A time that cannot be kept can still be confirmed: the booking decides. `isBooked`: a booking has ended the hold.
 */
export function useHold(wanted: Wanted | null, isBooked: boolean): Instant | null {
  const queryClient = useQueryClient()
  const [held, setHeld] = useState<{ of: string; until: Instant } | null>(null)
  const booked = useRef(isBooked)
  booked.current = isBooked
  // One after the other: a release that arrives late would end the next hold of the same time.
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const body = wanted && {
    tutorId: wanted.tutorId,
    slotId: wanted.time.slotId,
    start: toIso(wanted.time.start),
    duration: wanted.duration,
    ...(wanted.movingId === null ? {} : { lessonId: wanted.movingId }),
  }
  const of = JSON.stringify(body)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `of` is the body
  useEffect(() => {
    if (!body) return
    const { tutorId, start } = body
    let isAsked = false
    const take = async () => {
      const { until } = await request(holdTime, { body })
      setHeld({ of, until: fromIso(until) })
    }
    const timer = setTimeout(() => {
      isAsked = true
      last.current = last.current.then(take).catch((error: unknown) => {
        if (isTaken(error)) return queryClient.invalidateQueries({ queryKey: [...keys.slots, 'of-tutor', tutorId] })
      })
    }, SETTLED_MS)
    return () => {
      clearTimeout(timer)
      if (!isAsked) return
      last.current = last.current
        .then(() => booked.current || request(releaseTime, { query: { tutorId, start } }))
        .catch(() => undefined)
    }
  }, [of])
  return held?.of === of ? held.until : null
}
