import { and, eq } from 'drizzle-orm'
import type { InboxAdmin, InboxPerson } from '#contract/inbox'
import type { Db } from '#db/client'
import { users } from '#db/schema/users'
import { isAmong } from '../http/filters.ts'

const columns = { id: users.id, name: users.name, email: users.email, role: users.role, phone: users.phone }

const known = (ids: readonly (number | null)[]): number[] => [...new Set(ids.filter((id) => id !== null))]

/** The accounts with these ids, as the inbox names them. */
export async function accountsOf(db: Db, ids: readonly (number | null)[]) {
  const rows = await db
    .select(columns)
    .from(users)
    .where(isAmong(users.id, known(ids)))
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

/** The account that has verified a number, by number; none for a number that several have (docs/rules/staff.md 6.3). */
export async function accountsByPhone(db: Db, phones: readonly string[]): Promise<Map<string, InboxPerson>> {
  const rows = await db
    .select(columns)
    .from(users)
    .where(and(isAmong(users.phone, phones), eq(users.verifiedPhone, true)))
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
