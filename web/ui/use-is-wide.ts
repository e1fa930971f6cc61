import { createMediaQueryStore, useStore } from '../platform/store.ts'

/** The lg breakpoint (docs/rules/screens.md 2.3): from this width on seven days fit side by side. */
const wide = createMediaQueryStore('(min-width: 64rem)')

/** Whether the screen is wide enough for a grid of seven days. */
export const useIsWide = (): boolean => useStore(wide)
