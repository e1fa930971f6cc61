/** The parts of the layout that only somebody who is signed in sees, in one piece. */
export { BottomBar } from './bottom-bar.tsx'
export { Header } from './header.tsx'
export { SideNav } from './side-nav.tsx'
export { VerifyBanner } from './verify-banner.tsx'
