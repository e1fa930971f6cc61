import { BadgeCheck, LogOut, ShieldCheck } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import type { User } from '#contract/users'
import { staffShell } from '../../i18n/ar/staff-shell.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { moveFocus } from '../../ui/focus.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { DisplaySettings } from '../settings/shared/display-settings.tsx'
import { displayNameOf } from '../shell/shared/display-name.ts'
import { staffRoleName } from './role-name.ts'

const LogoutDialog = lazy(async () => ({
  default: (await import('../shell/shared/logout-dialog.tsx')).LogoutDialog,
}))

export const ACCOUNT_MENU = 'account-menu'

const sheet =
  'fixed inset-[auto_0_0_0] m-0 w-full max-w-none flex-col gap-5 rounded-t-sheet bg-surface p-5 pb-[max(1.25rem,env(safe-area-inset-bottom))] text-ink shadow-raised backdrop:bg-overlay open:flex open:animate-sheet'
const below =
  'md:inset-[4rem_auto_auto_auto] md:inset-e-8 md:w-80 md:rounded-card md:border md:border-line md:backdrop:bg-transparent md:open:animate-rise'

/** The account, its settings, the display settings and signing out: below the portrait, a sheet on a phone. */
export function AccountMenu({ me }: { me: User }) {
  const t = useMessages(staffShell)
  const menu = useRef<HTMLDivElement>(null)
  const [isLeaving, setIsLeaving] = useState(false)
  const close = () => menu.current?.hidePopover()
  const leave = () => {
    close()
    setIsLeaving(true)
  }
  return (
    <>
      <div
        ref={menu}
        id={ACCOUNT_MENU}
        popover="auto"
        role="dialog"
        aria-label={t('account.menu')}
        tabIndex={-1}
        // A native popover does not take the focus: without it screen readers would not notice that it opened.
        onToggle={(event) => event.newState === 'open' && moveFocus(event.currentTarget)}
        className={`${sheet} ${below}`}
      >
        <Account me={me} />
        <LinkButton to="/user-settings" variant="secondary" icon={ShieldCheck} onClick={close}>
          {t('places.userSettings')}
        </LinkButton>
        <DisplaySettings />
        <Button variant="danger-ghost" icon={LogOut} mirrorIcon onClick={leave}>
          {t('notStaff.logout')}
        </Button>
      </div>
      <Suspense>{isLeaving && <LogoutDialog onClose={() => setIsLeaving(false)} />}</Suspense>
    </>
  )
}

function Account({ me }: { me: User }) {
  const t = useMessages(staffShell)
  const name = displayNameOf(me)
  const role = staffRoleName(me.role)
  return (
    <div className="flex items-center gap-3">
      <Avatar id={me.id} name={name} src={me.image} size="lg" />
      <div className="min-w-0">
        <p className="truncate font-bold">{name}</p>
        <p className="flex items-center gap-1.5 text-muted text-sm">
          <bdi className="truncate">{me.email}</bdi>
          {me.verifiedEmail && (
            <BadgeCheck aria-label={t('account.verified')} className="size-4 shrink-0 text-success-ink" />
          )}
        </p>
        {role && <p className="text-muted text-sm">{t(`account.roles.${role}`)}</p>}
      </div>
    </div>
  )
}
