import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { logUncaught } from '../platform/log.ts'
import { createQueryClient } from '../platform/query-client.ts'
import { claimsOf, onTokenChange, token } from '../platform/session.ts'
import { keepTokenFresh } from '../platform/token-refresh.ts'
import { UiRoot } from '../ui/ui-root.tsx'
import { Dashboard } from './dashboard.tsx'
import './dashboard.css'

const queryClient = createQueryClient()

const accountOf = () => claimsOf(token())?.id ?? null
let account = accountOf()
onTokenChange((change) => {
  if (accountOf() === account) return
  account = accountOf()
  // Nothing of one person stays for the next.
  if (change !== 'stored') queryClient.clear()
})
keepTokenFresh()
logUncaught()

const place = document.getElementById('root')
if (!place) throw new Error('index.html has no #root')
// Titles are React's from here on; the first one in the document would hide them.
document.querySelector('title')?.remove()
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <UiRoot>
        <Dashboard />
      </UiRoot>
    </QueryClientProvider>
  </StrictMode>,
)
