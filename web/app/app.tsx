import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { type FirstRender, FirstRenderContext } from '../platform/first-render.ts'

type AppProps = { queryClient: QueryClient; first: FirstRender; children: ReactNode }

/** What surrounds the router, at the edge and in the browser alike. */
export const App = ({ queryClient, first, children }: AppProps) => (
  <StrictMode>
    <FirstRenderContext value={first}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </FirstRenderContext>
  </StrictMode>
)
