import { expect, it } from 'vitest'
import { HOUR, type Marketplace, marketplace, NOW, QUARTER } from '#tests/marketplace'
import { migratedAround } from '#tests/migrated-db'
import { demoOf } from './demo/demo.ts'
import { seeded } from './demo/random.ts'
import { statementsOf } from './demo/statements.ts'

const MIGRATION = '0045_minutes_of_tutors_by_hour.sql'

const KEPT = `SELECT h.start AS start, CAST(t.key AS INTEGER) AS tutor, t.value AS minutes
  FROM lesson_hours h, json_each(h.tutors) t ORDER BY 1, 2`
const COUNTED = `SELECT l.start - l.start % 3600000 AS start, s.user_id AS tutor, SUM(l.duration) AS minutes
  FROM lessons l JOIN availability_slots s ON s.id = l.slot_id WHERE l.canceled_at IS NULL GROUP BY 1, 2 ORDER BY 1, 2`
const LESSONS_KEPT = `SELECT start, paid_lessons, paid_minutes, free_lessons, free_minutes FROM lesson_hours
  WHERE paid_lessons + free_lessons <> 0 OR paid_minutes <> 0 OR free_minutes <> 0 ORDER BY 1`
const LESSONS_COUNTED = `SELECT start - start % 3600000 AS start, SUM(price > 0) AS paid_lessons, SUM((price > 0) * duration) AS paid_minutes,
    SUM(price = 0) AS free_lessons, SUM((price = 0) * duration) AS free_minutes
  FROM lessons WHERE canceled_at IS NULL GROUP BY 1 ORDER BY 1`
const lessonsOf = (query: string) =>
  `SELECT json_group_array(json_array(start, paid_lessons, paid_minutes, free_lessons, free_minutes)) AS text FROM (${query})`
const textOf = (query: string) => `SELECT json_group_array(json_array(start, tutor, minutes)) AS text FROM (${query})`

it('counts the minutes of tutors in lessons that are there already', () => {
  const db = migratedAround((file) => file < MIGRATION, statementsOf(demoOf(NOW), 'none', 1))
  expect(db.prepare(textOf(KEPT)).get()).toEqual(db.prepare(textOf(COUNTED)).get())
  expect(db.prepare(KEPT).all().length).toBeGreaterThan(50)
})

/** Books, moves, lengthens and cancels lessons of three tutors in hours that they share. */
function writesOf({ db, slot, slotStart, omar, karim, mona, lesson }: Marketplace) {
  const random = seeded('lesson-hours')
  const slots = [omar, karim, mona].map((tutor) => slot(tutor, slotStart + 24 * HOUR, slotStart + 32 * HOUR))
  const startIn = () => slotStart + 24 * HOUR + random.int(0, 30) * QUARTER
  const booked: number[] = []
  const change = (set: string, ...values: number[]) =>
    db.run(`UPDATE lessons SET ${set} WHERE id = ?`, ...values, random.pick(booked))
  const book = () => {
    booked.push(
      lesson(startIn(), { slot_id: random.pick(slots), duration: random.pick([15, 30]), price: random.int(0, 1) }),
    )
  }
  book()
  const cancel = () => {
    const [id = 0] = booked.splice(random.int(0, booked.length - 1), 1)
    db.run('UPDATE lessons SET canceled_by = ?, canceled_at = 1 WHERE id = ?', omar, id)
    if (booked.length === 0) book()
  }
  return {
    random,
    writes: [
      book,
      book,
      cancel,
      () => change('start = ?', startIn()),
      () => change('start = ?, slot_id = ?', startIn(), random.pick(slots)),
      () => change('slot_id = ?', random.pick(slots)),
      () => change('duration = ?', random.pick([15, 30])),
      () => change('price = ?', random.int(0, 1)),
    ],
  }
}

it('follows each booking, change and cancellation', () => {
  const market = marketplace()
  const { random, writes } = writesOf(market)
  for (let step = 0; step < 500; step++) {
    random.pick(writes)()
    expect(market.db.queryValue(textOf(KEPT))).toBe(market.db.queryValue(textOf(COUNTED)))
    expect(market.db.queryValue(lessonsOf(LESSONS_KEPT))).toBe(market.db.queryValue(lessonsOf(LESSONS_COUNTED)))
  }
})
