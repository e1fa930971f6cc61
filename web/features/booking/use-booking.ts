import { useState } from 'react'
import type { Instant } from '#domain/cairo'
import type { BookingRequest } from '../../lib/booking-opener.tsx'
import { CallError } from '../../lib/call.ts'
import { useNow } from '../../lib/now.ts'
import type { BookingFacts } from './facts.ts'
import { type BookedLesson, useBookLesson } from './mutations.ts'
import { blockedBy, type Offer, offersOf } from './offer.ts'
import { type Choice, type Selection, selectionOf } from './selection.ts'

export type Step = 'when' | 'review'
/** How long the offered times may be behind the clock. */
const TICK_MS = 20_000

/** The server refused the time itself: it is not offered again while the dialog is open. */
const isAboutTime = (error: Error) =>
  error instanceof CallError &&
  ['busy-tutor', 'slot-not-found', 'bad-request', 'conflicting-lessons'].includes(error.code)

const without = (offers: readonly Offer[], refused: readonly Instant[]): Offer[] =>
  offers.map((offer) => ({ ...offer, open: offer.open.filter(({ start }) => !refused.includes(start)) }))

/** The state of one booking: what is offered, what is chosen, and which step is shown. */
export function useBooking(
  { tutorId, lesson }: BookingRequest,
  facts: BookingFacts,
  onBooked: (done: BookedLesson) => void,
) {
  const now = useNow(TICK_MS)
  const [step, setStep] = useState<Step>('when')
  const [choice, setChoice] = useState<Choice>({})
  const [refused, setRefused] = useState<readonly Instant[]>([])
  const [sent, setSent] = useState<Selection | null>(null)
  const mutation = useBookLesson(onBooked)
  const offers = without(offersOf(facts, now), refused)
  // One's own booking is heard of before it is answered, and must not look like somebody else's.
  const isSettled = !mutation.isPending && !mutation.isSuccess
  const selection = isSettled ? selectionOf(choice, offers, facts, now) : sent
  const choose = (next: Choice) => {
    mutation.reset()
    setChoice(next)
  }
  const confirm = () => {
    if (!selection?.time) return
    const { time, offer } = selection
    choose({ duration: offer.duration, start: time.start })
    setSent({ ...selection, lost: null })
    mutation.mutate(
      { tutorId, movingId: lesson?.id ?? null, time, duration: offer.duration },
      { onError: (error) => isAboutTime(error) && setRefused((starts) => [...starts, time.start]) },
    )
  }
  return {
    ...{ now, step, setStep, offers, selection, choose, confirm },
    blocked: isSettled ? blockedBy(facts, offers, now) : null,
    isConfirming: mutation.isPending,
    error: mutation.error && !isAboutTime(mutation.error) ? mutation.error : null,
  }
}

export type Booking = ReturnType<typeof useBooking>
