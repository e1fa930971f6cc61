import { describe, expect, it } from 'vitest'
import { isErrorCode } from '#domain/errors'
import { HOUR, marketplace, NOW, newSessionId, QUARTER, timestamps, WEEK } from '#tests/marketplace'
import { migrationFiles, readMigration } from '#tests/migrated-db'

describe('the migrations', () => {
  it('are exactly those of drizzle’s journal', () => {
    const journal = JSON.parse(readMigration('meta/_journal.json')) as { entries: { tag: string }[] }
    expect(journal.entries.map(({ tag }) => `${tag}.sql`)).toEqual(migrationFiles)
  })

  it('refuse with codes of the error catalogue', () => {
    const raised = migrationFiles.flatMap((file) => [...readMigration(file).matchAll(/RAISE\(ABORT, '([^']+)'\)/g)])
    expect(raised.length).toBeGreaterThan(20)
    expect(raised.map((match) => match[1] ?? '').filter((code) => !isErrorCode(code))).toEqual([])
  })
})

describe('an account', () => {
  it('has a unique e-mail in lower case', () => {
    const { db } = marketplace()
    const register = (email: string) => () => db.insert('users', { email, role: 4, ...timestamps })
    expect(register('Huda@hessa.test')).toThrow('users_email_lower')
    expect(register('sara@hessa.test')).toThrow('UNIQUE constraint failed: users.email')
    expect(register('huda@hessa.test')).not.toThrow()
  })

  it('and an invite have an e-mail of at most 254 characters, also one that waits for its proof', () => {
    const { db, sara, adel, plan } = marketplace()
    const ofLength = (length: number) => `${'x'.repeat(length - '@hessa.test'.length)}@hessa.test`
    const parties = { created_by: adel, updated_by: adel, plan_id: plan, expires_at: NOW }
    const write = {
      account: (email: string) => db.insert('users', { email, role: 3, ...timestamps }),
      invite: (email: string) => db.insert('invites', { email, ...parties, ...timestamps }),
      change: (email: string) => db.run('UPDATE users SET email = ? WHERE id = ?', email, sara),
      wait: (email: string) =>
        db.run(`UPDATE users SET verified_email = 1, pending_email = ? WHERE id = ?`, email, sara),
      changeOfInvite: (email: string) => db.run('UPDATE invites SET email = ?', email),
    }
    for (const [what, insert] of Object.entries(write)) {
      expect(() => insert(ofLength(254)), what).not.toThrow()
      expect(() => insert(ofLength(255)), what).toThrow('illegal')
      db.run("UPDATE users SET email = 'u' || id || '@hessa.test', pending_email = NULL")
      db.run('DELETE FROM invites WHERE id > 1')
    }
  })

  it('has a valid role, gender and governorate', () => {
    const { db, sara } = marketplace()
    expect(() => db.run('UPDATE users SET role = 7 WHERE id = ?', sara)).toThrow('users_role')
    expect(() => db.run("UPDATE users SET gender = 'x' WHERE id = ?", sara)).toThrow('users_gender')
    expect(() => db.run('UPDATE users SET city = 31 WHERE id = ?', sara)).toThrow('users_city')
    expect(() => db.run("UPDATE users SET role = 6, gender = 'male', city = 30 WHERE id = ?", sara)).not.toThrow()
  })

  it('has an English name of 2 to 80 characters on the tutor side only', () => {
    const { db, sara, omar } = marketplace()
    const set = (id: number, name: string) => () => db.run('UPDATE users SET english_name = ? WHERE id = ?', name, id)
    expect(set(omar, 'Omar El-Masry')).not.toThrow()
    for (const name of ['O', 'O'.repeat(81)]) expect(set(omar, name)).toThrow('users_english_name')
    expect(set(sara, 'Sara Ali')).toThrow('users_english_name')
    const setBio = (length: number) => () =>
      db.run('UPDATE tutors SET english_bio = ? WHERE id = ?', 'x'.repeat(length), omar)
    for (const length of [24, 61]) expect(setBio(length)).toThrow('tutors_english_bio')
    expect(setBio(25)).not.toThrow()
  })

  it('cannot be deleted while it owns something', () => {
    const { db, omar } = marketplace()
    expect(() => db.run('DELETE FROM users WHERE id = ?', omar)).toThrow('FOREIGN KEY constraint failed')
  })

  it('is found by three letters of its name, e-mail and phone as they are now, folded', () => {
    const { db, sara } = marketplace()
    const found = (letters: string) =>
      db.queryValue('SELECT SUM(rowid) FROM user_search WHERE user_search MATCH ?', `"${letters}"`)
    const words = {
      name: 'أَحمد Ali',
      folded_name: 'احمد ali',
      email: 'ahmad@hessa.test',
      phone: '+201012345678',
      role: 3,
      ...timestamps,
    }
    const ahmad = db.insert('users', words)
    for (const letters of ['احمد', 'ali', 'ahmad@', '2345']) expect(found(letters)).toBe(ahmad)
    const set = (changes: string) => db.run(`UPDATE users SET ${changes} WHERE id = ?`, ahmad)
    set("name = 'Ziad', folded_name = 'ziad'")
    set("role = 5, english_name = 'Zed', folded_english_name = 'zed'")
    expect(found('zed')).toBe(ahmad)
    set('english_name = NULL, folded_english_name = NULL')
    expect(found('zed')).toBeNull()
    set("email = 'omar.new@hessa.test'")
    set("phone = '+201198765432'")
    for (const letters of ['احمد', 'ali', 'ahmad@', '2345']) expect(found(letters)).toBeNull()
    for (const letters of ['ziad', 'omar.new', '9876']) expect(found(letters)).toBe(ahmad)
    expect(found('sara')).toBe(sara)
    db.run('DELETE FROM credential_changes')
    db.run('DELETE FROM users WHERE id = ?', ahmad)
    expect(found('9876')).toBeNull()
  })

  it('has one confirmation code of five digits per purpose', () => {
    const { db, sara } = marketplace()
    const send = (purpose: number, code: number) => () =>
      db.insert('confirmation_codes', { user_id: sara, purpose, code, expires_at: NOW + HOUR, created_at: NOW })
    expect(send(3, 9_999)).toThrow('confirmation_codes_code')
    expect(send(2, 10_000)).toThrow('confirmation_codes_purpose')
    expect(send(3, 10_000)).not.toThrow()
    expect(send(3, 99_999)).toThrow('UNIQUE')
    expect(send(4, 99_999)).not.toThrow()
  })
})

describe('the audit log', () => {
  it('is immutable', () => {
    const { db, adel } = marketplace()
    const entry = { actor_id: adel, actor_role: 1, act: 'updateUser', target_kind: 'user', request_id: 'r', at: NOW }
    db.insert('audit_entries', entry)
    expect(() => db.run("UPDATE audit_entries SET act = 'nothing'")).toThrow('illegal')
    expect(() => db.run('DELETE FROM audit_entries')).toThrow('illegal')
  })
})

describe('messages and idempotency keys', () => {
  it('a message with a dedupe key exists once', () => {
    const { db } = marketplace()
    const message = {
      channel: 'whatsapp',
      template: 'lesson_reminder',
      to: '01012345678',
      params: '{}',
      created_at: NOW,
    }
    const send = (dedupe_key: string | null) => () =>
      db.insert('outbox', { ...message, next_attempt_at: NOW, dedupe_key })
    expect(send('lesson:1:day')).not.toThrow()
    expect(send('lesson:1:day')).toThrow('UNIQUE')
    expect(send('lesson:1:hour')).not.toThrow()
    expect(send(null)).not.toThrow()
    expect(send(null)).not.toThrow()
  })

  it('a key is unique per sender', () => {
    const { db } = marketplace()
    const storeKey = (scope: string) => () =>
      db.insert('idempotency_keys', { scope, key: 'k', call: 'bookLesson', body_hash: 'h', created_at: NOW })
    expect(storeKey('user:1')).not.toThrow()
    expect(storeKey('user:1')).toThrow('UNIQUE')
    expect(storeKey('user:2')).not.toThrow()
  })
})

describe('pairs', () => {
  it('two people have one chat room', () => {
    const { db, sara, omar } = marketplace()
    const createRoom = (lower_id: number, higher_id: number) => () =>
      db.insert('rooms', { lower_id, higher_id, created_at: NOW })
    expect(createRoom(sara, omar)).not.toThrow()
    expect(createRoom(sara, omar)).toThrow('UNIQUE constraint failed: rooms.lower_id, rooms.higher_id')
    expect(createRoom(omar, sara)).toThrow('rooms_order')
  })

  it('a person rates another once, with 1 to 5', () => {
    const { db, sara, nour, omar } = marketplace()
    const rate = (rater_id: number, value: number) => () =>
      db.insert('ratings', { rater_id, ratee_id: omar, value, ...timestamps })
    expect(rate(sara, 6)).toThrow('ratings_value')
    expect(rate(sara, 5)).not.toThrow()
    expect(rate(sara, 4)).toThrow('UNIQUE')
    expect(rate(nour, 1)).not.toThrow()
  })

  it('a deleted topic is removed from everybody', () => {
    const { db, sara } = marketplace()
    const topic_id = db.insert('topics', { name_ar: 'سفر', name_en: 'Travel', ...timestamps })
    db.insert('user_topics', { user_id: sara, topic_id })
    expect(() => db.insert('topics', { name_ar: 'سفر', name_en: 'Trips', ...timestamps })).toThrow('UNIQUE')
    db.run('DELETE FROM topics WHERE id = ?', topic_id)
    expect(db.queryValue('SELECT COUNT(*) FROM user_topics')).toBe(0)
  })
})

describe('onboarding', () => {
  it('a tutor has one pending interview', () => {
    const { db, karim, mona, slot } = marketplace()
    const slot_id = slot(mona, NOW, NOW + 3 * HOUR, { purpose: 3 })
    const book = (start: number, session_id = newSessionId('interview')) =>
      db.insert('interviews', {
        interviewer_id: mona,
        interviewee_id: karim,
        slot_id,
        start,
        session_id,
        ...timestamps,
      })
    expect(() => book(NOW + 1)).toThrow('interviews_grid')
    expect(() => book(NOW, newSessionId('demo'))).toThrow('interviews_session')
    const first = book(NOW)
    expect(() => book(NOW + HOUR)).toThrow('UNIQUE constraint failed: interviews.interviewee_id')
    db.run('UPDATE interviews SET status = 3 WHERE id = ?', first)
    expect(() => book(NOW + HOUR)).not.toThrow()
  })

  it('a tutor has one pending or passed demo session', () => {
    const { db, karim, mona, slot } = marketplace()
    const slot_id = slot(mona, NOW, NOW + 3 * HOUR, { purpose: 4 })
    const book = () =>
      db.insert('demo_sessions', {
        tutor_id: karim,
        slot_id,
        start: NOW,
        session_id: newSessionId('demo'),
        ...timestamps,
      })
    const first = book()
    expect(book).toThrow('UNIQUE constraint failed: demo_sessions.tutor_id')
    db.run('UPDATE demo_sessions SET status = 2 WHERE id = ?', first)
    expect(book).toThrow('UNIQUE')
    db.run('UPDATE demo_sessions SET status = 5 WHERE id = ?', first)
    expect(book).not.toThrow()
  })

  it('a slot cannot be deleted or shortened while a pending meeting needs it', () => {
    const { db, karim, mona, slot } = marketplace()
    const start = NOW + HOUR
    const change = (id: number, assignments: string, now: number) => () =>
      db.run(`UPDATE availability_slots SET ${assignments}, updated_at = ? WHERE id = ?`, now, id)
    const [ofInterview, ofDemo] = [3, 4].map((purpose) =>
      slot(mona, NOW + purpose * WEEK, NOW + purpose * WEEK + 3 * HOUR, { purpose }),
    )
    if (!ofInterview || !ofDemo) throw new Error('two slots')
    const columns = (slot_id: number, kind: 'interview' | 'demo') => ({
      slot_id,
      session_id: newSessionId(kind),
      ...timestamps,
    })
    const meetings = [
      {
        table: 'interviews',
        slot_id: ofInterview,
        start: start + 3 * WEEK,
        id: db.insert('interviews', {
          interviewer_id: mona,
          interviewee_id: karim,
          start: start + 3 * WEEK,
          ...columns(ofInterview, 'interview'),
        }),
      },
      {
        table: 'demo_sessions',
        slot_id: ofDemo,
        start: start + 4 * WEEK,
        id: db.insert('demo_sessions', { tutor_id: karim, start: start + 4 * WEEK, ...columns(ofDemo, 'demo') }),
      },
    ]
    for (const { table, slot_id, start, id } of meetings) {
      const end = start + 2 * QUARTER
      expect(change(slot_id, 'deleted = 1', NOW)).toThrow('conflicting-schedule')
      expect(change(slot_id, `start = ${start + QUARTER}`, NOW)).toThrow('conflicting-schedule')
      expect(change(slot_id, `"end" = ${end - QUARTER}`, NOW)).toThrow('conflicting-schedule')
      expect(change(slot_id, `start = ${start}, "end" = ${end}`, NOW)).not.toThrow()
      expect(change(slot_id, 'deleted = 1', end - 1)).toThrow('conflicting-schedule')
      expect(change(slot_id, 'deleted = 1', end)).not.toThrow()
      db.run('UPDATE availability_slots SET deleted = 0 WHERE id = ?', slot_id)
      db.run(`UPDATE ${table} SET status = 4 WHERE id = ?`, id)
      expect(change(slot_id, 'deleted = 1', NOW)).not.toThrow()
    }
  })

  it('a tutor has one pending or approved intro video', () => {
    const { db, karim, mona } = marketplace()
    const submitVideo = (state: number) => () =>
      db.insert('intro_videos', {
        src: 'tutors/intro-videos/x',
        tutor_id: karim,
        reviewer_id: mona,
        state,
        ...timestamps,
      })
    expect(submitVideo(2)).not.toThrow()
    expect(submitVideo(1)).not.toThrow()
    expect(submitVideo(1)).toThrow('UNIQUE constraint failed: intro_videos.tutor_id')
    expect(submitVideo(3)).toThrow('UNIQUE')
    expect(submitVideo(2)).not.toThrow()
  })

  it('an intro video is rejected with a reason', () => {
    const { db, karim, mona } = marketplace()
    const id = db.insert('intro_videos', {
      src: 'tutors/intro-videos/x',
      tutor_id: karim,
      reviewer_id: mona,
      ...timestamps,
    })
    const reject = (reason: string | null) => () =>
      db.run('UPDATE intro_videos SET state = 2, reason = ? WHERE id = ?', reason, id)
    expect(reject(null)).toThrow('intro-video-reason-required')
    expect(reject('الصوت واطي')).not.toThrow()
    expect(reject(null)).toThrow('intro-video-reason-required')
    expect(() => db.run('UPDATE intro_videos SET state = 1, reason = NULL WHERE id = ?', id)).not.toThrow()
  })
})
