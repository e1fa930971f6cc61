import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useAccountId } from '../platform/auth-token.ts'
import { meQuery } from '../platform/current-user.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { Loader } from '../ui/loader.tsx'
import { Home } from './home.tsx'
import { StaffLogin } from './staff-login.tsx'

/** The staff's app: signing in, and the signed-in account. */
export function Dashboard() {
  const isSignedIn = useAccountId() !== null
  const { data: me, isError, isFetching, refetch } = useQuery({ ...meQuery, enabled: isSignedIn })
  useFocusOnChange(!isSignedIn ? 'login' : me ? 'home' : 'waiting')
  if (!isSignedIn) return <StaffLogin />
  if (me) return <Home me={me} />
  return isError ? <ErrorState onRetry={() => void refetch()} retrying={isFetching} /> : <Loader />
}

/** After a change of screen the reader's place is the new screen's heading, not a button that is gone. */
function useFocusOnChange(screen: string): void {
  const before = useRef(screen)
  useEffect(() => {
    if (before.current === screen) return
    before.current = screen
    const heading = document.querySelector('h1')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus()
  }, [screen])
}
