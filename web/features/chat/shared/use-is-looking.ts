import { createEventStore, useStore } from '../../../platform/store.ts'

const visible = createEventStore(document, ['visibilitychange'], () => document.visibilityState === 'visible')

/** Whether the page is the visible tab of its window. */
export const useIsLooking = (): boolean => useStore(visible)
