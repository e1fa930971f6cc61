import { useQuery } from '@tanstack/react-query'
import { useAccountId } from '../platform/auth-token.ts'
import { meQuery } from '../platform/current-user.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { moveFocus } from '../ui/focus.ts'
import { useFocusAfter } from '../ui/focus-hooks.ts'
import { Loader } from '../ui/loader.tsx'
import { Home } from './home.tsx'
import { StaffLogin } from './staff-login.tsx'

/** The staff's app: signing in, and the signed-in account. */
export function Dashboard() {
  const isSignedIn = useAccountId() !== null
  const { data: me, isError, isFetching, refetch } = useQuery({ ...meQuery, enabled: isSignedIn })
  // What was pressed is gone with its screen.
  useFocusAfter(!isSignedIn ? 'login' : me ? 'home' : 'waiting', () => moveFocus(document.querySelector('h1')))
  if (!isSignedIn) return <StaffLogin />
  if (me) return <Home me={me} />
  return isError ? <ErrorState onRetry={() => void refetch()} retrying={isFetching} /> : <Loader />
}
