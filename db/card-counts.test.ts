import { expect, it } from 'vitest'
import { HOUR, type Marketplace, marketplace, WEEK } from '#tests/marketplace'
import { seeded } from './demo/random.ts'

const COUNTED = `SELECT t.id,
    COALESCE((SELECT COUNT(*) FROM lessons l JOIN availability_slots s ON s.id = l.slot_id
      WHERE s.user_id = t.id AND l.canceled_at IS NULL), 0) AS lessons,
    COALESCE((SELECT SUM(l.duration) FROM lessons l JOIN availability_slots s ON s.id = l.slot_id
      WHERE s.user_id = t.id AND l.canceled_at IS NULL), 0) AS minutes,
    COALESCE((SELECT COUNT(DISTINCT m.user_id) FROM lessons l JOIN availability_slots s ON s.id = l.slot_id
      JOIN lesson_members m ON m.lesson_id = l.id AND m.user_id <> s.user_id
      WHERE s.user_id = t.id AND l.canceled_at IS NULL), 0) AS students,
    (SELECT COUNT(*) FROM ratings r WHERE r.ratee_id = t.id) AS ratings,
    COALESCE((SELECT SUM(r.value) FROM ratings r WHERE r.ratee_id = t.id), 0) AS stars
  FROM tutors t`

const KEPT = `SELECT t.id, COALESCE(c.lessons, 0) AS lessons, COALESCE(c.minutes, 0) AS minutes, COALESCE(c.students, 0) AS students,
    COALESCE(c.ratings, 0) AS ratings, COALESCE(c.stars, 0) AS stars
  FROM tutors t LEFT JOIN card_counts c ON c.user_id = t.id`

/** All tutors' counts in one text. */
const textOf = ({ db }: Marketplace, query: string) =>
  db.queryValue(
    `SELECT json_group_array(json_array(id, lessons, minutes, students, ratings, stars)) FROM (${query} ORDER BY t.id)`,
  )

it('the counts on the cards match the lessons and ratings after any write', () => {
  const market = marketplace()
  const { db, slot, slotStart, omar, karim, mona, sara, nour } = market
  const random = seeded('card-counts')
  const slots = [omar, karim, mona].map((tutor) => ({
    tutor,
    id: slot(tutor, slotStart + WEEK, slotStart + WEEK + HOUR),
  }))
  const booked: number[] = []
  const book = () => {
    const { tutor, id: slot_id } = random.pick(slots)
    const canceled = random.chance(0.1) ? { canceled_by: tutor, canceled_at: slotStart } : {}
    const id = market.lesson(slotStart + WEEK, { slot_id, ...canceled })
    // Either member may be written first.
    for (const user_id of random.shuffled([tutor, random.pick([sara, nour])]))
      db.insert('lesson_members', { lesson_id: id, user_id })
    if (canceled.canceled_at === undefined) booked.push(id)
  }
  const cancel = () => {
    const [id] = booked.splice(random.int(0, booked.length - 1), 1)
    if (id !== undefined)
      db.run('UPDATE lessons SET canceled_by = ?, canceled_at = ? WHERE id = ?', sara, slotStart, id)
  }
  const lengthen = () => {
    const id = booked.length === 0 ? null : random.pick(booked)
    db.run('UPDATE lessons SET duration = ? WHERE id = ?', random.pick([15, 30]), id)
  }
  const rate = () =>
    db.run(
      `INSERT INTO ratings (rater_id, ratee_id, value, created_at, updated_at) VALUES (?, ?, ?, 0, 0)
       ON CONFLICT (rater_id, ratee_id) DO UPDATE SET value = excluded.value`,
      random.pick([sara, nour]),
      random.pick([omar, karim, mona]),
      random.int(1, 5),
    )
  const unrate = () =>
    db.run(
      'DELETE FROM ratings WHERE rater_id = ? AND ratee_id = ?',
      random.pick([sara, nour]),
      random.pick([omar, karim, mona]),
    )
  for (let step = 0; step < 400; step++) {
    random.pick([book, book, cancel, lengthen, rate, unrate])()
    expect(textOf(market, KEPT)).toBe(textOf(market, COUNTED))
  }
})
