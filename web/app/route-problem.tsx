import type { ErrorComponentProps } from '@tanstack/react-router'
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { ScreenProblem } from '../shared/shell/screen-problem.tsx'
import { CrashScreen } from '../ui/crash-screen.tsx'
import type { NotForYouData } from './guards.ts'

const NoSuchScreen = lazy(async () => ({
  default: (await import('./shell/missing-screens.tsx')).NoSuchScreen,
}))
/** A part that is omitted if its code cannot be fetched. */
function optional(load: () => Promise<ComponentType>): ReactNode {
  const Part = lazy(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: () => null }),
    ),
  )
  return (
    <Suspense>
      <Part />
    </Suspense>
  )
}
const report = optional(async () => (await import('./report-crash.tsx')).ReportCrash)
const offlineHint = optional(async () => (await import('./payments/offline-hint.tsx')).OfflineHint)
const NotForYou = lazy(async () => ({ default: (await import('./shell/missing-screens.tsx')).NotForYou }))

/** Replaces a screen that cannot be shown. */
export const RouteProblem = ({ error }: ErrorComponentProps) => (
  <ScreenProblem error={error} forbidden={<NotForYou allowed={[]} />} offlineText={offlineHint} crashAction={report} />
)

/** An unknown screen, or one that this role may not see; the layout stays. */
export function ScreenMissing({ data }: { data?: unknown }) {
  const allowed = (data as Partial<NotForYouData> | undefined)?.allowed
  return allowed ? <NotForYou allowed={allowed} /> : <NoSuchScreen />
}

/** An error in the layout itself. */
export function RootProblem({ error }: ErrorComponentProps) {
  return <CrashScreen error={error} variant="full" action={report} />
}
