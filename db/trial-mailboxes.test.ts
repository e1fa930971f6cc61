import { expect, it } from 'vitest'
import { mailboxOf } from '#domain/users/mailbox'
import { NOW } from '#tests/marketplace'
import { migratedAround } from '#tests/migrated-db'
import { demoOf } from './demo/demo.ts'
import { statementsOf } from './demo/statements.ts'

const MIGRATION = '0070_mailboxes_of_providers.sql'

/** As they were kept: without plus signs, and without dots at Google only. */
const kept = [
  'a.b-c_d@proton.me',
  'x-y@protonmail.com',
  'plain@pm.me',
  'old@protonmail.ch',
  'k-l.m@yandex.ru',
  'n-o@ya.ru',
  'p.q@yandex.com',
  'r.s@me.com',
  't-u@mac.com',
  'v.w@icloud.com',
  'sara-shop-2@yahoo.com',
  'nour-x@ymail.com',
  'mona@yahoo.co.uk',
  '-@yahoo.com',
  'shop@sara.fastmail.com',
  'shop@omar.fastmail.fm',
  'mona@fastmail.com',
  'a.b-c@example.com',
  'x-y@my-proton.me',
  'ab@gmail.com',
]

it('gives the mailboxes that have had a trial one form, whose first student keeps it', () => {
  const mailboxes = [...kept, 'two.spellings@proton.me', 'two-spellings@pm.me']
  const proofs = {
    sql: `INSERT INTO trial_proofs SELECT 'mailbox', value, (SELECT MIN(id) FROM users), ${NOW} FROM json_each(?)`,
    json: JSON.stringify(mailboxes),
  }
  const db = migratedAround((file) => file < MIGRATION, [...statementsOf(demoOf(NOW), 'none', 1), proofs])
  const found = db.prepare('SELECT value FROM trial_proofs WHERE created_at = ?').all(NOW)
  const expected = [...kept.map(mailboxOf), 'twospellings@proton.me', 'two-spellings@pm.me']
  expect(found.map(({ value }) => value).sort()).toEqual(expected.sort())
})
