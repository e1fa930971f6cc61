import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { lazy } from 'react'
import { ApiError, isForbidden } from '../platform/api.ts'
import { CrashScreen } from '../ui/crash-screen.tsx'
import { ErrorState } from '../ui/error-state.tsx'

const NoSuchScreen = lazy(async () => ({
  default: (await import('../features/staff-shell/no-such-screen.tsx')).NoSuchScreen,
}))

/** In place of a screen that cannot be shown: not allowed, not loaded, or broken by an error. */
export function RouteProblem({ error }: ErrorComponentProps) {
  const router = useRouter()
  if (isForbidden(error)) return <NoSuchScreen />
  if (error instanceof ApiError) return <ErrorState headingLevel={1} onRetry={() => void router.invalidate()} />
  return <CrashScreen error={error} variant="framed" />
}

/** No such screen, or none for this role; the layout stays. */
export function ScreenMissing() {
  return <NoSuchScreen />
}

/** An error in the layout itself. */
export function RootProblem({ error }: ErrorComponentProps) {
  return <CrashScreen error={error} variant="full" />
}
