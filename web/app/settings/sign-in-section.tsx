import { viewToken } from '../../platform/view-as.ts'
import { FactorsSection } from '../../shared/security/factors-section.tsx'
import { PasswordSection } from '../../shared/settings/password-section.tsx'

/** The password and what else opens the account, and the second factor, whose calls are not made in a view of somebody else. */
export function SignInSection() {
  return (
    <div className="flex flex-col gap-5">
      {viewToken === null && <FactorsSection />}
      <PasswordSection />
    </div>
  )
}
