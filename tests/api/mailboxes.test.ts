import { sql } from 'drizzle-orm'
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { mailboxOf } from '#domain/users/email'
import { row } from '#tests/people'
import { mailboxSql } from '../../worker/subscriptions/store.ts'

const dialect = new SQLiteSyncDialect()

/** Local parts of few letters, so that dots and plus signs meet often. */
const local = fc
  .array(fc.constantFrom('a', 'b', '.', '+', '-', '_', '7'), { minLength: 1, maxLength: 12 })
  .map((parts) => `x${parts.join('')}`)
const domain = fc.constantFrom(
  'gmail.com',
  'googlemail.com',
  'hotmail.com',
  'mail.gmail.com',
  'gmail.com.eg',
  'x.edu.eg',
)

it('the database and the rules mean the same mailbox by an address', async () => {
  await fc.assert(
    fc.asyncProperty(local, domain, async (name, host) => {
      const email = `${name}@${host}`
      const query = dialect.sqlToQuery(sql`SELECT ${mailboxSql(sql`${email}`)} AS mailbox`)
      const found = await row<{ mailbox: string }>(query.sql, ...query.params)
      expect([email, found?.mailbox]).toEqual([email, mailboxOf(email)])
    }),
    { numRuns: 200 },
  )
})
