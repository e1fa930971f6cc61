import type { listSettings } from '#contract/settings'
import type { Person } from '#contract/users'
import type { Db } from '#db/client'
import type { Role } from '#domain/roles'
import { currentValue, mayChangeSetting, type SettingKey, settingKeys, settings } from '#domain/settings/settings'
import type { Act } from '../http/bind.ts'
import { peopleOf } from '../users/store.ts'
import { type StoredSetting, storedSettings } from './store.ts'

/** A setting as somebody of this role sees it. */
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

/** Every setting, in the order of the registry. */
export async function settingViews(db: Db, role: Role) {
  const stored = await storedSettings(db)
  const people = await peopleOf(
    db,
    stored.flatMap(({ updatedBy }) => updatedBy ?? []),
  )
  return settingKeys.map((key) =>
    settingView(
      key,
      role,
      stored.find(({ name }) => name === key),
      people,
    ),
  )
}

/** Every setting with who changed it last (docs/rules/staff.md 11.1). */
export const list: Act<typeof listSettings> = async ({ actor, db }) => ({ list: await settingViews(db, actor.role) })
