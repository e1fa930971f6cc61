import { eq } from 'drizzle-orm'
import type { editSetting } from '#contract/settings'
import { settings as table } from '#db/schema/settings'
import { DomainError, refuse } from '#domain/errors'
import { isSettingKey, mayChangeSetting, whyNotSetting } from '#domain/settings/settings'
import { type ReadRequest, reading } from '../http/bind.ts'
import { assertVersion, nextVersion, rowVersionStatement } from '../http/versions.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { settingStatements, settingViewOf } from './list.ts'
import { forgetSettings } from './public.ts'
import { storedSettings, valuesOf } from './store.ts'

/**
 * Changes a setting (docs/rules/staff.md 11.2).
 * @throws DomainError `not-found`, `forbidden` for a money limit unless the actor is the super admin, `bad-request` for a
 * value that the setting does not accept, `illegal` for a minimum above the maximum, `version-conflict`.
 */
export const edit = reading(
  ({ db }: ReadRequest<typeof editSetting>) => [storedSettings(db)],
  async (ctx, [stored]) => {
    const { actor, body, db, now, params } = ctx
    const { key } = params
    const { value } = body
    if (!isSettingKey(key)) throw new DomainError('not-found', `No setting is called ${key}`)
    if (!mayChangeSetting(key, actor.role)) throw new DomainError('forbidden')
    assertVersion(ctx, stored.find(({ name }) => name === key) ?? { updatedAt: 0 })
    const values = valuesOf(stored)
    refuse(whyNotSetting(key, value, values), `value: not one that ${key} takes`)
    const changed = { value, updatedBy: actor.id }
    const [, , settings, changedBy] = await db.batch([
      rowVersionStatement(ctx, table, eq(table.name, key)),
      db
        .insert(table)
        .values({ ...changed, name: key, updatedAt: now })
        .onConflictDoUpdate({ target: table.name, set: { ...changed, updatedAt: nextVersion(table, now) } }),
      ...settingStatements(db),
      ...auditStatements(ctx, {
        act: 'settings.edit',
        kind: 'setting',
        id: null,
        before: { [key]: values[key] },
        after: { [key]: value },
      }),
    ])
    forgetSettings()
    return settingViewOf([settings, changedBy], actor.role)(key)
  },
)
