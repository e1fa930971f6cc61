import { describe, expect, it } from 'vitest'
import { HOUR, type Marketplace, marketplace, NOW, newSessionId, QUARTER, WEEK } from '#tests/marketplace'

type More = { week?: number; lesson_id?: number; revision?: number; subscription_id?: number }

/** Sara with a plan of 60 minutes a week and a lesson to spend them on. */
function ledger() {
  const market = marketplace()
  const subscription_id = market.paidSubscription(market.sara)
  const lesson_id = market.lesson(market.slotStart)
  const enter = (kind: string, minutes: number, more: More = {}) =>
    market.db.insert('minute_entries', { subscription_id, week: NOW, kind, minutes, created_at: NOW, ...more })
  const left = (week = NOW) =>
    market.db.queryValue('SELECT COALESCE(SUM(minutes), 0) FROM minute_entries WHERE week = ?', week)
  return { ...market, subscription_id, lesson_id, enter, left }
}

describe('the minutes of a week', () => {
  it('are granted once, however often the cron runs', () => {
    const { db, enter, subscription_id, left } = ledger()
    enter('grant', 60)
    expect(() => enter('grant', 60)).toThrow('UNIQUE constraint failed: minute_entries.subscription_id')
    db.run(
      "INSERT INTO minute_entries (subscription_id, week, kind, minutes, created_at) VALUES (?, ?, 'grant', 60, ?) ON CONFLICT DO NOTHING",
      subscription_id,
      NOW,
      NOW,
    )
    expect(left()).toBe(60)
    expect(() => enter('grant', 60, { week: NOW + WEEK })).not.toThrow()
  })

  it('can be spent to the last one and no further', () => {
    const { enter, left, lesson, lesson_id, slotStart } = ledger()
    enter('grant', 60)
    enter('booking', -30, { lesson_id })
    enter('booking', -15, { lesson_id: lesson(slotStart + HOUR) })
    const third = lesson(slotStart + 2 * HOUR)
    expect(() => enter('booking', -30, { lesson_id: third })).toThrow('no-enough-minutes')
    expect(() => enter('booking', -15, { lesson_id: third })).not.toThrow()
    expect(left()).toBe(0)
    expect(() => enter('adjustment', -1)).toThrow('no-enough-minutes')
  })

  it('do not help another week, nor another subscription', () => {
    const { enter, lesson_id, paidSubscription, nour } = ledger()
    enter('grant', 60)
    expect(() => enter('booking', -30, { lesson_id, week: NOW + WEEK })).toThrow('no-enough-minutes')
    expect(() => enter('booking', -30, { lesson_id, subscription_id: paidSubscription(nour) })).toThrow(
      'no-enough-minutes',
    )
  })

  it('are granted and returned above zero, spent below it, and only lessons spend', () => {
    const { enter, lesson_id } = ledger()
    enter('adjustment', 60)
    expect(() => enter('grant', 0)).toThrow('minutes_sign')
    expect(() => enter('grant', -60)).toThrow('minutes_sign')
    expect(() => enter('booking', 30, { lesson_id })).toThrow('minutes_sign')
    expect(() => enter('booking', -30)).toThrow('minutes_lesson')
    expect(() => enter('gift', 30)).toThrow('minutes_kind')
    expect(() => enter('adjustment', 15)).not.toThrow()
  })

  it('are not for a subscription that has been terminated', () => {
    const { db, enter, lesson_id, subscription_id } = ledger()
    enter('grant', 60)
    db.run('UPDATE subscriptions SET terminated_at = ? WHERE id = ?', NOW, subscription_id)
    expect(() => enter('booking', -30, { lesson_id })).toThrow('subscription-required')
  })

  it('are never rewritten', () => {
    const { db, enter } = ledger()
    enter('grant', 60)
    expect(() => db.run('UPDATE minute_entries SET minutes = 600')).toThrow('illegal')
    expect(() => db.run('DELETE FROM minute_entries')).toThrow('illegal')
  })
})

describe('the minutes of a lesson', () => {
  it('come back once', () => {
    const { enter, left, lesson_id } = ledger()
    enter('grant', 60)
    enter('booking', -30, { lesson_id })
    enter('return', 30, { lesson_id })
    expect(left()).toBe(60)
    expect(() => enter('return', 30, { lesson_id })).toThrow('UNIQUE constraint failed: minute_entries.lesson_id')
  })

  it('come back as they were booked: so many, into that week of that subscription', () => {
    const { enter, lesson, lesson_id, slotStart, paidSubscription, nour } = ledger()
    enter('grant', 60)
    enter('booking', -30, { lesson_id })
    expect(() => enter('return', 15, { lesson_id })).toThrow('illegal')
    expect(() => enter('return', 30, { lesson_id, week: NOW + WEEK })).toThrow('illegal')
    expect(() => enter('return', 30, { lesson_id, revision: 1 })).toThrow('illegal')
    expect(() => enter('return', 30, { lesson_id, subscription_id: paidSubscription(nour) })).toThrow('illegal')
    expect(() => enter('return', 30, { lesson_id: lesson(slotStart + HOUR) })).toThrow('illegal')
  })

  it('are booked again only after they came back', () => {
    const { enter, left, lesson_id } = ledger()
    enter('grant', 60)
    enter('booking', -30, { lesson_id })
    expect(() => enter('booking', -30, { lesson_id })).toThrow('UNIQUE')
    expect(() => enter('booking', -15, { lesson_id, revision: 1 })).toThrow('illegal')
    enter('return', 30, { lesson_id })
    expect(() => enter('booking', -15, { lesson_id, revision: 2 })).toThrow('illegal')
    enter('booking', -15, { lesson_id, revision: 1 })
    enter('return', 15, { lesson_id, revision: 1 })
    enter('booking', -30, { lesson_id, revision: 2 })
    expect(left()).toBe(30)
  })
})

/** What a booking writes, in the order of `worker/lessons/book.ts`. */
function book({ db, omar, omarsSlot }: Marketplace, student: number, subscription_id: number, start: number): void {
  db.batch(() => {
    db.run('DELETE FROM upcoming_lessons WHERE student_id = ? AND ends_at <= ?', student, NOW)
    db.run(
      "INSERT INTO minute_entries (subscription_id, week, kind, minutes, created_at) VALUES (?, ?, 'grant', 60, ?) ON CONFLICT DO NOTHING",
      subscription_id,
      NOW,
      NOW,
    )
    const session_id = newSessionId('lesson')
    const lesson_id = db.insert('lessons', {
      start,
      duration: 30,
      price: 7_500,
      slot_id: omarsSlot,
      session_id,
      created_at: NOW,
      updated_at: NOW,
    })
    db.insert('upcoming_lessons', { student_id: student, lesson_id, ends_at: start + 2 * QUARTER })
    for (const user_id of [student, omar]) {
      db.insert('lesson_members', { lesson_id, user_id })
      for (const quarter of [start / QUARTER, start / QUARTER + 1])
        db.insert('busy_quarters', { user_id, quarter, session_id })
    }
    db.insert('minute_entries', {
      subscription_id,
      week: NOW,
      kind: 'booking',
      minutes: -30,
      lesson_id,
      created_at: NOW,
    })
  })
}

describe('a booking', () => {
  it('that meets a guard leaves nothing behind', () => {
    const market = marketplace()
    const { db, sara, nour, slotStart } = market
    const [saras, nours] = [market.paidSubscription(sara), market.paidSubscription(nour)]
    book(market, sara, saras, slotStart)
    expect(() => book(market, nour, nours, slotStart + QUARTER)).toThrow('busy_quarters')
    expect(() => book(market, sara, saras, slotStart + HOUR)).toThrow('upcoming_lessons')
    expect(db.queryValue('SELECT COUNT(*) FROM lessons')).toBe(1)
    expect(db.queryValue('SELECT COUNT(*) FROM busy_quarters')).toBe(4)
    expect(db.queryValue('SELECT SUM(minutes) FROM minute_entries')).toBe(30)
    expect(() => book(market, nour, nours, slotStart + 2 * QUARTER)).not.toThrow()
  })
})
