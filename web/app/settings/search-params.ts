import { oneOf, searchSchema } from '../../platform/search.ts'

/** The sections of the settings, as in `?tab=`. */
export const sectionNames = [
  'personal',
  'learning',
  'password',
  'notifications',
  'friends',
  'calendar',
  'display',
  'data',
] as const
export type SectionName = (typeof sectionNames)[number]

export const settingsSearch = searchSchema({ tab: oneOf(sectionNames) })
