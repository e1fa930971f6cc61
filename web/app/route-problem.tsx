import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { lazy } from 'react'
import { CallError, isForbidden } from '../lib/call.ts'
import { CrashScreen } from '../ui/crash-screen.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { NotForYou as WrongRole } from './guards.ts'

const NotForYou = lazy(async () => ({ default: (await import('../features/shell/not-for-you.tsx')).NotForYou }))

/** What stands in a screen's place when it cannot be shown: not yours, not reached, or broken. */
export function RouteProblem({ error }: ErrorComponentProps) {
  const router = useRouter()
  if (error instanceof WrongRole) return <NotForYou allowed={error.allowed} />
  if (isForbidden(error)) return <NotForYou allowed={[]} />
  if (error instanceof CallError) return <ErrorState onRetry={() => void router.invalidate()} />
  return <CrashScreen error={error} variant="framed" />
}

/** The frame itself is broken. */
export function RootProblem({ error }: ErrorComponentProps) {
  return <CrashScreen error={error} variant="full" />
}
