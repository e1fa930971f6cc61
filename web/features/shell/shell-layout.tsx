import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { ClockWarning } from '../../lib/clock-warning.tsx'
import { useMaybeMe } from '../../lib/me.ts'
import { AccountMenu } from './account-menu.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { ConnectionPill } from './connection-pill.tsx'
import { GuestHeader } from './guest-header.tsx'
import { Header } from './header.tsx'
import { SideNav } from './side-nav.tsx'
import { VerifyBanner } from './verify-banner.tsx'

const LiveLine = lazy(async () => ({ default: (await import('./live-line.tsx')).LiveLine }))

/** The frame of every screen but the entrances: navigation, header, what should be noticed, and the screen. */
export function ShellLayout() {
  const me = useMaybeMe()
  return (
    <div className="flex min-h-dvh">
      {me && <SideNav role={me.role} />}
      <div className="flex min-w-0 flex-1 flex-col">
        {me ? <Header me={me} /> : <GuestHeader />}
        {me && <VerifyBanner me={me} />}
        <ClockWarning />
        <main id="main" tabIndex={-1} className={me ? 'flex-1 pb-24 md:pb-6' : 'flex-1 pb-6'}>
          <Outlet />
        </main>
      </div>
      {me && <BottomBar role={me.role} />}
      <AccountMenu me={me} />
      <ConnectionPill isSignedIn={me !== null} />
      {me && (
        <Suspense>
          <LiveLine key={me.id} me={me} />
        </Suspense>
      )}
    </div>
  )
}
