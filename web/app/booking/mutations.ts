import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { bookLesson, rebookLesson } from '#contract/calls/lessons'
import { toIso } from '#domain/cairo'
import type { LessonDuration } from '#domain/lessons/durations'
import { ApiError, request } from '../../platform/api.ts'
import { useIdempotencyKey } from '../../platform/idempotency-key.ts'
import { keys } from '../../platform/query-keys.ts'
import type { OfferedTime } from '../../shared/tutors/offered-times.ts'

export type BookingOrder = {
  tutorId: number
  /** The lesson that is rebooked; null books a new one. */
  movingId: number | null
  time: OfferedTime
  duration: LessonDuration
}
export type BookedLesson = { lessonId: number; time: OfferedTime; isMoved: boolean }

const CHANGED_BY_BOOKING = [
  ...[keys.lessons, keys.slots, keys.subscription, keys.tutors, keys.stats],
  ...[keys.waiting, keys.standing],
] as const

/** Refetches every query that a booking changes; resolves when the active ones have answered. */
export const refetchBookingFacts = (queryClient: QueryClient): Promise<unknown> =>
  Promise.all([...CHANGED_BY_BOOKING, keys.currentUser].map((queryKey) => queryClient.invalidateQueries({ queryKey })))

const wasNotReached = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status >= 500)

async function send({ tutorId, movingId, time, duration }: BookingOrder, keyOf: (body: object) => string) {
  const requested = { slotId: time.slotId, start: toIso(time.start), duration }
  if (movingId !== null) {
    await request(rebookLesson, { body: { lessonId: movingId, ...requested } })
    return { lessonId: movingId, time, isMoved: true }
  }
  const body = { tutorId, ...requested }
  const lesson = await request(bookLesson, { body }, { idempotencyKey: keyOf(body) })
  return { lessonId: lesson.id, time, isMoved: false }
}

/** Books or rebooks a lesson. The screens' data is refetched after a refusal too: the refusal shows that it was stale. */
export function useBookLesson(onBooked: (booked: BookedLesson) => void) {
  const queryClient = useQueryClient()
  const { keyOf, forget } = useIdempotencyKey()
  return useMutation({
    mutationFn: (order: BookingOrder): Promise<BookedLesson> => send(order, keyOf),
    onSuccess: (booked) => {
      forget()
      onBooked(booked)
      void refetchBookingFacts(queryClient)
    },
    onError: async (error) => {
      if (wasNotReached(error)) return
      forget()
      await refetchBookingFacts(queryClient)
    },
  })
}
