import { useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react'
import { VerifyOpenerProvider } from '../features/account/shared/verify-opener.tsx'
import { BookingOpenerProvider, type BookingRequest } from '../features/booking/shared/booking-opener.tsx'
import { useAccountId } from '../platform/auth-token.ts'
import { type ReportAbout, ReportOpenerProvider } from '../platform/report-opener.tsx'

const BookingDialog = lazy(async () => ({
  default: (await import('../features/booking/booking-dialog.tsx')).BookingDialog,
}))
const ReportDialog = lazy(async () => ({
  default: (await import('../features/reports/shared/report-dialog.tsx')).ReportDialog,
}))
const PhoneVerificationDialog = lazy(async () => ({
  default: (await import('../features/account/phone-verification-dialog.tsx')).PhoneVerificationDialog,
}))
const EmailVerificationDialog = lazy(async () => ({
  default: (await import('../features/account/email-verification-dialog.tsx')).EmailVerificationDialog,
}))

/** The dialogs that any screen may open; their code comes with their first opening. */
export function Openers({ children }: { children: ReactNode }) {
  const [booking, setBooking] = useState<BookingRequest | null>(null)
  const [verifying, setVerifying] = useState<'email' | 'phone' | 'change' | null>(null)
  const openVerification = useMemo(
    () => ({ email: () => setVerifying('email'), phone: (how: 'phone' | 'change' = 'phone') => setVerifying(how) }),
    [],
  )
  const close = () => setVerifying(null)
  const [reported, setReported] = useState<ReportAbout | null>(null)
  const openReport = useCallback((about: ReportAbout = {}) => setReported(about), [])
  const openBooking = useGuarded(setBooking)
  return (
    <BookingOpenerProvider value={openBooking}>
      <VerifyOpenerProvider value={openVerification}>
        <ReportOpenerProvider value={openReport}>
          {children}
          <Suspense>
            {/* One at a time: a booking that waits for the address comes back when it is verified. */}
            {booking && !verifying && <BookingDialog {...booking} onClose={() => setBooking(null)} />}
            {verifying === 'email' && <EmailVerificationDialog onClose={close} />}
            {(verifying === 'phone' || verifying === 'change') && (
              <PhoneVerificationDialog isChanging={verifying === 'change'} onClose={close} />
            )}
          </Suspense>
          {/* Over the others, which stay while its code comes. */}
          <Suspense>{reported && <ReportDialog about={reported} onClose={() => setReported(null)} />}</Suspense>
        </ReportOpenerProvider>
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
