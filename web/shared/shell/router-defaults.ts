import { Loader } from '../../ui/loader.tsx'

/** How both apps' routers preload screens and show that one is loading. */
export const routerDefaults = {
  defaultPreload: 'intent',
  // The query cache decides what is stale; a second cache in the router would show old data.
  defaultPreloadStaleTime: 0,
  defaultPendingComponent: Loader,
  defaultPendingMs: 300,
  defaultPendingMinMs: 300,
} as const
