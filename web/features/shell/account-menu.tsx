import { lazy, Suspense } from 'react'
import type { User } from '#contract/users'
import { AccountPopover } from './shared/account-popover.tsx'

// Not with the first screen: it is seen once somebody opens it.
const AccountMenuContent = lazy(async () => ({
  default: (await import('./account-menu-content.tsx')).AccountMenuContent,
}))

export function AccountMenu({ me }: { me: User | null }) {
  return (
    <AccountPopover place="md:inset-[4.75rem_auto_auto_auto]">
      {(acts) => (
        <Suspense>
          <AccountMenuContent me={me} {...acts} />
        </Suspense>
      )}
    </AccountPopover>
  )
}
