import { type RefObject, useEffect } from 'react'
import { booking as words } from '#messages/booking'
import { useMessages } from '../../messages/messages.ts'
import { isFocusLost, moveFocus } from '../../ui/focus.ts'
import type { BookingFacts } from './facts.ts'
import { Problem } from './problem.tsx'
import { ReviewStep } from './review-step.tsx'
import type { Selection } from './selection.ts'
import type { Booking } from './use-booking.ts'
import { WhenStep } from './when-step.tsx'

type ChoiceStepsProps = {
  heading: RefObject<HTMLHeadingElement | null>
  booking: Booking
  selection: Selection
  facts: BookingFacts
}

/** The time first, then the review. The heading takes the focus, so that a screen reader announces the step. */
export function ChoiceSteps({ heading, booking, selection, facts }: ChoiceStepsProps) {
  const t = useMessages(words)
  const step = booking.step === 'review' && selection.time ? 'review' : 'when'
  useFocusOn(heading, step)
  return (
    <div key={step} className="flex animate-fade-in flex-col gap-4">
      <h2 ref={heading} tabIndex={-1} className="text-muted text-sm">
        {t(`steps.${step}`)}
      </h2>
      <Problem error={booking.error} selection={selection} now={booking.now} />
      {step === 'review' && selection.time ? (
        <ReviewStep facts={facts} time={selection.time} duration={selection.offer.duration} now={booking.now} />
      ) : (
        <WhenStep booking={booking} selection={selection} facts={facts} />
      )}
    </div>
  )
}

/** Also from loading to the first step; when the dialog opens, the dialog itself sets the focus. */
function useFocusOn(heading: RefObject<HTMLElement | null>, step: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the step whose change moves the focus
  useEffect(() => {
    const isOpen = heading.current?.closest('[role="dialog"]')?.contains(document.activeElement)
    if (isOpen || isFocusLost()) moveFocus(heading.current)
  }, [heading, step])
}
