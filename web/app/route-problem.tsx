import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect } from 'react'
import { shell } from '#messages/shell'
import { useMessages } from '../messages/messages.ts'
import { ApiError, isForbidden } from '../platform/api.ts'
import { CrashScreen } from '../ui/crash-screen.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import type { NotForYouData } from './guards.ts'

const NoSuchScreen = lazy(async () => ({
  default: (await import('./shell/no-such-screen.tsx')).NoSuchScreen,
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
const NotForYou = lazy(async () => ({ default: (await import('./shell/not-for-you.tsx')).NotForYou }))

/** Replaces a screen that cannot be shown: forbidden, not loaded, or crashed. */
export function RouteProblem({ error }: ErrorComponentProps) {
  if (isForbidden(error)) return <NotForYou allowed={[]} />
  if (error instanceof ApiError) return <NotLoaded isOffline={error.code === 'network'} />
  return <CrashScreen error={error} variant="framed" action={report} />
}

/** Retries automatically when the network is back. */
function NotLoaded({ isOffline }: { isOffline: boolean }) {
  const t = useMessages(shell)
  const router = useRouter()
  const retry = () => void router.invalidate()
  useEffect(() => {
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  })
  const title = isOffline ? t('connection.offline') : undefined
  return <ErrorState headingLevel={1} title={title} text={isOffline ? offlineHint : undefined} onRetry={retry} />
}

/** An unknown screen, or one that this role may not see; the layout stays. */
export function ScreenMissing({ data }: { data?: unknown }) {
  const allowed = (data as Partial<NotForYouData> | undefined)?.allowed
  return allowed ? <NotForYou allowed={allowed} /> : <NoSuchScreen />
}

/** An error in the layout itself. */
export function RootProblem({ error }: ErrorComponentProps) {
  return <CrashScreen error={error} variant="full" action={report} />
}
