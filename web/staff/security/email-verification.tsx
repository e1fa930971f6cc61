import { lazy } from 'react'

/** The dialog that verifies the own e-mail address by a mailed code, loaded when it is opened. */
export const EmailVerification = lazy(async () => ({
  default: (await import('../../shared/account/email-verification-dialog.tsx')).EmailVerificationDialog,
}))
