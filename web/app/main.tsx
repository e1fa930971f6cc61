import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { shell } from '../i18n/ar/shell.ts'
import { messagesOf } from '../i18n/messages.ts'
import { logUncaught } from '../platform/log.ts'
import { createQueryClient } from '../platform/query-client.ts'
import { toast } from '../ui/toasts.ts'
import { createAppRouter } from './router.ts'
import { keepSession } from './session-keeper.ts'
import './app.css'

const queryClient = createQueryClient()
const router = createAppRouter(queryClient)

logUncaught()
keepSession(router, queryClient, (ending) => {
  const t = messagesOf(shell)
  toast.info(t(`session.${ending}`), { id: 'session', description: t(`session.${ending}Text`) })
})

const place = document.getElementById('root')
if (!place) throw new Error('index.html has no #root')
// Titles are React's from here on; the first one in the document would hide them.
document.querySelector('title')?.remove()
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
