import { useQuery } from '@tanstack/react-query'
import { meQuery } from '../lib/me.ts'
import { useAccountId } from '../lib/session.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { Loader } from '../ui/loader.tsx'
import { Home } from './home.tsx'
import { StaffLogin } from './staff-login.tsx'

/** Staff sign in, and see who they are here. */
export function Dashboard() {
  const isSignedIn = useAccountId() !== null
  const { data: me, isError, isFetching, refetch } = useQuery({ ...meQuery, enabled: isSignedIn })
  if (!isSignedIn) return <StaffLogin />
  if (me) return <Home me={me} />
  return isError ? <ErrorState onRetry={() => void refetch()} retrying={isFetching} /> : <Loader />
}
