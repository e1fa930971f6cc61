import { createMediaQueryStore, useStore } from '../platform/store.ts'

/** lg (docs/rules/screens.md 2.3): from here on there is room for a week side by side. */
const wide = createMediaQueryStore('(min-width: 64rem)')

/** Whether the screen is wide enough for a grid of seven days. */
export const useIsWide = (): boolean => useStore(wide)
