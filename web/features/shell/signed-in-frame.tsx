import type { User } from '#contract/users'
import { BottomBar } from './bottom-bar.tsx'
import { Header } from './header.tsx'
import { SideNav } from './side-nav.tsx'
import { VerifyBanner } from './verify-banner.tsx'

/** What the layout shows around a screen to somebody who is signed in, in one piece that no guest downloads. */
type PartProps = { me: User }

export const SidePart = ({ me }: PartProps) => <SideNav role={me.role} />

export const TopPart = ({ me }: PartProps) => (
  <>
    <Header me={me} />
    <VerifyBanner me={me} />
  </>
)

export const BottomPart = ({ me }: PartProps) => <BottomBar role={me.role} />
