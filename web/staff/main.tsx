import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { staffShell } from '#messages/staff-shell'
import { messagesOf } from '../messages/messages.ts'
import { followAccountChanges } from '../platform/account-changes.ts'
// First, before the router changes the address.
import '../platform/arrival.ts'
import { logUncaught } from '../platform/log.ts'
import { createQueryClient } from '../platform/query-client.ts'
import { toast } from '../ui/toasts.ts'
import { createDashboardRouter } from './router.ts'
import './dashboard.css'

const queryClient = createQueryClient()
const router = createDashboardRouter(queryClient)

logUncaught()
const screens = {
  openSignIn: () => router.navigate({ to: '/login', replace: true }),
  invalidate: () => router.invalidate(),
}
followAccountChanges(screens, queryClient, (cause) => {
  const t = messagesOf(staffShell)
  toast.info(t(`session.${cause}`), { id: 'session', description: t(`session.${cause}Text`) })
})

const container = document.getElementById('root')
if (!container) throw new Error('index.html has no #root')
createRoot(container).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
