import { lazyRouteComponent, Outlet } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Suspense } from 'react'
import { useMaybeMe } from '../../platform/current-user.ts'
import { readClockFault, useClockFault } from '../../shared/shell/clock-fault.ts'
import { ConnectionPill } from '../../shared/shell/connection-pill.tsx'
import { AccountMenu } from './account-menu.tsx'
import { GuestHeader } from './guest-header.tsx'

const signedInFrame = () => import('./signed-in-frame.tsx')
const SidePart = lazyRouteComponent(signedInFrame, 'SidePart')
const TopPart = lazyRouteComponent(signedInFrame, 'TopPart')
const BottomPart = lazyRouteComponent(signedInFrame, 'BottomPart')

const ClockWarning = lazyRouteComponent(() => import('../../shared/shell/clock-warning.tsx'), 'ClockWarning')

/**
 * Parts that most guests neither see nor download: the frame of signed-in users, and the warning about a wrong device
 * clock. Both are loaded with the layout, because adding them later would shift the visible screen.
 */
export async function loadFrame(isSignedIn: boolean): Promise<void> {
  const parts = [...(isSignedIn ? [SidePart, TopPart, BottomPart] : []), ...(readClockFault() ? [ClockWarning] : [])]
  await Promise.all(parts.map((part) => part.preload?.()))
}

/**
 * The layout of most screens: navigation, header, warnings, and the screen. A screen with the attribute `data-fill` fills the
 * window and scrolls inside; `data-fill="alone"` also hides a phone's header and bar.
 */
export function ShellLayout() {
  const me = useMaybeMe()
  const hasClockFault = useClockFault() !== null
  return (
    <div className="group/shell flex min-h-dvh has-data-fill:h-(--visible-height,100dvh) has-data-fill:min-h-0 has-data-fill:overflow-hidden">
      {me && <SidePart me={me} />}
      <div className="flex min-w-0 flex-1 flex-col">
        {me ? <TopPart me={me} /> : <GuestHeader />}
        <Suspense>{hasClockFault && <ClockWarning />}</Suspense>
        <main
          id="main"
          tabIndex={-1}
          className={clsx('flex-1 has-data-fill:min-h-0 has-data-fill:pb-0', me ? 'pb-24 md:pb-6' : 'pb-6')}
        >
          <Outlet />
        </main>
      </div>
      {me && <BottomPart me={me} />}
      <AccountMenu me={me} />
      <ConnectionPill isSignedIn={me !== null} />
    </div>
  )
}
