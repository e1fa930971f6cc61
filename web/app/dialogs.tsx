import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useCallback } from 'react'
import { type DialogDefinitions, DialogHost, type Dialogs } from '../platform/dialogs.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'

const BookingDialog = lazyPart(async () => (await import('./booking/booking-dialog.tsx')).BookingDialog)
const ReportDialog = lazyPart(async () => (await import('./reports/report-dialog.tsx')).ReportDialog)
const PhoneVerificationDialog = lazyPart(
  async () => (await import('./account/phone-verification-dialog.tsx')).PhoneVerificationDialog,
)
const GuardianDialog = lazyPart(async () => (await import('./account/guardian-dialog.tsx')).GuardianDialog)
const EmailVerificationDialog = lazyPart(
  async () => (await import('../shared/account/email-verification-dialog.tsx')).EmailVerificationDialog,
)

function VerificationDialog({ of, onClose }: Dialogs['verification'] & { onClose: () => void }) {
  if (of === 'email') return <EmailVerificationDialog onClose={onClose} />
  return <PhoneVerificationDialog isChanging={of === 'new-phone'} onClose={onClose} />
}

const definitions: DialogDefinitions = {
  booking: {
    Dialog: BookingDialog,
    waits: true,
    afterSignIn: ({ tutorId, start }) => `/t/${tutorId}?book=true${start ? `&at=${encodeURIComponent(start)}` : ''}`,
  },
  // A booking that requires a verified address continues after the verification.
  verification: { Dialog: VerificationDialog, hidesOthers: true },
  guardian: { Dialog: GuardianDialog, hidesOthers: true },
  report: { Dialog: ReportDialog },
}

/** Shows the dialogs that any screen may open. */
export function AppDialogs({ children }: { children: ReactNode }) {
  const navigate = useNavigate()
  // A guest who wants to book is usually new; the registration also links to the login, with the same return address.
  const signIn = useCallback(
    (redirect: string) => void navigate({ to: '/register/$role', params: { role: 'student' }, search: { redirect } }),
    [navigate],
  )
  return (
    <DialogHost definitions={definitions} onGuest={signIn}>
      {children}
    </DialogHost>
  )
}
