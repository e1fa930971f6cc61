import { createMediaQueryStore, useStore } from '../../platform/store.ts'

/** The md breakpoint (docs/rules/screens.md 2.3): below it a table's rows are cards. */
const wide = createMediaQueryStore('(min-width: 48rem)')

export const useFitsTable = (): boolean => useStore(wide)
