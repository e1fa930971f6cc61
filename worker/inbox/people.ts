import { and, eq, type SQL } from 'drizzle-orm'
import type { InboxAdmin, InboxPerson } from '#contract/inbox'
import type { Db } from '#db/client'
import { users } from '#db/schema/users'
import { isAmong } from '../http/filters.ts'

const columns = { id: users.id, name: users.name, email: users.email, role: users.role, phone: users.phone }

type Account = Awaited<ReturnType<typeof accountStatement>>[number]

/** The statement of which `accountsOf` takes the rows: the accounts with these ids, or with those that a statement selects. */
export const accountStatement = (db: Db, ids: readonly number[] | SQL) =>
  db.select(columns).from(users).where(isAmong(users.id, ids))

/** Accounts as the inbox names them. */
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

/** The statement of which `accountsByPhone` takes the rows: who has verified these numbers, or those that a statement selects. */
export const phoneStatement = (db: Db, phones: readonly string[] | SQL) =>
  db
    .select(columns)
    .from(users)
    .where(and(isAmong(users.phone, phones), eq(users.verifiedPhone, true)))

/** The account that has verified a number, by number; none for a number that several have (docs/rules/staff.md 6.3). */
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
