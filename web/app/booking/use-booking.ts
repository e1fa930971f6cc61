import { useState } from 'react'
import { fromIso, type Instant } from '#domain/cairo'
import { ApiError, isOffline } from '../../platform/api.ts'
import { useNow } from '../../platform/clock.ts'
import type { BookingDialogRequest } from '../../platform/dialogs.tsx'
import type { BookingFacts } from './facts.ts'
import { type BookedLesson, useBookLesson } from './mutations.ts'
import { blockedBy, type DurationOffer, offersOf } from './offer.ts'
import { type Choice, type Selection, selectionOf } from './selection.ts'
import { useHold } from './use-hold.ts'

/** How often the offered times are computed again, in milliseconds: past times must leave the list. */
const TICK_MS = 20_000

type Progress = {
  /** The tutor and lesson that this progress belongs to; another request starts from the first step. */
  requestKey: string
  step: 'when' | 'review'
  choice: Choice
  /** Starts that the server itself refused: they are not offered again. */
  refused: readonly Instant[]
  sent: Selection | null
}

const isAboutTime = (error: Error) =>
  error instanceof ApiError &&
  ['busy-tutor', 'slot-not-found', 'bad-request', 'conflicting-lessons'].includes(error.code)

const without = (offers: readonly DurationOffer[], refused: readonly Instant[]): DurationOffer[] =>
  offers.map((offer) => ({ ...offer, open: offer.open.filter(({ start }) => !refused.includes(start)) }))

/** With a time, the review comes first: one more press books it. */
function useProgress(requestKey: string, start: string | undefined) {
  const atStart: Progress = {
    requestKey,
    step: start === undefined ? 'when' : 'review',
    choice: start === undefined ? {} : { start: fromIso(start) },
    refused: [],
    sent: null,
  }
  const [held, setProgress] = useState(atStart)
  const progress = held.requestKey === requestKey ? held : atStart
  const change = (next: (now: Progress) => Partial<Progress>) =>
    setProgress((last) => {
      const now = last.requestKey === requestKey ? last : atStart
      return { ...now, ...next(now) }
    })
  return { progress, change }
}

/** The state of a booking: the offers, the selection, and the current step. */
export function useBooking(
  { tutorId, lesson, start }: BookingDialogRequest,
  facts: BookingFacts | null,
  onBooked: (done: BookedLesson) => void,
) {
  const now = useNow(TICK_MS)
  const { progress, change } = useProgress(`${tutorId} ${lesson?.id} ${start}`, start)
  const mutation = useBookLesson(onBooked)
  const offers = facts ? without(offersOf(facts, now), progress.refused) : []
  // The live event of one's own booking may arrive before the answer, or without it; then the time would look taken.
  const isSettled = !mutation.isPending && !mutation.isSuccess && !isOffline(mutation.error)
  const current = facts && selectionOf(progress.choice, offers, facts, now)
  const selection = isSettled ? current : progress.sent
  const choose = (choice: Choice) => {
    mutation.reset()
    change(() => ({ choice }))
  }
  const confirm = () => {
    if (!selection?.time) return
    const { time, offer } = selection
    const choice = { duration: offer.duration, start: time.start }
    change(() => ({ choice, sent: { ...selection, lost: null } }))
    mutation.mutate(
      { tutorId, movingId: lesson?.id ?? null, time, duration: offer.duration },
      { onError: (error) => isAboutTime(error) && change(({ refused }) => ({ refused: [...refused, time.start] })) },
    )
  }
  const blocked = facts && isSettled ? blockedBy(facts, offers, now) : null
  const isConfirming = progress.step === 'review' && blocked === null
  const heldUntil = useHold(
    isConfirming && selection?.time
      ? { tutorId, time: selection.time, duration: selection.offer.duration, movingId: lesson?.id ?? null }
      : null,
    mutation.isSuccess,
  )
  return {
    now,
    offers,
    selection,
    choose,
    confirm,
    step: progress.step,
    goTo: (step: Progress['step']) => change(() => ({ step })),
    blocked,
    heldUntil,
    isConfirming: mutation.isPending,
    error: mutation.error && !isAboutTime(mutation.error) ? mutation.error : null,
  }
}

export type Booking = ReturnType<typeof useBooking>
