import { Link } from '@tanstack/react-router'
import { BadgeCheck, Flag, LogOut, MessageCircleQuestion } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import type { User } from '#contract/users'
import { isStudent, isTutorManager } from '#domain/roles'
import { shell } from '../../i18n/ar/shell.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useOpenReport } from '../../platform/dialogs.tsx'
import { SITE_ORIGIN } from '../../platform/origin.ts'
import { AnchorButton } from '../../ui/anchor-button.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { moveFocus } from '../../ui/focus.ts'
import { DisplaySettings } from '../settings/shared/display-settings.tsx'
import { navOf } from './nav.ts'
import { displayNameOf } from './shared/display-name.ts'

const LogoutDialog = lazy(async () => ({ default: (await import('./shared/logout-dialog.tsx')).LogoutDialog }))

export const ACCOUNT_MENU = 'account-menu'

const sheet =
  'fixed inset-[auto_0_0_0] m-0 w-full max-w-none flex-col gap-5 rounded-t-sheet bg-surface p-5 pb-[max(1.25rem,env(safe-area-inset-bottom))] text-ink shadow-raised backdrop:bg-overlay open:flex open:animate-sheet'
const below =
  'md:inset-[4.75rem_auto_auto_auto] md:inset-e-8 md:w-80 md:rounded-card md:border md:border-line md:backdrop:bg-transparent md:open:animate-rise'

/**
 * The account, the display settings and signing out: below the portrait, a sheet on a phone. It is a native popover, which
 * closes by Escape or a tap beside it and gives the focus back.
 */
export function AccountMenu({ me }: { me: User | null }) {
  const t = useMessages(shell)
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
        aria-label={t('profile.menu')}
        tabIndex={-1}
        // A native popover does not take the focus: without it screen readers would not notice that it opened.
        onToggle={(event) => event.newState === 'open' && moveFocus(event.currentTarget)}
        className={`${sheet} ${below}`}
      >
        {me && <Profile me={me} />}
        {me && <RestOfNav me={me} onFollow={close} />}
        <DisplaySettings />
        <div className="flex flex-col gap-1">
          <Help onFollow={close} />
          {me && (
            <Button variant="danger-ghost" icon={LogOut} mirrorIcon onClick={leave}>
              {t('logout.action')}
            </Button>
          )}
        </div>
      </div>
      <Suspense>{isLeaving && <LogoutDialog onClose={() => setIsLeaving(false)} />}</Suspense>
    </>
  )
}

/** A report needs an account; a guest gets the contact form of the site. */
function Help({ onFollow }: { onFollow: () => void }) {
  const t = useMessages(shell)
  const openReport = useOpenReport()
  if (!openReport)
    return (
      <AnchorButton href={`${SITE_ORIGIN}/contact`} variant="ghost" icon={MessageCircleQuestion}>
        {t('help.contact')}
      </AnchorButton>
    )
  const report = () => {
    onFollow()
    openReport()
  }
  return (
    <Button variant="ghost" icon={Flag} onClick={report}>
      {t('help.report')}
    </Button>
  )
}

function Profile({ me }: { me: User }) {
  const t = useMessages(shell)
  const name = displayNameOf(me)
  const role = isStudent(me.role) ? 'student' : isTutorManager(me.role) ? 'tutorManager' : 'tutor'
  return (
    <div className="flex items-center gap-3">
      <Avatar id={me.id} name={name} src={me.image} size="lg" />
      <div className="min-w-0">
        <p className="truncate font-bold">{name}</p>
        <p className="flex items-center gap-1.5 text-muted text-sm">
          <bdi className="truncate">{me.email}</bdi>
          {me.verifiedEmail && (
            <BadgeCheck aria-label={t('profile.verified')} className="size-4 shrink-0 text-success-ink" />
          )}
        </p>
        <p className="text-muted text-sm">{t(`profile.roles.${me.gender ?? 'male'}.${role}`)}</p>
      </div>
    </div>
  )
}

/** On a phone: the places that do not fit into its bar. */
function RestOfNav({ me, onFollow }: { me: User; onFollow: () => void }) {
  const t = useMessages(shell)
  const rest = navOf(me.role).filter(({ inBar }) => !inBar)
  if (rest.length === 0) return null
  return (
    <ul className="flex flex-col md:hidden">
      {rest.map(({ to, label, icon: Glyph }) => (
        <li key={to}>
          <Link
            to={to}
            onClick={onFollow}
            className="flex min-h-12 items-center gap-3 rounded-control px-2 font-semibold hover:bg-sunken"
          >
            <Glyph aria-hidden className="size-5 text-muted" />
            {t(`nav.${label}`)}
          </Link>
        </li>
      ))}
    </ul>
  )
}
