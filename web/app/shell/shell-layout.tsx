import { Outlet } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { type ComponentProps, type ComponentType, Suspense, useState } from 'react'
import type { User } from '#contract/users'
import { shell } from '#messages/shell'
import { useMessages } from '../../messages/messages.ts'
import { useMaybeMe } from '../../platform/current-user.ts'
import { AccountPopover } from '../../shared/shell/account-popover.tsx'
import { readClockFault, useClockFault } from '../../shared/shell/clock-fault.ts'
import { ConnectionPill } from '../../shared/shell/connection-pill.tsx'
import { lazyScreen } from '../../shared/shell/lazy-screen.ts'
import type { AccountMenuContent } from './account-menu-content.tsx'
import { GuestHeader } from './guest-header.tsx'

type Content = ComponentType<ComponentProps<typeof AccountMenuContent>>

/** Its content is fetched when it is opened, because most visitors never do. */
function AccountMenu({ me }: { me: User | null }) {
  const t = useMessages(shell)
  const [Shown, setShown] = useState<Content | 'unreachable' | null>(null)
  const load = () =>
    import('./account-menu-content.tsx').then(
      (content) => setShown(() => content.AccountMenuContent),
      () => setShown('unreachable'),
    )
  return (
    <AccountPopover place="md:inset-[4.75rem_auto_auto_auto]" onOpen={() => void load()}>
      {(acts) => {
        if (Shown === 'unreachable') return <p role="alert">{t('connection.offline')}</p>
        return Shown ? <Shown me={me} {...acts} /> : <div className="min-h-64" />
      }}
    </AccountPopover>
  )
}

const signedInFrame = () => import('./signed-in-frame.tsx')
const SidePart = lazyScreen(signedInFrame, 'SidePart')
const TopPart = lazyScreen(signedInFrame, 'TopPart')
const BottomPart = lazyScreen(signedInFrame, 'BottomPart')

const ClockWarning = lazyScreen(() => import('../../shared/shell/clock-warning.tsx'), 'ClockWarning')

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
