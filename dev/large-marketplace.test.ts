import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { getTableName } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { demoOf } from '#db/demo/demo'
import { statementsOf } from '#db/demo/statements'
import { foldedTexts } from '#db/schema/texts-to-fold'
import { normalise } from '#domain/arabic'
import { sizesOf } from './large-marketplace.ts'
import { fillMarketplace } from './large-state.ts'

const NOW = Date.parse('2026-11-23T10:00:00Z')

/** The database as `npm start` makes it: the migrations, then the demo's rows. */
function demoDatabase(): DatabaseSync {
  const db = new DatabaseSync(':memory:')
  const folder = join(import.meta.dirname, '../db/migrations')
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort())
    db.exec(readFileSync(join(folder, file), 'utf8'))
  for (const { sql, json } of statementsOf(demoOf(NOW), 'none', 1)) db.prepare(sql).run(json)
  return db
}

describe('the large marketplace', () => {
  it('satisfies every guard and key, and its ledger balances', () => {
    const db = demoDatabase()
    fillMarketplace(db, 1, NOW)
    const count = (from: string) => db.prepare(`SELECT COUNT(*) AS found FROM ${from}`).get()?.found
    const { tutors, students, lessons } = sizesOf(1)
    expect([count('users WHERE id >= 10000'), count('lessons WHERE id >= 10000')]).toEqual([tutors + students, lessons])
    expect(db.prepare('PRAGMA foreign_key_check').all()).toEqual([])
    const listed = count(`users u JOIN tutors t ON t.id = u.id WHERE u.id >= 10000 AND t.activated AND u.image > ''
      AND t.video > '' AND t.thumbnail > '' AND u.verified_email AND u.verified_phone`)
    expect(Number(listed) / tutors).toBeCloseTo(0.75, 1)
    expect(count('user_topics WHERE user_id >= 10000')).toBeGreaterThan(2 * tutors)
    expect(count('texts_to_fold')).toBe(0)
    const folds = foldedTexts.flatMap(({ text, fold }) =>
      db.prepare(`SELECT ${text.name} AS text, ${fold.name} AS fold FROM ${getTableName(text.table)}`).all(),
    )
    expect(folds.filter(({ text, fold }) => text !== null && normalise(String(text)) !== fold)).toEqual([])
    const sumOf = (account: string) =>
      db
        .prepare('SELECT SUM(p.amount) AS sum FROM postings p JOIN accounts a ON a.id = p.account_id WHERE a.code = ?')
        .get(account)?.sum
    const waiting = db.prepare('SELECT SUM(amount) AS sum FROM withdrawals WHERE status IN (0, 1)').get()?.sum
    expect([count('postings') === 0, sumOf('withdrawals')]).toEqual([false, waiting])
    const taught = db
      .prepare(
        "SELECT -SUM(l.price) AS sum FROM lesson_outcomes o JOIN lessons l ON l.id = o.lesson_id WHERE o.pay = 'earned'",
      )
      .get()
    const isUnsettled = 'NOT EXISTS (SELECT 1 FROM lesson_outcomes o WHERE o.lesson_id = l.id)'
    expect(
      count(`lessons l WHERE l.canceled_at IS NULL AND l.start + l.duration * 60000 < ${NOW} AND ${isUnsettled}`),
    ).toBe(0)
    expect(sumOf('tutor-pay')).toBe(taught?.sum)
    expect(count('(SELECT 1 FROM minute_entries GROUP BY subscription_id, week HAVING SUM(minutes) < 0)')).toBe(0)
    expect(count('lessons l WHERE NOT EXISTS (SELECT 1 FROM minute_entries e WHERE e.lesson_id = l.id)')).toBe(0)
  })
})
