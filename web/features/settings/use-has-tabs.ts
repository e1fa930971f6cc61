import { createMediaQueryStore, useStore } from '../../platform/store.ts'

/** md: below it the settings are a list of pages (docs/rules/screens.md 2.3). */
const tablet = createMediaQueryStore('(min-width: 48rem)')

export const useHasTabs = (): boolean => useStore(tablet)
