import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
// First, before the router changes the address.
import '../platform/arrival.ts'
import { logUncaught } from '../platform/log.ts'
import { createQueryClient } from '../platform/query-client.ts'
import { surviveTranslation } from '../platform/translated-page.ts'
import { followAccountChanges } from '../shared/shell/account-changes.ts'
import { createDashboardRouter } from './router.ts'
import './dashboard.css'

const queryClient = createQueryClient()
const router = createDashboardRouter(queryClient)

logUncaught()
surviveTranslation()
followAccountChanges(router, queryClient)

const container = document.getElementById('root')
if (!container) throw new Error('index.html has no #root')
createRoot(container).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
