import { localDay, oneOf, searchSchema } from '../../platform/search.ts'

export const SLOT_VIEWS = ['week', 'list'] as const
export type SlotView = (typeof SLOT_VIEWS)[number]

/** `week` is any day of the week that is shown. */
export const scheduleManagementSearch = searchSchema({ view: oneOf(SLOT_VIEWS), week: localDay })
