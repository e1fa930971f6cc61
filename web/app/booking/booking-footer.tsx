import { booking as words } from '#messages/booking'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { Button } from '../../ui/button.tsx'
import type { BookingFacts } from './facts.ts'
import type { Selection } from './selection.ts'
import type { Booking } from './use-booking.ts'

type BookingFooterProps = { booking: Booking; selection: Selection; facts: BookingFacts }

/** The primary action, always visible. */
export function BookingFooter({ booking, selection, facts }: BookingFooterProps) {
  const t = useMessages(words)
  const format = useFormat()
  const { step, goTo, confirm, isConfirming, now } = booking
  const { time } = selection
  if (step === 'review' && time)
    return (
      <>
        <Button loading={isConfirming} onClick={confirm}>
          {t(facts.movingId === null ? 'review.confirm' : 'review.confirmMove')}
        </Button>
        <Button variant="secondary" disabled={isConfirming} onClick={() => goTo('when')}>
          {t('review.edit')}
        </Button>
      </>
    )
  return (
    <>
      <Button disabled={!time} onClick={() => goTo('review')}>
        {t('continue')}
      </Button>
      <p className="self-center text-muted text-sm">
        {time ? format.capital(format.nearMoment(time.start, now)) : t('time.choose')}
      </p>
    </>
  )
}
