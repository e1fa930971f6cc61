import { lazy, Suspense } from 'react'
import type { User } from '#contract/users'
import { BottomBar } from './bottom-bar.tsx'
import { Header } from './header.tsx'
import { SideNav } from './side-nav.tsx'
import { VerifyBanner } from './verify-banner.tsx'

/** The parts of the layout for signed-in users, in one chunk that guests do not download. */
type PartProps = { me: User }

export const SidePart = ({ me }: PartProps) => <SideNav role={me.role} />

export const TopPart = ({ me }: PartProps) => (
  <>
    <Header me={me} />
    <VerifyBanner me={me} />
  </>
)

// Screens do not wait for it.
const LiveConnection = lazy(async () => ({ default: (await import('./live-connection.tsx')).LiveConnection }))

export const LivePart = ({ me }: PartProps) => (
  <Suspense>
    <LiveConnection key={me.id} me={me} />
  </Suspense>
)

export const BottomPart = ({ me }: PartProps) => (
  <>
    <BottomBar role={me.role} />
    <LivePart me={me} />
  </>
)
