import { describe, expect, it } from 'vitest'
import { HOUR, type Marketplace, marketplace, NOW, newSessionId, QUARTER, WEEK } from '#tests/marketplace'

type EntryOptions = {
  week?: number
  lesson_id?: number
  revision?: number
  subscription_id?: number
  reverses?: number
}

/** Sara with a plan of 60 minutes a week, and a lesson. */
function ledger() {
  const market = marketplace()
  const subscription_id = market.paidSubscription(market.sara)
  const lesson_id = market.lesson(market.slotStart)
  const addEntry = (kind: string, minutes: number, more: EntryOptions = {}) =>
    market.db.insert('minute_entries', { subscription_id, week: NOW, kind, minutes, created_at: NOW, ...more })
  const remaining = (week = NOW) =>
    market.db.queryValue('SELECT COALESCE(SUM(minutes), 0) FROM minute_entries WHERE week = ?', week)
  return { ...market, subscription_id, lesson_id, addEntry, remaining }
}

describe('the minutes of a week', () => {
  it('are granted once, however often the cron runs', () => {
    const { db, addEntry, subscription_id, remaining } = ledger()
    addEntry('grant', 60)
    expect(() => addEntry('grant', 60)).toThrow('UNIQUE constraint failed: minute_entries.subscription_id')
    db.run(
      "INSERT INTO minute_entries (subscription_id, week, kind, minutes, created_at) VALUES (?, ?, 'grant', 60, ?) ON CONFLICT DO NOTHING",
      subscription_id,
      NOW,
      NOW,
    )
    expect(remaining()).toBe(60)
    expect(() => addEntry('grant', 60, { week: NOW + WEEK })).not.toThrow()
  })

  it('can be spent completely, but not exceeded', () => {
    const { addEntry, remaining, lesson, lesson_id, slotStart } = ledger()
    addEntry('grant', 60)
    addEntry('booking', -30, { lesson_id })
    addEntry('booking', -15, { lesson_id: lesson(slotStart + HOUR) })
    const third = lesson(slotStart + 2 * HOUR)
    expect(() => addEntry('booking', -30, { lesson_id: third })).toThrow('no-enough-minutes')
    expect(() => addEntry('booking', -15, { lesson_id: third })).not.toThrow()
    expect(remaining()).toBe(0)
    expect(() => addEntry('adjustment', -1)).toThrow('no-enough-minutes')
  })

  it('are not available to another week or subscription', () => {
    const { addEntry, lesson_id, paidSubscription, nour } = ledger()
    addEntry('grant', 60)
    expect(() => addEntry('booking', -30, { lesson_id, week: NOW - WEEK })).toThrow('no-enough-minutes')
    expect(() => addEntry('booking', -30, { lesson_id, subscription_id: paidSubscription(nour) })).toThrow(
      'no-enough-minutes',
    )
  })

  it('of a coming week are spent before they are granted, up to its grant and once', () => {
    const { addEntry, lesson, slotStart, remaining } = ledger()
    const week = slotStart - HOUR
    const ofNextWeek = (place: number) => ({ week, lesson_id: lesson(slotStart + place * 2 * QUARTER) })
    addEntry('booking', -30, ofNextWeek(0))
    addEntry('booking', -15, ofNextWeek(1))
    expect(() => addEntry('booking', -30, ofNextWeek(2))).toThrow('no-enough-minutes')
    addEntry('grant', 60, { week })
    expect(remaining(week)).toBe(15)
    expect(() => addEntry('booking', -30, ofNextWeek(3))).toThrow('no-enough-minutes')
    expect(() => addEntry('booking', -15, ofNextWeek(3))).not.toThrow()
  })

  it('pay for lessons of their own week or later, until the subscription ends', () => {
    const { db, addEntry, lesson_id, lesson, slotStart, subscription_id } = ledger()
    expect(() => addEntry('booking', -30, { lesson_id, week: NOW + WEEK })).toThrow('week-boundaries-violation')
    addEntry('grant', 60)
    const end = slotStart + 2 * QUARTER
    db.run('UPDATE subscriptions SET "end" = ? WHERE id = ?', end - 1, subscription_id)
    expect(() => addEntry('booking', -30, { lesson_id: lesson(slotStart) })).toThrow('week-boundaries-violation')
    db.run('UPDATE subscriptions SET "end" = ? WHERE id = ?', end, subscription_id)
    expect(() => addEntry('booking', -30, { lesson_id: lesson(slotStart) })).not.toThrow()
  })

  it('are positive in grants and returns, negative in bookings, which need a lesson', () => {
    const { addEntry, lesson_id } = ledger()
    addEntry('adjustment', 60)
    expect(() => addEntry('grant', 0)).toThrow('minutes_sign')
    expect(() => addEntry('grant', -60)).toThrow('minutes_sign')
    expect(() => addEntry('booking', 30, { lesson_id })).toThrow('minutes_sign')
    expect(() => addEntry('booking', -30)).toThrow('minutes_lesson')
    expect(() => addEntry('gift', 30)).toThrow('minutes_kind')
    expect(() => addEntry('plan-change', 30)).toThrow('illegal')
    expect(() => addEntry('referral', -30)).toThrow('minutes_sign')
    expect(() => addEntry('adjustment', 15)).not.toThrow()
  })

  it('cannot be spent after the subscription was terminated', () => {
    const { db, addEntry, lesson_id, subscription_id } = ledger()
    addEntry('grant', 60)
    db.run('UPDATE subscriptions SET terminated_at = ? WHERE id = ?', NOW, subscription_id)
    expect(() => addEntry('booking', -30, { lesson_id })).toThrow('subscription-required')
  })

  it('are immutable', () => {
    const { db, addEntry } = ledger()
    addEntry('grant', 60)
    expect(() => db.run('UPDATE minute_entries SET minutes = 600')).toThrow('illegal')
    expect(() => db.run('DELETE FROM minute_entries')).toThrow('illegal')
  })
})

describe('minutes that staff gave', () => {
  it('are taken back in whole and once, in their week and subscription', () => {
    const { addEntry, remaining, subscription_id, nour, paidSubscription } = ledger()
    const given = addEntry('adjustment', 45)
    const back = (minutes: number, more: EntryOptions = {}) =>
      addEntry('adjustment', minutes, { reverses: given, ...more })
    expect(() => back(-30)).toThrow('illegal')
    expect(() => back(45)).toThrow('illegal')
    addEntry('grant', 60, { week: NOW + WEEK })
    expect(() => back(-45, { week: NOW + WEEK })).toThrow('illegal')
    const others = paidSubscription(nour)
    addEntry('grant', 60, { subscription_id: others })
    expect(() => back(-45, { subscription_id: others })).toThrow('illegal')
    expect(subscription_id).not.toBe(others)
    const taken = back(-45)
    expect(remaining()).toBe(60)
    addEntry('grant', 60)
    expect(() => back(-45)).toThrow('UNIQUE constraint failed: minute_entries.reverses')
    expect(() => addEntry('adjustment', 45, { reverses: taken })).toThrow('illegal')
  })

  it('are not given to a subscription that was terminated', () => {
    const { db, addEntry, subscription_id } = ledger()
    db.run('UPDATE subscriptions SET terminated_at = ? WHERE id = ?', NOW, subscription_id)
    expect(() => addEntry('adjustment', 45)).toThrow('subscription-required')
    expect(() => addEntry('referral', 30)).toThrow('subscription-required')
  })
})

describe('minutes of a referral', () => {
  /** Nour, whom Sara has brought, and a lesson that counts. */
  function referred() {
    const market = ledger()
    const { db, sara, nour, lesson_id } = market
    const [bringer_id, friend_id] = [Math.min(sara, nour), Math.max(sara, nour)]
    const times = { created_at: NOW, updated_at: NOW }
    const refer = (more = {}) => db.insert('referrals', { bringer_id, friend_id, ...times, ...more })
    const id = refer()
    const go = (state: string) =>
      db.run('UPDATE referrals SET state = ?, lesson_id = ?, due_at = ? WHERE id = ?', state, lesson_id, NOW, id)
    const decided = (state: string) =>
      db.run(`UPDATE referrals SET state = ?, decided_by = ?, reason = 'ring' WHERE id = ?`, state, sara, id)
    const reward = (side: string, user_id: number, more = {}) =>
      db.insert('referral_rewards', { referral_id: id, side, user_id, expires_at: NOW + WEEK, ...times, ...more })
    const first = { year: 2026, number: 1 }
    return { ...market, bringer_id, friend_id, id, refer, go, decided, reward, first }
  }

  it('are of a friend once, of an older account, and begin open', () => {
    const { refer, bringer_id, friend_id, omar } = referred()
    expect(() => refer()).toThrow('UNIQUE constraint failed: referrals.friend_id')
    expect(() => refer({ bringer_id: friend_id, friend_id: bringer_id })).toThrow('referrals_older')
    expect(() => refer({ bringer_id: omar, friend_id: omar })).toThrow('referrals_older')
    expect(() => refer({ bringer_id, friend_id: friend_id + 1, state: 'given' })).toThrow('illegal')
  })

  it('go forward only, and where something coincides by a person alone', () => {
    const { db, go, decided, id, omar } = referred()
    expect(() => go('given')).toThrow('illegal')
    go('review')
    expect(() => go('held')).toThrow('illegal')
    expect(() => go('given')).toThrow('illegal')
    decided('refused')
    for (const state of ['given', 'review', 'undone']) expect(() => decided(state)).toThrow('illegal')
    expect(() => db.run('UPDATE referrals SET bringer_id = ? WHERE id = ?', omar, id)).toThrow('illegal')
  })

  it('are granted to its two, once each, and ten times a year to who brings', () => {
    const { go, reward, first, bringer_id, friend_id } = referred()
    expect(() => reward('friend', friend_id)).toThrow('illegal')
    go('held')
    go('given')
    expect(() => reward('friend', bringer_id)).toThrow('illegal')
    expect(() => reward('bringer', bringer_id)).toThrow('referral_rewards_number')
    expect(() => reward('bringer', bringer_id, { ...first, number: 11 })).toThrow('referral_rewards_number')
    reward('friend', friend_id)
    reward('bringer', bringer_id, first)
    expect(() => reward('friend', friend_id)).toThrow('UNIQUE')
  })

  it('come once into a plan that runs, while they wait, and are taken back as far as they are left', () => {
    const { db, go, reward, first, bringer_id, sara, subscription_id, addEntry } = referred()
    go('held')
    go('given')
    expect(bringer_id).toBe(sara)
    reward('bringer', bringer_id, first)
    const brings = (more: EntryOptions = {}) => addEntry('referral', 30, { subscription_id, ...more })
    addEntry('grant', 60, { subscription_id })
    const entry = brings()
    const state = () => db.queryValue('SELECT state FROM referral_rewards WHERE entry_id = ?', entry)
    expect(state()).toBe('given')
    expect(() => brings()).toThrow('subscription-required')
    const back = (minutes: number) => addEntry('adjustment', minutes, { subscription_id, reverses: entry })
    expect(() => back(-31)).toThrow('illegal')
    expect(() => back(15)).toThrow('illegal')
    back(-20)
    expect(() => back(-10)).toThrow('UNIQUE')
    expect(() => db.run(`UPDATE referral_rewards SET state = 'waiting', entry_id = NULL`)).toThrow('illegal')
    expect(() => db.run('DELETE FROM referral_rewards')).toThrow('illegal')
    db.run(`UPDATE referral_rewards SET state = 'taken-back'`)
    expect(() => db.run(`UPDATE referral_rewards SET state = 'given'`)).toThrow('illegal')
  })

  it('that have waited too long do not come any more', () => {
    const { go, reward, friend_id, paidSubscription, addEntry } = referred()
    go('held')
    go('given')
    reward('friend', friend_id, { expires_at: NOW })
    const subscription_id = paidSubscription(friend_id)
    expect(() => addEntry('referral', 30, { subscription_id })).toThrow('subscription-required')
  })
})

describe('minutes that are carried over', () => {
  /** Sara's plan, which began the week before this one and carries over; the week before has 60 minutes. */
  function carrying() {
    const found = ledger()
    const { db, subscription_id, addEntry } = found
    db.run('UPDATE subscriptions SET carries_over = 1, start = ? WHERE id = ?', NOW - WEEK, subscription_id)
    addEntry('grant', 60, { week: NOW - WEEK })
    return { ...found, before: { week: NOW - WEEK } }
  }

  it('are at most what the week before has left of its own grant, once', () => {
    const { addEntry, lesson_id, before, remaining } = carrying()
    addEntry('adjustment', 30, before)
    addEntry('booking', -45, { ...before, lesson_id })
    expect(() => addEntry('carry-over', 46)).toThrow('illegal')
    addEntry('carry-over', 45)
    expect(() => addEntry('carry-over', 1)).toThrow('UNIQUE constraint failed: minute_entries.subscription_id')
    addEntry('grant', 60)
    expect(remaining()).toBe(105)
  })

  it('come when their week has begun, and before its grant', () => {
    const { addEntry } = carrying()
    expect(() => addEntry('carry-over', 60, { week: NOW + WEEK })).toThrow('illegal')
    addEntry('grant', 60)
    expect(() => addEntry('carry-over', 60)).toThrow('illegal')
  })

  it('come from the week just before, an hour nearer or farther where clocks change', () => {
    const { addEntry, lesson, slotStart } = carrying()
    addEntry('booking', -60, { week: NOW - WEEK, lesson_id: lesson(slotStart) })
    expect(() => addEntry('carry-over', 15, { week: NOW - HOUR })).toThrow('illegal')
    expect(() => addEntry('carry-over', 15)).toThrow('illegal')
    const other = carrying()
    expect(() => other.addEntry('carry-over', 60, { week: NOW - HOUR })).not.toThrow()
  })

  it('are neither spent nor taken back in the week that they have left', () => {
    const { addEntry, lesson_id, before, remaining } = carrying()
    const given = addEntry('adjustment', 30, before)
    addEntry('booking', -30, { ...before, lesson_id })
    addEntry('carry-over', 60)
    expect(() => addEntry('adjustment', -30, { ...before, reverses: given })).toThrow('no-enough-minutes')
    addEntry('return', 30, { ...before, lesson_id })
    expect(() => addEntry('adjustment', -30, { ...before, reverses: given })).not.toThrow()
    expect(remaining(NOW - WEEK)).toBe(60)
  })

  it('are of a plan that carries over and lasts, never of its first week or of another subscription', () => {
    const { db, addEntry, subscription_id, paidSubscription, nour } = carrying()
    const set = (column: string, value: number | null) =>
      db.run(`UPDATE subscriptions SET ${column} = ? WHERE id = ?`, value, subscription_id)
    set('carries_over', 0)
    expect(() => addEntry('carry-over', 15)).toThrow('illegal')
    set('carries_over', 1)
    set('start', NOW)
    expect(() => addEntry('carry-over', 15)).toThrow('illegal')
    set('start', NOW - WEEK)
    expect(() => addEntry('carry-over', 15, { subscription_id: paidSubscription(nour) })).toThrow('illegal')
    set('terminated_at', NOW)
    expect(() => addEntry('carry-over', 15)).toThrow('illegal')
  })
})

describe('the minutes of a lesson', () => {
  it('are returned once', () => {
    const { addEntry, remaining, lesson_id } = ledger()
    addEntry('grant', 60)
    addEntry('booking', -30, { lesson_id })
    addEntry('return', 30, { lesson_id })
    expect(remaining()).toBe(60)
    expect(() => addEntry('return', 30, { lesson_id })).toThrow('UNIQUE constraint failed: minute_entries.lesson_id')
  })

  it('are returned as booked: the same number, week and subscription', () => {
    const { addEntry, lesson, lesson_id, slotStart, paidSubscription, nour } = ledger()
    addEntry('grant', 60)
    addEntry('booking', -30, { lesson_id })
    expect(() => addEntry('return', 15, { lesson_id })).toThrow('illegal')
    expect(() => addEntry('return', 30, { lesson_id, week: NOW + WEEK })).toThrow('illegal')
    expect(() => addEntry('return', 30, { lesson_id, revision: 1 })).toThrow('illegal')
    expect(() => addEntry('return', 30, { lesson_id, subscription_id: paidSubscription(nour) })).toThrow('illegal')
    expect(() => addEntry('return', 30, { lesson_id: lesson(slotStart + HOUR) })).toThrow('illegal')
  })

  it('are booked again only after they were returned', () => {
    const { addEntry, remaining, lesson_id } = ledger()
    addEntry('grant', 60)
    addEntry('booking', -30, { lesson_id })
    expect(() => addEntry('booking', -30, { lesson_id })).toThrow('UNIQUE')
    expect(() => addEntry('booking', -15, { lesson_id, revision: 1 })).toThrow('illegal')
    addEntry('return', 30, { lesson_id })
    expect(() => addEntry('booking', -15, { lesson_id, revision: 2 })).toThrow('illegal')
    addEntry('booking', -15, { lesson_id, revision: 1 })
    addEntry('return', 15, { lesson_id, revision: 1 })
    addEntry('booking', -30, { lesson_id, revision: 2 })
    expect(remaining()).toBe(30)
  })
})

/** Writes the rows of a booking in the order of `worker/lessons/book.ts`. */
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
  it('that is refused by a guard leaves no rows', () => {
    const market = marketplace()
    const { db, sara, nour, slotStart } = market
    const [saras, nours] = [market.paidSubscription(sara), market.paidSubscription(nour)]
    book(market, sara, saras, slotStart)
    expect(() => book(market, nour, nours, slotStart + QUARTER)).toThrow('busy_quarters')
    expect(() => book(market, sara, saras, slotStart + HOUR)).toThrow('reached-booking-limit')
    expect(db.queryValue('SELECT COUNT(*) FROM lessons')).toBe(1)
    expect(db.queryValue('SELECT COUNT(*) FROM busy_quarters')).toBe(4)
    expect(db.queryValue('SELECT SUM(minutes) FROM minute_entries')).toBe(30)
    expect(() => book(market, nour, nours, slotStart + 2 * QUARTER)).not.toThrow()
  })
})
