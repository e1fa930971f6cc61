import { lazy, Suspense } from 'react'
import { maintenance } from '../../platform/maintenance.ts'
import { useStore } from '../../platform/store.ts'

// Not needed for the first paint, and so not in its bundle.
const MaintenanceScreen = lazy(async () => ({
  default: (await import('./maintenance-screen.tsx')).MaintenanceScreen,
}))

/** Covers the app while the server is under maintenance. */
export function MaintenanceCover() {
  const state = useStore(maintenance)
  return (
    state && (
      <Suspense>
        <MaintenanceScreen until={state.until} />
      </Suspense>
    )
  )
}
