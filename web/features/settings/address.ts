import { oneOf, searchSchema } from '../../platform/search.ts'

/** The parts of the settings, as they stand in `?tab=`. */
export const sectionNames = ['personal', 'learning', 'password', 'notifications', 'display'] as const
export type SectionName = (typeof sectionNames)[number]

export const settingsSearch = searchSchema({ tab: oneOf(sectionNames) })
