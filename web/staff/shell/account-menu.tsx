import { LogOut, ShieldCheck } from 'lucide-react'
import type { User } from '#contract/users'
import { staffShell } from '#messages/staff-shell'
import { useMessages } from '../../messages/messages.ts'
import { DisplaySettings } from '../../shared/settings/display-settings.tsx'
import { AccountPopover } from '../../shared/shell/account-popover.tsx'
import { AccountSummary } from '../../shared/shell/account-summary.tsx'
import { Button } from '../../ui/button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { staffRoleName } from './role-name.ts'

/** The account, its settings, the display settings and signing out. */
export function AccountMenu({ me }: { me: User }) {
  const t = useMessages(staffShell)
  const role = staffRoleName(me.role)
  return (
    <AccountPopover place="md:inset-[4rem_auto_auto_auto]">
      {({ close, leave }) => (
        <>
          <AccountSummary me={me} role={role && t(`account.roles.${role}`)} />
          <LinkButton to="/user-settings" variant="secondary" icon={ShieldCheck} onClick={close}>
            {t('places.userSettings')}
          </LinkButton>
          <DisplaySettings />
          <Button variant="danger-ghost" icon={LogOut} mirrorIcon onClick={leave}>
            {t('notStaff.logout')}
          </Button>
        </>
      )}
    </AccountPopover>
  )
}
