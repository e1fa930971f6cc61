import { sql } from 'drizzle-orm'
import type { listSettings } from '#contract/settings'
import type { Person } from '#contract/users'
import type { RowsOf } from '#db/batch'
import type { Db } from '#db/client'
import type { Role } from '#domain/roles'
import { currentValue, mayChangeSetting, type SettingKey, settingKeys, settings } from '#domain/settings/settings'
import { type ReadRequest, reading } from '../http/bind.ts'
import { peopleById, peopleStatement } from '../users/store.ts'
import { type StoredSetting, storedSettings } from './store.ts'

/** A setting as shown to a role. */
const settingView = (
  key: SettingKey,
  role: Role,
  stored: StoredSetting | undefined,
  people: ReadonlyMap<number, Person>,
) => ({
  key,
  value: currentValue(key, stored?.value),
  initial: settings[key].initial,
  mayChange: mayChangeSetting(key, role),
  updatedBy: people.get(stored?.updatedBy ?? 0) ?? null,
  updatedAt: stored?.updatedAt ?? null,
})

/** The statements whose rows `settingViewOf` takes. */
export const settingStatements = (db: Db) =>
  [storedSettings(db), peopleStatement(db, sql`SELECT updated_by FROM settings WHERE updated_by IS NOT NULL`)] as const

/** Shows a setting of those that were read. */
export function settingViewOf([stored, changedBy]: RowsOf<ReturnType<typeof settingStatements>>, role: Role) {
  const people = peopleById(changedBy)
  return (key: SettingKey) =>
    settingView(
      key,
      role,
      stored.find(({ name }) => name === key),
      people,
    )
}

/** Every setting with its last editor (docs/rules/staff.md 11.1). */
export const list = reading(
  ({ db }: ReadRequest<typeof listSettings>) => settingStatements(db),
  async ({ actor }, found) => ({ list: settingKeys.map(settingViewOf(found, actor.role)) }),
)
