import type { ErrorComponentProps } from '@tanstack/react-router'
import { ScreenProblem } from '../shared/shell/screen-problem.tsx'
import { CrashScreen } from '../ui/crash-screen.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'

const NoSuchScreen = lazyPart(async () => (await import('./shell/no-such-screen.tsx')).NoSuchScreen)

/** Replaces a screen that cannot be shown; what a role may not see does not exist for it. */
export const RouteProblem = ({ error }: ErrorComponentProps) => (
  <ScreenProblem error={error} forbidden={<NoSuchScreen />} />
)

/** An unknown screen, or one that this role may not see; the layout stays. */
export const ScreenMissing = () => <NoSuchScreen />

/** An error in the layout itself. */
export const RootProblem = ({ error }: ErrorComponentProps) => <CrashScreen error={error} variant="full" />
