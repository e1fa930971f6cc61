import { Link, Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { shell } from '#messages/shell'
import { useMessages } from '../../messages/messages.ts'
import { useMaybeMe } from '../../platform/current-user.ts'
import { ClockWarning } from '../../shared/shell/clock-warning.tsx'
import { ConnectionPill } from '../../shared/shell/connection-pill.tsx'
import { optionalPart } from '../../ui/lazy-part.tsx'
import { Logo } from '../../ui/logo.tsx'

const LivePart = optionalPart(async () => (await import('./signed-in-frame.tsx')).LivePart)

/** The layout of screens that should be finished or printed: a link home, no navigation. */
export function PlainLayout() {
  const t = useMessages(shell)
  const me = useMaybeMe()
  return (
    <div className="flex min-h-dvh flex-col [--page-width:64rem]">
      <header className="border-line border-b print:hidden">
        <div className="container-page flex min-h-14 items-center py-2">
          <Link to="/" aria-label={t('home')} className="flex min-h-11 items-center rounded-control">
            <Logo name={t('brand')} size={34} />
          </Link>
        </div>
      </header>
      <ClockWarning />
      <main id="main" tabIndex={-1} className="flex-1 pb-8">
        <Outlet />
      </main>
      <ConnectionPill isSignedIn={me !== null} />
      {me && (
        <Suspense>
          <LivePart key={me.id} me={me} />
        </Suspense>
      )}
    </div>
  )
}
