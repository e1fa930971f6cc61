import { viewToken } from '../../platform/view-as.ts'
import { IdentitiesSection } from '../account/identities-section.tsx'
import { SessionsSection } from '../account/sessions-section.tsx'
import { PasswordForm } from './password-form.tsx'

/** The password, the Google account that opens this one, and the devices on which it is signed in. */
export function PasswordSection() {
  return (
    <div className="flex flex-col gap-5">
      <PasswordForm />
      {/* Their calls are not made in a view of somebody else's account. */}
      {viewToken === null && (
        <>
          <IdentitiesSection />
          <SessionsSection />
        </>
      )}
    </div>
  )
}
