import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { isStaff } from '#domain/roles'
import { useMe } from '../../platform/current-user.ts'
import { ConflictHost } from '../staff-audit/shared/conflict-host.tsx'
import { AccountMenu } from './account-menu.tsx'
import { Header } from './header.tsx'
import { NavDrawer } from './nav-drawer.tsx'
import { NotStaff } from './not-staff.tsx'
import { SideNav } from './side-nav.tsx'

// Not needed for the first paint, and so not in its bundle.
const ClockWarning = lazy(async () => ({ default: (await import('../shell/shared/clock-warning.tsx')).ClockWarning }))
const ConnectionPill = lazy(async () => ({
  default: (await import('../shell/shared/connection-pill.tsx')).ConnectionPill,
}))
const LiveConnection = lazy(async () => ({ default: (await import('./live-connection.tsx')).LiveConnection }))

/** The frame around every screen of the dashboard: navigation, header, and the screen. */
export function ShellLayout() {
  const me = useMe()
  if (!isStaff(me.role)) return <NotStaff />
  return (
    <div className="flex min-h-dvh">
      <SideNav role={me.role} />
      <div className="flex min-w-0 flex-1 flex-col">
        <Header me={me} />
        <Suspense>
          <ClockWarning />
        </Suspense>
        <main id="main" tabIndex={-1} className="flex-1">
          <Outlet />
        </main>
      </div>
      <NavDrawer role={me.role} />
      <AccountMenu me={me} />
      <ConflictHost />
      <Suspense>
        <ConnectionPill isSignedIn />
        <LiveConnection key={me.id} me={me} />
      </Suspense>
    </div>
  )
}
