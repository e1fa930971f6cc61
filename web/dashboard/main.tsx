import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { accountId, onTokenChange } from '../platform/auth-token.ts'
import { logUncaught } from '../platform/log.ts'
import { createQueryClient } from '../platform/query-client.ts'
import { startTokenRefresh } from '../platform/token-refresh.ts'
import { UiRoot } from '../ui/ui-root.tsx'
import { Dashboard } from './dashboard.tsx'
import './dashboard.css'

const queryClient = createQueryClient()

let current = accountId()
onTokenChange((change) => {
  if (accountId() === current) return
  current = accountId()
  // Otherwise the next person would see the cached data of the one before.
  if (change !== 'stored') queryClient.clear()
})
startTokenRefresh()
logUncaught()

const container = document.getElementById('root')
if (!container) throw new Error('index.html has no #root')
// React renders the titles from here on; browsers show the first `title` of a document.
document.querySelector('title')?.remove()
createRoot(container).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <UiRoot>
        <Dashboard />
      </UiRoot>
    </QueryClientProvider>
  </StrictMode>,
)
