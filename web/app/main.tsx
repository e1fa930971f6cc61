import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { shell } from '../i18n/ar/shell.ts'
import { messagesOf } from '../i18n/messages.ts'
import { followAccountChanges } from '../platform/account-changes.ts'
// First, before the router changes the address.
import '../platform/arrival.ts'
import { logUncaught } from '../platform/log.ts'
import { createQueryClient } from '../platform/query-client.ts'
import { toast } from '../ui/toasts.ts'
import { createAppRouter } from './router.ts'
import './app.css'

const queryClient = createQueryClient()
const router = createAppRouter(queryClient)

logUncaught()
const screens = {
  openSignIn: () => router.navigate({ to: '/login', replace: true }),
  invalidate: () => router.invalidate(),
}
followAccountChanges(screens, queryClient, (cause) => {
  const t = messagesOf(shell)
  toast.info(t(`session.${cause}`), { id: 'session', description: t(`session.${cause}Text`) })
})

const container = document.getElementById('root')
if (!container) throw new Error('index.html has no #root')
// React renders the titles from here on; browsers show the first `title` of a document.
document.querySelector('title')?.remove()
createRoot(container).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
