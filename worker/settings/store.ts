import type { Db } from '#db/client'
import { settings as table } from '#db/schema/settings'
import { DomainError } from '#domain/errors'
import { Role } from '#domain/roles'
import { type SettingValues, settingValues } from '#domain/settings/settings'

export type StoredSetting = typeof table.$inferSelect

/** Selects the stored settings, at most one row each. */
export const storedSettings = (db: Db) => db.select().from(table)

/** The current values of all settings, from what is stored. */
export const valuesOf = (stored: readonly StoredSetting[]): SettingValues =>
  settingValues(Object.fromEntries(stored.map(({ name, value }) => [name, value])))

export const loadSettings = async (db: Db): Promise<SettingValues> => valuesOf(await storedSettings(db))

/**
 * @throws DomainError `service-unavailable` for a tutor while the registration of tutors is paused (docs/rules/staff.md
 * 11.4).
 */
export async function refusePausedRegistration(db: Db, role: Role): Promise<void> {
  if (role === Role.Tutor && (await loadSettings(db)).tutorRegistrationPaused)
    throw new DomainError('service-unavailable')
}
