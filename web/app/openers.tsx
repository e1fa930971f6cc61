import { useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import { BookingOpenerProvider, type BookingRequest } from '../lib/booking-opener.tsx'
import { useAccountId } from '../lib/session.ts'
import { VerifyOpenerProvider } from '../lib/verify-opener.tsx'

const BookingDialog = lazy(async () => ({
  default: (await import('../features/booking/booking-dialog.tsx')).BookingDialog,
}))
const EmailVerificationDialog = lazy(async () => ({
  default: (await import('../features/account/email-verification-dialog.tsx')).EmailVerificationDialog,
}))

/** The two dialogs that any screen may open; their code comes with their first opening. */
export function Openers({ children }: { children: ReactNode }) {
  const [booking, setBooking] = useState<BookingRequest | null>(null)
  const [isVerifying, setIsVerifying] = useState(false)
  const openVerification = useCallback(() => setIsVerifying(true), [])
  const openBooking = useGuarded(setBooking)
  return (
    <BookingOpenerProvider value={openBooking}>
      <VerifyOpenerProvider value={openVerification}>
        {children}
        <Suspense>
          {/* One at a time: a booking that waits for the address comes back when it is verified. */}
          {booking && !isVerifying && <BookingDialog {...booking} onClose={() => setBooking(null)} />}
          {isVerifying && <EmailVerificationDialog onClose={() => setIsVerifying(false)} />}
        </Suspense>
      </VerifyOpenerProvider>
    </BookingOpenerProvider>
  )
}

/** A guest signs in first, and finds the booking open on the tutor's page afterwards. */
function useGuarded(open: (request: BookingRequest) => void) {
  const navigate = useNavigate()
  const isGuest = useAccountId() === null
  return useCallback(
    (request: BookingRequest) => {
      if (!isGuest) return open(request)
      void navigate({ to: '/login', search: { redirect: `/t/${request.tutorId}?book=true` } })
    },
    [open, navigate, isGuest],
  )
}
