import { expect, it } from 'vitest'
import { demoOf } from '#db/demo/demo'
import { statementsOf } from '#db/demo/statements'
import { migratedAround } from '#tests/migrated-db'

const MIGRATION = '0069_outcomes_by_start.sql'
const NOW = Date.parse('2026-01-11T09:00:00Z')

it('outcomes that were stored before they had the start of their lesson get it', () => {
  const db = migratedAround((file) => file < MIGRATION, statementsOf(demoOf(NOW), 'none', 1))
  const count = (condition: string) =>
    db
      .prepare(`SELECT COUNT(*) AS n FROM lesson_outcomes o JOIN lessons l ON l.id = o.lesson_id WHERE ${condition}`)
      .get()?.n
  expect(count('1')).toBeGreaterThan(100)
  expect(count('o.start IS NOT l.start')).toBe(0)
})
