import { Link, Outlet } from '@tanstack/react-router'
import { LogOut, Menu, ShieldCheck, UserX } from 'lucide-react'
import { useEffect } from 'react'
import type { User } from '#contract/users'
import { isStaff, Role } from '#domain/roles'
import { staffShell } from '#messages/staff-shell'
import { useMessages } from '../../messages/messages.ts'
import { useMe } from '../../platform/current-user.ts'
import { DocumentTitle } from '../../platform/document-title.tsx'
import { APP_ORIGIN } from '../../platform/origin.ts'
import { signOut } from '../../platform/sign-out.ts'
import { acquireSocket } from '../../platform/user-socket.ts'
import { DisplaySettings } from '../../shared/settings/display-settings.tsx'
import { AccountButton } from '../../shared/shell/account-button.tsx'
import { AccountPopover } from '../../shared/shell/account-popover.tsx'
import { AccountSummary } from '../../shared/shell/account-summary.tsx'
import { CairoTime } from '../../shared/shell/cairo-time.tsx'
import { ClockWarning } from '../../shared/shell/clock-warning.tsx'
import { ConnectionPill } from '../../shared/shell/connection-pill.tsx'
import { AnchorButton } from '../../ui/anchor-button.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { LogoMark } from '../../ui/logo.tsx'
import { ConflictHost } from '../audit/shared/conflict-host.tsx'
import { AttentionButton } from './attention-button.tsx'
import { NAV_DRAWER, NavDrawer, SideNav } from './navigation.tsx'
import { PaletteButton } from './palette-button.tsx'

/** The frame around every screen of the dashboard: navigation, header, and the screen. */
export function ShellLayout() {
  const me = useMe()
  if (!isStaff(me.role)) return <NotStaff />
  return (
    <div className="flex min-h-dvh">
      <SideNav role={me.role} />
      <div className="flex min-w-0 flex-1 flex-col">
        <Header me={me} />
        <ClockWarning />
        <main id="main" tabIndex={-1} className="flex-1">
          <Outlet />
        </main>
      </div>
      <NavDrawer role={me.role} />
      <AccountMenu me={me} />
      <ConflictHost />
      <ConnectionPill isSignedIn />
      <LiveConnection key={me.id} me={me} />
    </div>
  )
}

function Header({ me }: { me: User }) {
  const t = useMessages(staffShell)
  return (
    <header className="sticky top-0 z-30 border-line border-b bg-page/95 backdrop-blur-sm print:hidden">
      <div className="container-page flex min-h-14 items-center gap-2 py-1.5">
        <IconButton icon={Menu} label={t('nav.open')} popoverTarget={NAV_DRAWER} className="-ms-2 lg:hidden" />
        <Link
          to="/"
          aria-label={t('nav.home')}
          className="touch inline-grid place-items-center rounded-control lg:hidden"
        >
          <LogoMark size={32} />
        </Link>
        <div className="min-w-0 flex-1">
          <CairoTime />
        </div>
        <PaletteButton me={me} />
        <AttentionButton />
        <AccountButton me={me} />
      </div>
    </header>
  )
}

const names = new Map<Role, keyof typeof staffShell.account.roles>([
  [Role.SuperAdmin, 'superAdmin'],
  [Role.RegularAdmin, 'regularAdmin'],
  [Role.TutorManager, 'tutorManager'],
  [Role.Studio, 'studio'],
])

/** The key of the name of a staff role; undefined for students and tutors. */
const staffRoleName = (role: Role) => names.get(role)

/** The account, its settings, the display settings and signing out. */
function AccountMenu({ me }: { me: User }) {
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

/** Holds the one socket of the signed-in member of staff while the dashboard is open; screens listen to it by `acquireSocket`. */
function LiveConnection({ me }: { me: User }) {
  useEffect(() => acquireSocket(me.id, {}), [me.id])
  return null
}

/** For an account that was staff when it signed in, or whose token was put here by hand. */
function NotStaff() {
  const t = useMessages(staffShell)
  return (
    <main id="main" tabIndex={-1} className="grid min-h-dvh place-items-center px-4">
      <DocumentTitle text={t('titleOf', { title: t('notStaff.title') })} />
      <EmptyState
        icon={UserX}
        headingLevel={1}
        title={t('notStaff.title')}
        text={t('notStaff.text')}
        action={
          <>
            <AnchorButton href={APP_ORIGIN}>{t('notStaff.toApp')}</AnchorButton>
            <Button variant="ghost" icon={LogOut} mirrorIcon onClick={signOut}>
              {t('notStaff.logout')}
            </Button>
          </>
        }
      />
    </main>
  )
}
