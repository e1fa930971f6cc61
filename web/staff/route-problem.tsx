import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { lazy } from 'react'
import { ApiError, isForbidden } from '../platform/api.ts'
import { CrashScreen } from '../ui/crash-screen.tsx'
import { ErrorState } from '../ui/error-state.tsx'

const NoSuchScreen = lazy(async () => ({
  default: (await import('./shell/no-such-screen.tsx')).NoSuchScreen,
}))

/** Replaces a screen that cannot be shown: forbidden, not loaded, or crashed. */
export function RouteProblem({ error }: ErrorComponentProps) {
  const router = useRouter()
  if (isForbidden(error)) return <NoSuchScreen />
  if (error instanceof ApiError) return <ErrorState headingLevel={1} onRetry={() => void router.invalidate()} />
  return <CrashScreen error={error} variant="framed" />
}

/** An unknown screen, or one that this role may not see; the layout stays. */
export function ScreenMissing() {
  return <NoSuchScreen />
}

/** An error in the layout itself. */
export function RootProblem({ error }: ErrorComponentProps) {
  return <CrashScreen error={error} variant="full" />
}
