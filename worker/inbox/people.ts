import { and, eq, type SQL } from 'drizzle-orm'
import type { InboxAdmin, InboxPerson } from '#contract/inbox'
import type { Db } from '#db/client'
import { users } from '#db/schema/users'
import { isAmong } from '../http/filters.ts'

const columns = { id: users.id, name: users.name, email: users.email, role: users.role, phone: users.phone }

type Account = Awaited<ReturnType<typeof accountStatement>>[number]

/** The query whose rows `accountsOf` takes: the accounts with these ids, given as a list or as a subquery. */
export const accountStatement = (db: Db, ids: readonly number[] | SQL) =>
  db.select(columns).from(users).where(isAmong(users.id, ids))

/** Accounts by id, as the inbox shows them. */
export function accountsOf(rows: readonly Account[]) {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const find = (id: number | null) => (id === null ? undefined : byId.get(id))
  return {
    person: (id: number | null): InboxPerson | null => {
      const row = find(id)
      return row ? { id: row.id, name: row.name, email: row.email, role: row.role } : null
    },
    admin: (id: number | null): InboxAdmin | null => {
      const row = find(id)
      return row ? { id: row.id, name: row.name, email: row.email } : null
    },
  }
}

/** The query whose rows `accountsByPhone` takes: who has verified these numbers, given as a list or as a subquery. */
export const phoneStatement = (db: Db, phones: readonly string[] | SQL) =>
  db
    .select(columns)
    .from(users)
    .where(and(isAmong(users.phone, phones), eq(users.verifiedPhone, true)))

/** The account that has verified a number, by number; none for a number verified by several (docs/rules/staff.md 6.3). */
export function accountsByPhone(rows: readonly Account[]): Map<string, InboxPerson> {
  const several = new Set<string>()
  const byPhone = new Map<string, InboxPerson>()
  for (const { phone, ...person } of rows) {
    if (phone === null) continue
    if (byPhone.has(phone)) several.add(phone)
    byPhone.set(phone, person)
  }
  for (const phone of several) byPhone.delete(phone)
  return byPhone
}
