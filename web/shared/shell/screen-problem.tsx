import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { shell } from '#messages/shell'
import { useMessages } from '../../messages/messages.ts'
import { ApiError, isForbidden } from '../../platform/api.ts'
import { CrashScreen } from '../../ui/crash-screen.tsx'
import { ErrorState } from '../../ui/error-state.tsx'

type ScreenProblemProps = {
  error: unknown
  /** Shown where the account may not see the screen. */
  forbidden: ReactNode
  /** Below the title that there is no network, in place of the usual text. */
  offlineText?: ReactNode
  /** What else can be done about a crash. */
  crashAction?: ReactNode
}

/** Replaces a screen that cannot be shown: forbidden, not loaded, or crashed. */
export function ScreenProblem({ error, forbidden, offlineText, crashAction }: ScreenProblemProps) {
  if (isForbidden(error)) return forbidden
  if (error instanceof ApiError) return <NotLoaded isOffline={error.code === 'network'} offlineText={offlineText} />
  return <CrashScreen error={error} variant="framed" action={crashAction} />
}

/** Retries automatically when the network is back. */
function NotLoaded({ isOffline, offlineText }: { isOffline: boolean; offlineText: ReactNode }) {
  const t = useMessages(shell)
  const router = useRouter()
  const retry = () => void router.invalidate()
  useEffect(() => {
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  })
  const title = isOffline ? t('connection.offline') : undefined
  return <ErrorState headingLevel={1} title={title} text={isOffline ? offlineText : undefined} onRetry={retry} />
}
