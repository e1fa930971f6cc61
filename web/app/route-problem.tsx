import type { ErrorComponentProps } from '@tanstack/react-router'
import { Suspense } from 'react'
import { ScreenProblem } from '../shared/shell/screen-problem.tsx'
import { CrashScreen } from '../ui/crash-screen.tsx'
import { lazyPart, optionalPart } from '../ui/lazy-part.tsx'
import type { NotForYouData } from './guards.ts'

const NoSuchScreen = lazyPart(async () => (await import('./shell/missing-screens.tsx')).NoSuchScreen)
const ReportCrash = optionalPart(async () => (await import('./report-crash.tsx')).ReportCrash)
const OfflineHint = optionalPart(async () => (await import('./payments/offline-hint.tsx')).OfflineHint)
const NotForYou = lazyPart(async () => (await import('./shell/missing-screens.tsx')).NotForYou)

const report = (
  <Suspense>
    <ReportCrash />
  </Suspense>
)
const offlineHint = (
  <Suspense>
    <OfflineHint />
  </Suspense>
)

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
