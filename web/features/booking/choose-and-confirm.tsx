import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { booking as words } from '../../i18n/ar/booking.ts'
import { useMessages } from '../../i18n/messages.ts'
import type { BookingRequest } from '../../lib/booking-opener.tsx'
import { useFormat } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { BlockedState } from './blocked-state.tsx'
import type { BookingFacts } from './facts.ts'
import type { BookedLesson } from './mutations.ts'
import { Problem } from './problem.tsx'
import { ReviewStep } from './review-step.tsx'
import type { Selection } from './selection.ts'
import { type Booking, useBooking } from './use-booking.ts'
import { WhenStep } from './when-step.tsx'

type ChooseAndConfirmProps = {
  request: BookingRequest
  facts: BookingFacts
  onBooked: (booked: BookedLesson) => void
  onBookNew: () => void
  onClose: () => void
}

/** The dialog while a time is chosen and looked at once more, or what stands in the way of that. */
export function ChooseAndConfirm({ request, facts, onBooked, onBookNew, onClose }: ChooseAndConfirmProps) {
  const t = useMessages(words)
  const booking = useBooking(request, facts, onBooked)
  const { blocked, selection, step } = booking
  const name = facts.tutor?.name ?? ''
  const title = !facts.tutor ? t('titleLoading') : t(facts.movingId === null ? 'title' : 'moveTitle', { name })
  const isBlocked = blocked !== null || selection === null
  return (
    <Dialog
      open
      onOpenChange={(open) => open || booking.isConfirming || onClose()}
      title={title}
      footer={isBlocked ? undefined : <Footer booking={booking} selection={selection} facts={facts} />}
    >
      {isBlocked ? (
        <BlockedState
          blocked={blocked ?? { by: 'time' }}
          facts={facts}
          now={booking.now}
          onBookNew={onBookNew}
          onClose={onClose}
        />
      ) : (
        <Step key={step} heading={t(`steps.${step}`)} isFirst={step === 'when' && selection.time === null}>
          <Problem error={booking.error} selection={selection} now={booking.now} />
          {step === 'when' || !selection.time ? (
            <WhenStep booking={booking} selection={selection} facts={facts} />
          ) : (
            <ReviewStep facts={facts} time={selection.time} duration={selection.offer.duration} now={booking.now} />
          )}
        </Step>
      )}
    </Dialog>
  )
}

/** One step; its heading takes the focus, so that a screen reader says where one is. */
function Step({ heading, isFirst, children }: { heading: string; isFirst: boolean; children: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null)
  const announce = useEffectEvent(() => {
    if (!isFirst) title.current?.focus()
  })
  useEffect(() => announce(), [])
  return (
    <div className="flex animate-fade-in flex-col gap-4">
      <h2 ref={title} tabIndex={-1} className="text-muted text-sm">
        {heading}
      </h2>
      {children}
    </div>
  )
}

type FooterProps = { booking: Booking; selection: Selection; facts: BookingFacts }

function Footer({ booking, selection, facts }: FooterProps) {
  const t = useMessages(words)
  const format = useFormat()
  const { step, setStep, confirm, isConfirming, now } = booking
  const { time } = selection
  if (step === 'review' && time)
    return (
      <>
        <Button variant="secondary" disabled={isConfirming} onClick={() => setStep('when')}>
          {t('review.edit')}
        </Button>
        <Button loading={isConfirming} onClick={confirm}>
          {t(facts.movingId === null ? 'review.confirm' : 'review.confirmMove')}
        </Button>
      </>
    )
  return (
    <>
      <p className="self-center text-muted text-sm">{time ? format.nearMoment(time.start, now) : t('time.choose')}</p>
      <Button disabled={!time} onClick={() => setStep('review')}>
        {t('continue')}
      </Button>
    </>
  )
}
