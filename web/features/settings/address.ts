import * as z from 'zod/mini'
import { oneOf } from '../../platform/search.ts'

/** The parts of the settings, as they stand in `?tab=`. */
export const sectionNames = ['personal', 'learning', 'password', 'notifications', 'display'] as const
export type SectionName = (typeof sectionNames)[number]

export const settingsSearch = z.object({ tab: oneOf(sectionNames) })
