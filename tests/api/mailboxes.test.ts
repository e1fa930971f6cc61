import { sql } from 'drizzle-orm'
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { mailboxOf, spellingsOfProviders } from '#domain/users/mailbox'
import { row } from '#tests/people'
import { mailboxSql } from '../../worker/subscriptions/store.ts'

const dialect = new SQLiteSyncDialect()

/** Local parts of few letters, so that dots and plus signs meet often. */
const local = fc
  .array(fc.constantFrom('a', 'b', '.', '+', '-', '_', '7'), { minLength: 1, maxLength: 12 })
  .map((parts) => `x${parts.join('')}`)
const provider = fc.constantFrom(...spellingsOfProviders.flatMap(({ domains }) => domains))
const other = fc.constantFrom('hotmail.com', 'gmail.com.eg', 'x.edu.eg', 'notfastmail.com', 'my-proton.me')
const subdomain = fc
  .tuple(fc.constantFrom('sara', 'a-b', 'a.b'), provider)
  .map(([label, domain]) => `${label}.${domain}`)
const domain = fc.oneof({ weight: 3, arbitrary: provider }, other, subdomain)

it('the database and the rules mean the same mailbox by an address', async () => {
  const addresses = fc.sample(fc.tuple(local, domain), 2000).map(([name, host]) => `${name}@${host}`)
  const query = dialect.sqlToQuery(mailboxSql(sql.raw('a.value')))
  const found = await row<{ mailboxes: string }>(
    `SELECT json_group_array(${query.sql}) AS mailboxes FROM json_each(?) a`,
    JSON.stringify(addresses),
  )
  const pairs = (mailboxes: readonly unknown[]) => addresses.map((address, at) => [address, mailboxes[at]])
  expect(pairs(JSON.parse(found?.mailboxes ?? '[]'))).toEqual(pairs(addresses.map(mailboxOf)))
})
