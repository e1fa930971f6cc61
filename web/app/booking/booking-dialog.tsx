import { type ReactNode, useRef, useState } from 'react'
import { booking as words } from '#messages/booking'
import { useMessages } from '../../messages/messages.ts'
import { shownName } from '../../messages/shown-name.ts'
import type { BookingDialogRequest } from '../../platform/dialogs.tsx'
import { useFormat } from '../../platform/format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { toast } from '../../ui/toasts.ts'
import { useTutorsWatch } from '../tutors/shared/watch-tutors.ts'
import { BlockedState } from './blocked-state.tsx'
import { ChoiceSteps } from './choice-steps.tsx'
import { DoneStep } from './done-step.tsx'
import type { BookingFacts } from './facts.ts'
import type { BookedLesson } from './mutations.ts'
import type { Selection } from './selection.ts'
import { type Booking, useBooking } from './use-booking.ts'
import { useBookingFacts } from './use-booking-facts.ts'

type BookingFooterProps = { booking: Booking; selection: Selection; facts: BookingFacts }

/** The primary action, always visible. */
function BookingFooter({ booking, selection, facts }: BookingFooterProps) {
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

type BookingDialogProps = BookingDialogRequest & { onClose: () => void }

/** Books a lesson with a tutor or rebooks one; opens over any screen. */
export function BookingDialog({ onClose, ...asked }: BookingDialogProps) {
  const t = useMessages(words)
  const heading = useRef<HTMLHeadingElement>(null)
  const { request, bookNew } = useRequest(asked)
  const { facts, isFailed, isFetching, retry } = useBookingFacts(request)
  const [done, setDone] = useState<BookedLesson | null>(null)
  const name = facts?.tutor ? (shownName(facts.tutor) ?? '') : ''
  const booking = useBooking(request, facts, (booked) => {
    setDone(booked)
    toast.success(t(booked.isMoved ? 'done.toastMoved' : 'done.toast', { name }), { id: 'booking' })
  })
  useTutorsWatch()
  const { selection, blocked } = booking
  const isChoosing = facts !== null && selection !== null && blocked === null && !done
  return (
    <Dialog
      open
      onClose={() => booking.isConfirming || onClose()}
      title={useTitle(facts, done)}
      loading={!facts && !isFailed}
      initialFocus={heading}
      footer={isChoosing && <BookingFooter booking={booking} selection={selection} facts={facts} />}
    >
      {content()}
    </Dialog>
  )

  function content(): ReactNode {
    if (done) return <DoneStep done={done} tutorId={request.tutorId} tutorName={name} onClose={onClose} />
    if (!facts) return <ErrorState onRetry={retry} retrying={isFetching} />
    if (isChoosing) return <ChoiceSteps heading={heading} booking={booking} selection={selection} facts={facts} />
    const why = blocked ?? { type: 'time' as const }
    return <BlockedState blocked={why} facts={facts} now={booking.now} onBookNew={bookNew} onClose={onClose} />
  }
}

/** A lesson that has begun cannot be rebooked: the dialog then books a new one. */
function useRequest(opened: BookingDialogRequest): { request: BookingDialogRequest; bookNew: () => void } {
  const [left, setLeft] = useState<number | null>(null)
  const isNew = opened.lesson === undefined || opened.lesson.id === left
  return {
    request: isNew && opened.lesson ? { tutorId: opened.tutorId } : opened,
    bookNew: () => setLeft(opened.lesson?.id ?? null),
  }
}

function useTitle(facts: BookingFacts | null, done: BookedLesson | null): string {
  const t = useMessages(words)
  if (done) return t(done.isMoved ? 'done.moved' : 'done.heading')
  if (!facts?.tutor) return t('titleLoading')
  return t(facts.movingId === null ? 'title' : 'moveTitle', { name: shownName(facts.tutor) ?? '' })
}
