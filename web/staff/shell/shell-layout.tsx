import { Outlet } from '@tanstack/react-router'
import { isStaff } from '#domain/roles'
import { useMe } from '../../platform/current-user.ts'
import { ClockWarning } from '../../shared/shell/clock-warning.tsx'
import { ConnectionPill } from '../../shared/shell/connection-pill.tsx'
import { ConflictHost } from '../audit/shared/conflict-host.tsx'
import { AccountMenu } from './account-menu.tsx'
import { Header } from './header.tsx'
import { LiveConnection } from './live-connection.tsx'
import { NavDrawer } from './nav-drawer.tsx'
import { NotStaff } from './not-staff.tsx'
import { SideNav } from './side-nav.tsx'

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
