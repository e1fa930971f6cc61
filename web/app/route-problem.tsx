import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { shell } from '../i18n/ar/shell.ts'
import { useMessages } from '../i18n/messages.ts'
import { ApiError, isForbidden } from '../platform/api.ts'
import { CrashScreen } from '../ui/crash-screen.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import type { NotForYouData } from './guards.ts'

const NoSuchScreen = lazy(async () => ({
  default: (await import('../features/shell/no-such-screen.tsx')).NoSuchScreen,
}))
/** Where it cannot be fetched, the log can still be saved by hand. */
const LazyReport = lazy(() =>
  import('./report-crash.tsx').then(
    ({ ReportCrash }) => ({ default: ReportCrash }),
    () => ({ default: () => null }),
  ),
)
const report = (
  <Suspense>
    <LazyReport />
  </Suspense>
)
const NotForYou = lazy(async () => ({ default: (await import('../features/shell/not-for-you.tsx')).NotForYou }))

/** In place of a screen that cannot be shown: not allowed, not loaded, or broken by an error. */
export function RouteProblem({ error }: ErrorComponentProps) {
  if (isForbidden(error)) return <NotForYou allowed={[]} />
  if (error instanceof ApiError) return <NotLoaded isOffline={error.code === 'network'} />
  return <CrashScreen error={error} variant="framed" action={report} />
}

/** It comes by itself when the network is back. */
function NotLoaded({ isOffline }: { isOffline: boolean }) {
  const t = useMessages(shell)
  const router = useRouter()
  const retry = () => void router.invalidate()
  useEffect(() => {
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  })
  return <ErrorState headingLevel={1} title={isOffline ? t('connection.offline') : undefined} onRetry={retry} />
}

/** No such screen, or none for this role; the layout stays. */
export function ScreenMissing({ data }: { data?: unknown }) {
  const allowed = (data as Partial<NotForYouData> | undefined)?.allowed
  return allowed ? <NotForYou allowed={allowed} /> : <NoSuchScreen />
}

/** An error in the layout itself. */
export function RootProblem({ error }: ErrorComponentProps) {
  return <CrashScreen error={error} variant="full" action={report} />
}
