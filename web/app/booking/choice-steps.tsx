import { TriangleAlert } from 'lucide-react'
import { type RefObject, useEffect } from 'react'
import type { Instant } from '#domain/cairo'
import { booking, booking as words } from '#messages/booking'
import { useMessages } from '../../messages/messages.ts'
import { ApiError } from '../../platform/api.ts'
import { errorText } from '../../platform/error-text.ts'
import { useFormat } from '../../platform/format.ts'
import { isFocusLost, moveFocus } from '../../ui/focus.ts'
import type { BookingFacts } from './facts.ts'
import { ReviewStep } from './review-step.tsx'
import type { Selection } from './selection.ts'
import type { Booking } from './use-booking.ts'
import { WhenStep } from './when-step.tsx'

type ProblemProps = { error: Error | null; selection: Selection; now: Instant }

/** The refusal and the dialog's reaction to it, announced to screen readers. */
function Problem({ error, selection, now }: ProblemProps) {
  const text = useProblem({ error, selection, now })
  return (
    <div role="alert" className="empty:absolute">
      {text && (
        <p className="flex items-start gap-2.5 rounded-control bg-warning-soft px-4 py-3 text-warning-ink">
          <TriangleAlert aria-hidden className="mt-1 size-5 shrink-0" />
          {text}
        </p>
      )}
    </div>
  )
}

function useProblem({ error, selection: { time, lost }, now }: ProblemProps): string | null {
  const t = useMessages(booking)
  const format = useFormat()
  if (time && lost) return t(`problem.${lost}`, { when: format.nearMoment(time.start, now) })
  if (!error) return null
  return error instanceof ApiError && error.code === 'network' ? t('problem.network') : errorText(error)
}

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
        <ReviewStep
          facts={facts}
          time={selection.time}
          duration={selection.offer.duration}
          now={booking.now}
          heldUntil={booking.heldUntil}
        />
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
