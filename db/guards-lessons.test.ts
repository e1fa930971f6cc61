import { describe, expect, it } from 'vitest'
import { HOUR, type Marketplace, marketplace, NOW, newSessionId, QUARTER, timestamps, WEEK } from '#tests/marketplace'

describe('slots', () => {
  it('begin and end on quarter hours, and end after they begin', () => {
    const { karim, slot } = marketplace()
    expect(() => slot(karim, NOW + 1, NOW + HOUR)).toThrow('slots_grid')
    expect(() => slot(karim, NOW, NOW + HOUR + 1)).toThrow('slots_grid')
    expect(() => slot(karim, NOW, NOW)).toThrow('slots_order')
    expect(() => slot(karim, NOW, NOW + QUARTER)).not.toThrow()
  })

  it('of one person may touch but never overlap, whatever their purpose', () => {
    const { omar, karim, slot, slotStart } = marketplace()
    const slotEnd = slotStart + 3 * HOUR
    expect(() => slot(omar, slotEnd, slotEnd + HOUR)).not.toThrow()
    expect(() => slot(omar, slotStart - HOUR, slotStart)).not.toThrow()
    expect(() => slot(omar, slotEnd - QUARTER, slotEnd + QUARTER)).toThrow('conflicting-schedule')
    expect(() => slot(omar, slotStart + HOUR, slotStart + 2 * HOUR, { purpose: 3 })).toThrow('conflicting-schedule')
    expect(() => slot(omar, slotStart - 9 * HOUR, slotEnd + 9 * HOUR)).toThrow('conflicting-schedule')
    expect(() => slot(karim, slotStart, slotEnd)).not.toThrow()
  })

  it('that are deleted conflict with none, until they are restored', () => {
    const { db, omar, slot, omarsSlot, slotStart } = marketplace()
    db.run('UPDATE availability_slots SET deleted = 1 WHERE id = ?', omarsSlot)
    slot(omar, slotStart, slotStart + HOUR)
    expect(() => db.run('UPDATE availability_slots SET deleted = 0 WHERE id = ?', omarsSlot)).toThrow(
      'conflicting-schedule',
    )
  })

  it('cannot be moved onto each other, but may overlap their own old range', () => {
    const { db, omar, slot, slotStart } = marketplace()
    const later = slot(omar, slotStart + 4 * HOUR, slotStart + 5 * HOUR)
    const move = (start: number) => () =>
      db.run('UPDATE availability_slots SET start = ?, "end" = ? WHERE id = ?', start, start + HOUR, later)
    expect(move(slotStart + 3 * HOUR - QUARTER)).toThrow('conflicting-schedule')
    expect(move(slotStart + 3 * HOUR)).not.toThrow()
    expect(move(slotStart + 3 * HOUR + QUARTER)).not.toThrow()
  })

  it('cannot be deleted or shortened while an upcoming lesson needs them', () => {
    const { db, omarsSlot, lesson, omar, slotStart } = marketplace()
    const id = lesson(slotStart + HOUR)
    const change =
      (assignments: string, now = NOW) =>
      () =>
        db.run(`UPDATE availability_slots SET ${assignments}, updated_at = ? WHERE id = ?`, now, omarsSlot)
    expect(change('deleted = 1')).toThrow('conflicting-lessons')
    expect(change(`start = ${slotStart + HOUR + QUARTER}`)).toThrow('conflicting-lessons')
    expect(change(`"end" = ${slotStart + HOUR + QUARTER}`)).toThrow('conflicting-lessons')
    expect(change(`start = ${slotStart + HOUR}, "end" = ${slotStart + HOUR + 2 * QUARTER}`)).not.toThrow()
    expect(change('deleted = 1', slotStart + HOUR + 2 * QUARTER)).not.toThrow()
    db.run('UPDATE availability_slots SET deleted = 0 WHERE id = ?', omarsSlot)
    db.run('UPDATE lessons SET canceled_by = ?, canceled_at = ? WHERE id = ?', omar, NOW, id)
    expect(change('deleted = 1')).not.toThrow()
    expect(() => db.run('DELETE FROM availability_slots WHERE id = ?', omarsSlot)).toThrow('FOREIGN KEY')
  })
})

describe('a lesson', () => {
  it('begins on a quarter hour, lasts 15 or 30 minutes and has its own session id', () => {
    const { lesson, slotStart } = marketplace()
    const session_id = newSessionId('lesson')
    expect(() => lesson(slotStart + 60_000)).toThrow('lessons_grid')
    expect(() => lesson(slotStart, { duration: 45 })).toThrow('lessons_duration')
    expect(() => lesson(slotStart, { session_id: newSessionId('demo') })).toThrow('lessons_session')
    expect(() => lesson(slotStart, { duration: 15, session_id })).not.toThrow()
    expect(() => lesson(slotStart + HOUR, { session_id })).toThrow('UNIQUE constraint failed: lessons.session_id')
  })

  it('lies inside an active slot that is general or for lessons', () => {
    const { db, lesson, mona, slot, slotStart, omarsSlot } = marketplace()
    expect(() => lesson(slotStart - QUARTER)).toThrow('slot-not-found')
    expect(() => lesson(slotStart + 3 * HOUR - QUARTER)).toThrow('slot-not-found')
    const id = lesson(slotStart + 3 * HOUR - 2 * QUARTER)
    expect(() => db.run('UPDATE lessons SET start = ? WHERE id = ?', slotStart + 3 * HOUR, id)).toThrow(
      'slot-not-found',
    )
    expect(() => lesson(slotStart, { slot_id: slot(mona, slotStart, slotStart + HOUR, { purpose: 3 }) })).toThrow(
      'slot-not-found',
    )
    db.run('UPDATE availability_slots SET deleted = 1, updated_at = ? WHERE id = ?', slotStart + WEEK, omarsSlot)
    expect(() => lesson(slotStart)).toThrow('slot-not-found')
  })

  it('has a cancellation with person and time, which is final', () => {
    const { db, lesson, slotStart, sara, omar } = marketplace()
    const id = lesson(slotStart)
    const cancel = (by: number | null, when: number | null) => () =>
      db.run('UPDATE lessons SET canceled_by = ?, canceled_at = ? WHERE id = ?', by, when, id)
    expect(cancel(sara, null)).toThrow('lessons_cancellation')
    expect(cancel(null, NOW)).toThrow('lessons_cancellation')
    expect(cancel(sara, NOW)).not.toThrow()
    expect(cancel(omar, NOW)).toThrow('lesson-time-passed')
    expect(cancel(null, null)).toThrow('lesson-time-passed')
    expect(() => db.run('UPDATE lessons SET start = ? WHERE id = ?', slotStart + HOUR, id)).toThrow(
      'lesson-time-passed',
    )
    expect(() => db.run('DELETE FROM lessons WHERE id = ?', id)).toThrow('illegal')
  })

  it('has each member once', () => {
    const { db, lesson, slotStart, sara } = marketplace()
    const join = { lesson_id: lesson(slotStart), user_id: sara }
    db.insert('lesson_members', join)
    expect(() => db.insert('lesson_members', join)).toThrow('UNIQUE')
  })

  it('is one of as many upcoming ones as the subscription allows that pays for it', () => {
    const { db, lesson, slotStart, sara, paidSubscription } = marketplace()
    const subscription_id = paidSubscription(sara)
    const ends_at = slotStart + 2 * QUARTER
    const insertUpcoming = () =>
      db.insert('upcoming_lessons', { student_id: sara, subscription_id, lesson_id: lesson(slotStart), ends_at })
    const allow = (lessons: number) => () =>
      db.run('UPDATE subscriptions SET max_upcoming_lessons = ? WHERE id = ?', lessons, subscription_id)
    allow(3)()
    for (let count = 0; count < 3; count++) insertUpcoming()
    expect(insertUpcoming).toThrow('reached-booking-limit')
    expect(allow(9)).toThrow('subscriptions_upcoming')
    expect(allow(0)).toThrow('subscriptions_upcoming')
  })

  it('is its student’s only upcoming one, until it has ended or was cancelled', () => {
    const { db, lesson, slotStart, sara, nour } = marketplace()
    const ends_at = slotStart + 2 * QUARTER
    const insertUpcoming = (student_id: number) => () =>
      db.insert('upcoming_lessons', { student_id, lesson_id: lesson(slotStart), ends_at })
    expect(insertUpcoming(sara)).not.toThrow()
    expect(insertUpcoming(sara)).toThrow('reached-booking-limit')
    expect(insertUpcoming(nour)).not.toThrow()
    db.run('DELETE FROM upcoming_lessons WHERE student_id = ? AND ends_at <= ?', sara, ends_at - 1)
    expect(insertUpcoming(sara)).toThrow('reached-booking-limit')
    db.run('DELETE FROM upcoming_lessons WHERE student_id = ? AND ends_at <= ?', sara, ends_at)
    expect(insertUpcoming(sara)).not.toThrow()
  })
})

describe('a decision about a lesson', () => {
  it('is of one that was not cancelled, once for each time it is decided, and stays', () => {
    const { db, lesson, slotStart, omar, adel } = marketplace()
    const [taught, canceled] = [lesson(slotStart), lesson(slotStart + HOUR, { canceled_by: omar, canceled_at: NOW })]
    const decide = (lesson_id: number, revision = 0) => {
      const decision = { lesson_id, revision, outcome: 1, reason: 'r', decided_by: adel, created_at: NOW }
      return db.insert('lesson_decisions', decision)
    }
    expect(() => decide(canceled)).toThrow('lesson-not-decidable')
    expect(() => decide(taught)).not.toThrow()
    expect(() => decide(taught)).toThrow('UNIQUE constraint failed: lesson_decisions.lesson_id')
    expect(() => decide(taught, 1)).not.toThrow()
    expect(() => db.run("UPDATE lesson_decisions SET reason = 'x'")).toThrow('illegal')
    expect(() => db.run('DELETE FROM lesson_decisions')).toThrow('illegal')
  })
})

describe('a quarter hour', () => {
  const markBusy = ({ db }: Marketplace, user_id: number, start: number, session_id: string) =>
    db.insert('busy_quarters', { user_id, quarter: start / QUARTER, session_id })

  it('of a person belongs to one lesson, interview or demo session', () => {
    const market = marketplace()
    markBusy(market, market.omar, NOW, newSessionId('lesson'))
    for (const kind of ['lesson', 'interview', 'demo'] as const)
      expect(() => markBusy(market, market.omar, NOW, newSessionId(kind))).toThrow(
        'busy_quarters.user_id, busy_quarters.quarter',
      )
    expect(() => markBusy(market, market.omar, NOW + QUARTER, newSessionId('demo'))).not.toThrow()
    expect(() => markBusy(market, market.karim, NOW, newSessionId('lesson'))).not.toThrow()
    expect(() => markBusy(market, market.mona, NOW, 'party:1')).toThrow('busy_quarters_kind')
  })

  it('is free again when its session is cancelled', () => {
    const market = marketplace()
    const lesson = newSessionId('lesson')
    for (const user of [market.sara, market.omar]) markBusy(market, user, NOW, lesson)
    market.db.run('DELETE FROM busy_quarters WHERE session_id = ?', lesson)
    for (const user of [market.sara, market.omar])
      expect(() => markBusy(market, user, NOW, newSessionId('interview'))).not.toThrow()
  })
})

describe('attendance', () => {
  it('has events for joining and leaving only', () => {
    const { db, sara } = marketplace()
    const log = (type: number) => () =>
      db.insert('session_events', { type, user_id: sara, session_id: newSessionId('lesson'), created_at: NOW })
    expect(log(1)).not.toThrow()
    expect(log(2)).not.toThrow()
    expect(log(3)).toThrow('session_events_type')
  })

  it('needs an existing account', () => {
    const { db } = marketplace()
    const log = { type: 1, user_id: 999, session_id: newSessionId('lesson'), created_at: timestamps.created_at }
    expect(() => db.insert('session_events', log)).toThrow('FOREIGN KEY')
  })
})

describe('a report of the media server', () => {
  function reporting() {
    const market = marketplace()
    const { db, sara, omar, lesson, slotStart } = market
    const lesson_id = lesson(slotStart + HOUR)
    for (const user_id of [sara, omar]) db.insert('lesson_members', { lesson_id, user_id })
    const joined = {
      event_id: 'EV_1',
      type: 'participant_joined',
      lesson_id,
      room: 'RM_1',
      user_id: sara,
      stay: 'PA_1',
      joined_at: NOW,
      source: null,
      at: NOW,
      created_at: NOW,
    }
    const ofRoom = { ...joined, type: 'room_started', user_id: null, stay: null, joined_at: null }
    const track = { ...joined, type: 'track_published', joined_at: null, source: 'camera' }
    return {
      market,
      omar,
      joined,
      ofRoom,
      track,
      keep: (row: Record<string, string | number | null>) => () => db.insert('media_events', row),
    }
  }

  it('is kept once', () => {
    const { joined, keep } = reporting()
    expect(keep(joined)).not.toThrow()
    expect(keep(joined)).toThrow('media_events.event_id')
  })

  it('about a person is about a member of the lesson', () => {
    const { joined, ofRoom, omar, market, keep } = reporting()
    expect(keep({ ...joined, user_id: market.karim })).toThrow('FOREIGN KEY')
    expect(keep({ ...joined, lesson_id: 999 })).toThrow('FOREIGN KEY')
    expect(keep({ ...ofRoom, lesson_id: 999 })).toThrow('FOREIGN KEY')
    expect(keep({ ...joined, user_id: omar })).not.toThrow()
  })

  it('has what belongs to its kind, and nothing else', () => {
    const { joined, ofRoom, track, keep } = reporting()
    expect(keep({ ...joined, type: 'egress_started' })).toThrow('media_events_type')
    expect(keep({ ...joined, type: 'room_finished' })).toThrow('media_events_person')
    expect(keep({ ...ofRoom, type: 'participant_left' })).toThrow('media_events_person')
    expect(keep({ ...joined, stay: null })).toThrow('media_events_stay')
    expect(keep({ ...joined, joined_at: null })).toThrow('media_events_joined')
    expect(keep({ ...ofRoom, joined_at: NOW })).toThrow('media_events_joined')
    expect(keep({ ...track, source: null })).toThrow('media_events_source')
    expect(keep({ ...track, source: 'window' })).toThrow('media_events_source')
    expect(keep({ ...joined, source: 'camera' })).toThrow('media_events_source')
    expect(keep(ofRoom)).not.toThrow()
    expect(keep({ ...track, event_id: 'EV_2' })).not.toThrow()
  })
})

describe('held times', () => {
  const UNTIL = NOW + 120_000
  const inForce = { held_at: NOW, until: UNTIL, kind: 'confirmation' }
  function held() {
    const market = marketplace()
    const { db, omar, sara, nour, slotStart } = market
    const hold = (student_id: number, start: number, more = {}) =>
      db.insert('held_times', { student_id, tutor_id: omar, start, end: start + 2 * QUARTER, ...inForce, ...more })
    const upcoming = (student_id: number, start: number, updated_at = NOW) =>
      db.insert('upcoming_lessons', {
        student_id,
        lesson_id: market.lesson(start, { updated_at }),
        ends_at: start + 2 * QUARTER,
      })
    return { db, omar, sara, nour, slotStart, hold, upcoming, lesson: market.lesson, karim: market.karim }
  }

  it('of one tutor never overlap between two students, until the first one’s end', () => {
    const { hold, sara, nour, slotStart, karim } = held()
    hold(sara, slotStart + QUARTER)
    for (const quarters of [0, 1, 2]) expect(() => hold(nour, slotStart + quarters * QUARTER)).toThrow('time-held')
    const late = (held_at: number) => ({ held_at, until: held_at + 120_000 })
    expect(() => hold(nour, slotStart, late(UNTIL - 1))).toThrow('time-held')
    expect(() => hold(nour, slotStart, { ...late(NOW), tutor_id: karim })).not.toThrow()
    expect(() => hold(nour, slotStart, { ...late(UNTIL), kind: 'offer' })).not.toThrow()
  })

  it('are one of each kind a student', () => {
    const { hold, sara, slotStart } = held()
    hold(sara, slotStart)
    expect(() => hold(sara, slotStart + HOUR)).toThrow('UNIQUE')
    expect(() => hold(sara, slotStart, { kind: 'offer' })).not.toThrow()
  })

  it('are not held where the tutor is busy, except by a lesson of the same student', () => {
    const { db, hold, omar, sara, nour, slotStart } = held()
    const session_id = newSessionId('lesson')
    for (const user_id of [omar, sara])
      db.insert('busy_quarters', { user_id, quarter: (slotStart + QUARTER) / QUARTER, session_id })
    expect(() => hold(nour, slotStart)).toThrow('busy-tutor')
    expect(() => hold(nour, slotStart + QUARTER)).toThrow('busy-tutor')
    expect(() => hold(sara, slotStart)).not.toThrow()
    expect(() => hold(nour, slotStart + 2 * QUARTER)).not.toThrow()
  })

  it('are booked by their student alone, until their end', () => {
    const { hold, upcoming, sara, nour, slotStart } = held()
    hold(sara, slotStart + QUARTER)
    for (const quarters of [0, 1, 2]) expect(() => upcoming(nour, slotStart + quarters * QUARTER)).toThrow('time-held')
    expect(() => upcoming(nour, slotStart + QUARTER, UNTIL - 1)).toThrow('time-held')
    expect(() => upcoming(nour, slotStart + 3 * QUARTER)).not.toThrow()
    expect(() => upcoming(sara, slotStart + QUARTER)).not.toThrow()
  })

  it('are moved to by their student alone, until their end', () => {
    const { db, hold, lesson, sara, nour, slotStart } = held()
    const lesson_id = lesson(slotStart)
    db.insert('upcoming_lessons', { student_id: nour, lesson_id, ends_at: slotStart + 2 * QUARTER })
    hold(sara, slotStart + HOUR)
    const move = (now: number) => () => {
      db.run('UPDATE lessons SET start = ?, updated_at = ? WHERE id = ?', slotStart + HOUR, now, lesson_id)
      db.run('UPDATE upcoming_lessons SET ends_at = ? WHERE lesson_id = ?', slotStart + HOUR, lesson_id)
    }
    expect(move(UNTIL - 1)).toThrow('time-held')
    expect(move(UNTIL)).not.toThrow()
  })

  it('are half an hour or a quarter on the quarter hour, for at most fifteen minutes', () => {
    const { hold, sara, slotStart } = held()
    expect(() => hold(sara, slotStart + 1)).toThrow('held_times_grid')
    expect(() => hold(sara, slotStart, { end: slotStart + HOUR })).toThrow('held_times_length')
    expect(() => hold(sara, slotStart, { end: slotStart })).toThrow('held_times_length')
    expect(() => hold(sara, slotStart, { until: NOW })).toThrow('held_times_until')
    expect(() => hold(sara, slotStart, { until: NOW + QUARTER + 1 })).toThrow('held_times_until')
    expect(() => hold(sara, slotStart, { kind: 'other' })).toThrow('held_times_kind')
  })
})

describe('waiting lists', () => {
  /** Omar, for whom Sara and Nour wait, Sara with an offer. */
  function waited() {
    const market = marketplace()
    const { db, omar, sara, nour, slotStart } = market
    for (const student_id of [sara, nour]) db.insert('waits', { student_id, tutor_id: omar, created_at: NOW })
    const time = { tutor_id: omar, start: slotStart, end: slotStart + 2 * QUARTER, until: NOW + QUARTER }
    const offer = (student_id: number, more = {}) =>
      db.insert('time_offers', { student_id, created_at: NOW, ...time, ...more })
    const id = offer(sara)
    db.insert('held_times', { student_id: sara, kind: 'offer', held_at: NOW, ...time })
    const freed = () =>
      JSON.parse(String(db.queryValue('SELECT json_group_array(json_array(tutor_id, start, "end")) FROM freed_times')))
    const outcome = () => db.queryValue('SELECT outcome FROM time_offers WHERE id = ?', id)
    const lapsed = () => db.queryValue('SELECT lapsed FROM waits WHERE student_id = ?', sara)
    const count = (table: string) => db.queryValue(`SELECT COUNT(*) FROM ${table}`)
    return { ...market, offer, id, freed, outcome, lapsed, count, range: [omar, time.start, time.end] }
  }

  it('note what is freed and opened of a tutor for whom somebody waits, and of nobody else', () => {
    const { db, omar, karim, slot, slotStart, freed } = waited()
    const quarter = slotStart / QUARTER
    for (const user_id of [omar, karim]) {
      db.insert('busy_quarters', { user_id, quarter, session_id: newSessionId('lesson') })
      db.run('DELETE FROM busy_quarters WHERE user_id = ?', user_id)
      slot(user_id, slotStart + 9 * HOUR, slotStart + 10 * HOUR)
    }
    slot(omar, slotStart + 12 * HOUR, slotStart + 13 * HOUR, { purpose: 3 })
    expect(freed()).toEqual([
      [omar, slotStart, slotStart + QUARTER],
      [omar, slotStart + 9 * HOUR, slotStart + 10 * HOUR],
    ])
  })

  it('have one offer a student that runs, and no time twice', () => {
    const { db, offer, id, sara, nour, slotStart } = waited()
    expect(() => offer(sara, { start: slotStart + HOUR, end: slotStart + 6 * QUARTER })).toThrow('UNIQUE')
    expect(() => offer(nour)).not.toThrow()
    db.run(`UPDATE time_offers SET outcome = 'lapsed' WHERE id = ?`, id)
    expect(() => offer(sara)).toThrow('UNIQUE')
    expect(() => db.run(`UPDATE time_offers SET outcome = 'booked' WHERE id = ?`, id)).toThrow('illegal')
  })

  it('pass on what is offered to who leaves, and to whom it ran out; the third time ends the waiting', () => {
    const left = waited()
    left.db.run('DELETE FROM waits WHERE student_id = ?', left.sara)
    expect(left.freed()).toEqual([left.range])
    expect(left.outcome()).toBe('left')
    expect(left.count('held_times')).toBe(0)
    const { db, id, sara, freed, lapsed, offer, slotStart, range } = waited()
    db.run('UPDATE waits SET lapsed = 1 WHERE student_id = ?', sara)
    db.run(`UPDATE time_offers SET outcome = 'lapsed' WHERE id = ?`, id)
    expect(freed()).toEqual([range])
    expect(lapsed()).toBe(2)
    offer(sara, { start: slotStart + HOUR, end: slotStart + 6 * QUARTER })
    db.run(`UPDATE time_offers SET outcome = 'lapsed' WHERE outcome IS NULL`)
    expect(lapsed()).toBeUndefined()
  })

  it('end with a lesson with the tutor, and with no other lesson', () => {
    const { db, sara, nour, lesson, karim, slot, slotStart, outcome, count } = waited()
    const upcoming = (student_id: number, lesson_id: number) =>
      db.insert('upcoming_lessons', { student_id, lesson_id, ends_at: slotStart + 9 * HOUR })
    const karims = slot(karim, slotStart, slotStart + HOUR)
    upcoming(nour, lesson(slotStart, { slot_id: karims }))
    expect(count('waits')).toBe(2)
    upcoming(sara, lesson(slotStart))
    expect(outcome()).toBe('booked')
    expect(db.queryValue('SELECT student_id FROM waits')).toBe(nour)
    expect(count('waits')).toBe(1)
    expect(count('held_times')).toBe(0)
  })
})

describe('standing times', () => {
  const EVENING = { weekday: 4, minute: 18 * 60, duration: 30 }
  /** Sara's request for Thursdays at 18:00 with Omar, and how weeks of it are stored. */
  function asked() {
    const market = marketplace()
    const { db, omar, sara, slotStart } = market
    const ask = (student_id: number, more = {}) =>
      db.insert('standing_times', { student_id, tutor_id: omar, ...EVENING, asked_until: NOW, ...timestamps, ...more })
    const accept = (of: number) =>
      db.run(`UPDATE standing_times SET state = 'accepted', accepted_at = ? WHERE id = ?`, NOW, of)
    const id = ask(sara)
    const week = (day: string, more = {}) =>
      db.insert('standing_weeks', {
        standing_time_id: id,
        day,
        student_id: sara,
        tutor_id: omar,
        start: slotStart,
        end: slotStart + 2 * QUARTER,
        session_id: newSessionId('lesson'),
        state: 'reserved',
        ...more,
      })
    const set = (assignments: string) => db.run(`UPDATE standing_weeks SET ${assignments}`)
    const busy = () => db.queryValue('SELECT COUNT(*) FROM busy_quarters WHERE user_id = ?', omar)
    return { ...market, ask, accept, id, week, set, busy }
  }

  it('are three of a student at the most', () => {
    const { db, ask, sara, nour, id } = asked()
    ask(sara, { weekday: 1 })
    ask(sara, { weekday: 2 })
    expect(() => ask(sara, { weekday: 3 })).toThrow('standing-limit-reached')
    expect(() => ask(nour, { weekday: 3 })).not.toThrow()
    db.run(`UPDATE standing_times SET state = 'declined' WHERE id = ?`, id)
    expect(() => ask(sara, { weekday: 3 })).not.toThrow()
  })

  it('of one tutor never overlap once they are accepted, also across the end of the week', () => {
    const { ask, accept, id, nour, karim } = asked()
    const others = [
      ask(nour, { minute: 18 * 60 + 15 }),
      ask(nour, { minute: 17 * 60 + 45 }),
      ask(nour, { minute: 18 * 60 + 30 }),
    ] as const
    accept(id)
    expect(() => accept(others[0])).toThrow('standing-time-taken')
    expect(() => accept(others[1])).toThrow('standing-time-taken')
    expect(() => accept(others[2])).not.toThrow()
    const late = ask(karim, { weekday: 6, minute: 23 * 60 + 45 })
    const early = ask(karim, { weekday: 0, minute: 0 })
    accept(late)
    expect(() => accept(early)).toThrow('standing-time-taken')
  })

  it('are accepted once, and stay what they have become', () => {
    const { db, accept, id } = asked()
    accept(id)
    expect(() => accept(id)).toThrow('illegal')
    db.run(`UPDATE standing_times SET state = 'ended', ends_at = ? WHERE id = ?`, NOW, id)
    expect(() => db.run(`UPDATE standing_times SET state = 'asked', ends_at = NULL WHERE id = ?`, id)).toThrow(
      'illegal',
    )
  })

  it('have weeks once they are accepted, each day once, for their own people', () => {
    const { accept, id, week, nour, slotStart } = asked()
    expect(() => week('2026-11-05')).toThrow('illegal')
    accept(id)
    week('2026-11-05')
    expect(() => week('2026-11-05', { start: slotStart + HOUR, end: slotStart + HOUR + QUARTER })).toThrow('UNIQUE')
    expect(() => week('2026-11-12', { student_id: nour })).toThrow('illegal')
    expect(() => week('2026-11-12', { state: 'off' })).toThrow('standing_weeks_why')
    expect(() => week('2026-11-12', { end: slotStart + HOUR })).toThrow('standing_weeks_grid')
  })

  it('keep the quarter hours of a week while it is reserved, against everybody else', () => {
    const { db, accept, id, week, set, busy, omar, lesson, slotStart } = asked()
    accept(id)
    db.insert('busy_quarters', { user_id: omar, quarter: slotStart / QUARTER + 1, session_id: newSessionId('lesson') })
    expect(() => week('2026-11-05')).toThrow('busy_quarters.user_id, busy_quarters.quarter')
    db.run('DELETE FROM busy_quarters')
    week('2026-11-05')
    expect(busy()).toBe(2)
    set(`state = 'off', why = 'paused'`)
    expect(busy()).toBe(0)
    set(`state = 'reserved', why = NULL`)
    expect(busy()).toBe(2)
    expect(() => set(`state = 'booked'`)).toThrow('standing_weeks_lesson')
    set(`state = 'booked', lesson_id = ${lesson(slotStart)}`)
    expect(busy()).toBe(0)
    expect(() => set(`state = 'reserved', lesson_id = NULL`)).toThrow('illegal')
  })

  it('are reserved again only while they last', () => {
    const { db, accept, id, week, set } = asked()
    accept(id)
    week('2026-11-05', { state: 'off', why: 'no-slot' })
    db.run(`UPDATE standing_times SET state = 'ended', ends_at = ? WHERE id = ?`, NOW, id)
    expect(() => set(`state = 'reserved', why = NULL`)).toThrow('illegal')
  })

  it('can be held by their student alone', () => {
    const { db, accept, id, week, sara, nour, omar, slotStart } = asked()
    accept(id)
    week('2026-11-05')
    const time = { tutor_id: omar, start: slotStart, end: slotStart + 2 * QUARTER, held_at: NOW, until: NOW + 1 }
    const hold = (student_id: number) => db.insert('held_times', { student_id, kind: 'confirmation', ...time })
    expect(() => hold(nour)).toThrow('busy-tutor')
    expect(() => hold(sara)).not.toThrow()
  })
})
