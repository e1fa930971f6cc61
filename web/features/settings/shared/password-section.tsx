import { viewToken } from '../../../platform/view-as.ts'
import { SessionsSection } from '../../account-security/shared/sessions-section.tsx'
import { PasswordForm } from './password-form.tsx'

/** The password, and the devices on which the account is signed in. */
export function PasswordSection() {
  return (
    <div className="flex max-w-2xl flex-col gap-5">
      <PasswordForm />
      {/* Its calls are not made in a view of somebody else's account. */}
      {viewToken === null && <SessionsSection />}
    </div>
  )
}
