/** The parts of the settings, as they stand in `?tab=`. */
export const sectionNames = ['personal', 'learning', 'password', 'notifications', 'display'] as const
export type SectionName = (typeof sectionNames)[number]

export function readSettingsAddress(raw: Record<string, unknown>): { tab?: SectionName } {
  const tab = sectionNames.find((name) => name === raw.tab)
  return tab ? { tab } : {}
}
