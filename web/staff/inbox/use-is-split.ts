import { createMediaQueryStore, useStore } from '../../platform/store.ts'

const wide = createMediaQueryStore('(min-width: 80rem)')

/** Whether the list and the reading pane fit side by side. */
export const useIsSplit = (): boolean => useStore(wide)
