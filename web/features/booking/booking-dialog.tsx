import { useState } from 'react'
import { booking } from '../../i18n/ar/booking.ts'
import { useMessages } from '../../i18n/messages.ts'
import type { BookingRequest } from '../../lib/booking-opener.tsx'
import { useTutorsWatch } from '../../lib/watch-tutors.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { toast } from '../../ui/toasts.ts'
import { ChooseAndConfirm } from './choose-and-confirm.tsx'
import { DoneStep } from './done-step.tsx'
import type { BookedLesson } from './mutations.ts'
import { useBookingFacts } from './use-booking-facts.ts'

type BookingDialogProps = BookingRequest & { onClose: () => void }

/** Books a lesson with a tutor, or moves one: from anywhere, over whatever is shown. */
export function BookingDialog({ onClose, ...asked }: BookingDialogProps) {
  const t = useMessages(booking)
  // A moved lesson that has begun cannot move: the same dialog then books a new one.
  const [leftLesson, setLeftLesson] = useState<number | null>(null)
  const isNew = asked.lesson === undefined || asked.lesson.id === leftLesson
  const request: BookingRequest = isNew ? { tutorId: asked.tutorId } : asked
  const [done, setDone] = useState<BookedLesson | null>(null)
  const { facts, isFailed, isFetching, retry } = useBookingFacts(request)
  useTutorsWatch()
  const name = facts?.tutor?.name ?? ''
  const finish = (booked: BookedLesson) => {
    setDone(booked)
    toast.success(t(booked.isMoved ? 'done.toastMoved' : 'done.toast', { name }), { id: 'booking' })
  }
  const close = (open: boolean) => open || onClose()
  if (done)
    return (
      <Dialog open onOpenChange={close} title={t(done.isMoved ? 'done.moved' : 'done.heading')}>
        <DoneStep done={done} tutorName={name} onClose={onClose} />
      </Dialog>
    )
  if (facts)
    return (
      <ChooseAndConfirm
        key={`${request.tutorId} ${request.lesson?.id}`}
        request={request}
        facts={facts}
        onBooked={finish}
        onBookNew={() => setLeftLesson(asked.lesson?.id ?? null)}
        onClose={onClose}
      />
    )
  return (
    <Dialog open onOpenChange={close} title={t('titleLoading')} loading={!isFailed}>
      <ErrorState onRetry={retry} retrying={isFetching} />
    </Dialog>
  )
}
