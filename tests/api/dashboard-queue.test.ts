import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import { describe, expect, it } from 'vitest'
import type { QueueEntry } from '#contract/dashboard'
import { Role } from '#domain/roles'
import { queueOf, takenOf } from '#domain/staff/dashboard-queue'
import {
  callApi,
  expectOk,
  insertSlot,
  newAdmin,
  newStudio,
  newSuperAdmin,
  onboardedTutor,
  outcome,
  type Person,
  row,
  rows,
  run,
  setNow,
  tutorManager,
  verifiedStudent,
} from '#tests/people'
import { waitingOf } from '../../worker/staff/waiting.ts'
import { at, NOW, startClockAtNoon } from './lesson-fixtures.ts'
import { upload } from './uploads.ts'

startClockAtNoon()

const queueFor = async (as: Person) => {
  const { kinds } = await expectOk<{ kinds: QueueEntry[] }>(callApi('GET', '/dashboard/queue', { as }))
  return new Map(kinds.map((entry) => [entry.kind, entry]))
}

const insertWithdrawal = (tutor: Person, createdAt: number, status = 0) =>
  run(
    `INSERT INTO withdrawals (user_id, method, receiver, amount, status, created_at, updated_at) VALUES (?, 0, '01012345678', 15000, ?, ?, ?)`,
    tutor.id,
    status,
    createdAt,
    createdAt,
  )

async function insertInterview(manager: Person, tutor: Person, start: number, status = 1): Promise<number> {
  const slot = await insertSlot(manager, start, start + 1_800_000, 3)
  const interview = await row<{ id: number }>(
    `INSERT INTO interviews (session_id, interviewer_id, interviewee_id, slot_id, start, status, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
    `interview:${crypto.randomUUID()}`,
    manager.id,
    tutor.id,
    slot,
    start,
    status,
    start,
    start,
  )
  return interview?.id ?? 0
}

async function insertDemo(manager: Person, tutor: Person, start: number): Promise<void> {
  const slot = await insertSlot(manager, start, start + 1_800_000, 4)
  await run(
    'INSERT INTO demo_sessions (session_id, tutor_id, slot_id, start, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)',
    `demo:${crypto.randomUUID()}`,
    tutor.id,
    slot,
    start,
    start,
    start,
  )
}

const insertVideo = (manager: Person, tutor: Person, createdAt: number) =>
  run(
    `INSERT INTO intro_videos (src, tutor_id, reviewer_id, state, created_at, updated_at) VALUES ('x', ?, ?, 1, ?, ?)`,
    tutor.id,
    manager.id,
    createdAt,
    createdAt,
  )

describe('the queue of what waits', () => {
  it('is for staff, each role in the kinds that it reads', async () => {
    const [student, tutor] = await Promise.all([verifiedStudent(), onboardedTutor()])
    for (const as of [student, tutor, null])
      expect(await outcome(callApi('GET', '/dashboard/queue', { as }))).toMatch(/forbidden|unauthenticated/)
    const [manager, studio, adel] = await Promise.all([tutorManager(), newStudio(), newAdmin()])
    expect([...(await queueFor(manager)).keys()].toSorted()).toEqual(
      ['demo-today', 'demo-verdict', 'interview-today', 'interview-verdict', 'intro-video'].toSorted(),
    )
    expect([...(await queueFor(studio)).keys()]).toEqual(['photo-session'])
    expect((await queueFor(adel)).size).toBe(queueOf(Role.RegularAdmin).length)
  })

  it('lists withdrawals with their tutor, amount and age, longest waiting first, five at most', async () => {
    const [tutor, adel] = await Promise.all([onboardedTutor(), newSuperAdmin()])
    const before = (await queueFor(adel)).get('withdrawal')?.count ?? 0
    for (let index = 0; index < 6; index++) await insertWithdrawal(tutor, at(-900 - index))
    await insertWithdrawal(tutor, at(-2000), 1)
    await insertWithdrawal(tutor, at(-3000), 3)
    const queue = await queueFor(adel)
    const withdrawals = queue.get('withdrawal')
    expect(withdrawals).toMatchObject({
      count: before + 6,
      isMore: false,
      oldest: new Date(at(-905)).toISOString(),
    })
    expect(withdrawals?.items).toHaveLength(5)
    expect(withdrawals?.items[0]).toMatchObject({
      since: new Date(at(-905)).toISOString(),
      person: { id: tutor.id, name: 'عمر حسن', role: Role.Tutor },
      amount: 15_000,
      owner: null,
      trouble: null,
    })
    expect(queue.get('withdrawal-cancellation')?.items[0]).toMatchObject({ since: new Date(at(-2000)).toISOString() })
  })

  it('counts up to a hundred and says that there are more', async () => {
    const [tutor, adel] = await Promise.all([onboardedTutor(), newAdmin()])
    await run(
      `INSERT INTO withdrawals (user_id, method, receiver, amount, status, created_at, updated_at)
       SELECT ?, 0, '01012345678', 15000, 1, value, value FROM json_each(?)`,
      tutor.id,
      JSON.stringify(Array.from({ length: 101 }, (_, index) => NOW - index)),
    )
    expect((await queueFor(adel)).get('withdrawal-cancellation')).toMatchObject({ count: 100, isMore: true })
    await run('UPDATE withdrawals SET status = 2, updated_at = ? WHERE user_id = ?', NOW, tutor.id)
  })

  it('names tutors who have passed every step since then, until they are activated, which tells them', async () => {
    const [mona, tutor, adel] = await Promise.all([tutorManager(), onboardedTutor(), newAdmin()])
    const isWaiting = async () => {
      const { list } = await expectOk<{ list: { id: number }[] }>(
        callApi('GET', '/user/tutor/full-tutors?ready=true', { as: adel }),
      )
      const waits = list.some(({ id }) => id === tutor.id)
      const queued = (await queueFor(adel)).get('activation')?.items.find(({ id }) => id === tutor.id)
      expect(Boolean(queued)).toBe(waits)
      return waits
    }
    await run('UPDATE tutors SET activated = 0, activated_at = NULL WHERE id = ?', tutor.id)
    await insertVideo(mona, tutor, at(-50))
    await run('UPDATE intro_videos SET state = 3 WHERE tutor_id = ?', tutor.id)
    const interview = await insertInterview(mona, tutor, at(-40), 2)
    await insertDemo(mona, tutor, at(-30))
    expect(await isWaiting()).toBe(false)
    await run('UPDATE demo_sessions SET status = 2, updated_at = ? WHERE tutor_id = ?', at(-29), tutor.id)
    expect(await isWaiting()).toBe(true)
    const entry = (await queueFor(adel)).get('activation')?.items.find(({ id }) => id === tutor.id)
    expect(entry).toMatchObject({ since: new Date(at(-29)).toISOString(), person: { id: tutor.id } })
    const set = (status: number) => run('UPDATE interviews SET status = ? WHERE id = ?', status, interview)
    await set(3)
    expect(await isWaiting()).toBe(false)
    await set(2)
    expect(await isWaiting()).toBe(true)
    for (const [table, column, id] of [
      ['users', 'image', 'id'],
      ['tutors', 'thumbnail', 'id'],
    ] as const) {
      const before = await row<{ value: string }>(`SELECT ${column} AS value FROM ${table} WHERE ${id} = ?`, tutor.id)
      await run(`UPDATE ${table} SET ${column} = NULL WHERE ${id} = ?`, tutor.id)
      expect(await isWaiting()).toBe(false)
      await run(`UPDATE ${table} SET ${column} = ? WHERE ${id} = ?`, before?.value, tutor.id)
      expect(await isWaiting()).toBe(true)
    }
    const activate = (activated: boolean) =>
      callApi('PUT', `/user/${tutor.id}`, { as: adel, body: { activated }, headers: { 'X-Reason': 'checked' } })
    expect(await outcome(activate(true))).toBe('ok')
    expect(await isWaiting()).toBe(false)
    const mails = () => rows('SELECT params FROM outbox WHERE "to" = ?', tutor.email)
    expect(await mails()).toHaveLength(1)
    // Deactivated by staff: nobody has to decide again, and a second activation is no news.
    expect(await outcome(activate(false))).toBe('ok')
    expect(await isWaiting()).toBe(false)
    expect(await outcome(activate(true))).toBe('ok')
    expect(await mails()).toHaveLength(1)
  })

  it('separates today’s meetings from those that ended without a verdict, and shows a manager only their own', async () => {
    const [mona, other, adel] = await Promise.all([tutorManager(), tutorManager(), newAdmin()])
    const tutors = await Promise.all([1, 2, 3, 4].map(() => onboardedTutor()))
    const [past, today, tomorrow, judged] = tutors as [Person, Person, Person, Person]
    await insertInterview(mona, past, at(-30))
    await insertInterview(mona, today, at(2))
    await insertInterview(mona, tomorrow, at(20))
    await insertInterview(mona, judged, at(-40), 2)
    await insertDemo(mona, past, at(-31))
    await insertDemo(mona, today, at(3))
    await insertVideo(mona, past, at(-5))
    const own = await queueFor(mona)
    const people = (kind: QueueEntry['kind']) => own.get(kind)?.items.map(({ person }) => person?.id)
    expect(people('interview-verdict')).toEqual([past.id])
    expect(people('interview-today')).toEqual([today.id])
    expect(people('demo-verdict')).toEqual([past.id])
    expect(people('demo-today')).toEqual([today.id])
    expect(people('intro-video')).toEqual([past.id])
    expect(own.get('interview-verdict')?.items[0]?.owner?.id).toBe(mona.id)
    const others = await queueFor(other)
    expect([...others.values()].map(({ count }) => count)).toEqual([0, 0, 0, 0, 0])
    const all = await queueFor(adel)
    expect(all.get('demo-verdict')?.items.map(({ owner }) => owner?.id)).toContain(mona.id)
  })

  it('counts a meeting among today’s until its half hour is over, and up to midnight in Cairo', async () => {
    const half = 30 * 60_000
    const kindsOf = async (insert: typeof insertInterview | typeof insertDemo, start: number, now: number) => {
      setNow(NOW)
      const [mona, tutor] = await Promise.all([tutorManager(), onboardedTutor()])
      await insert(mona, tutor, start)
      setNow(now)
      return [...(await queueFor(mona)).values()].filter(({ count }) => count > 0).map(({ kind }) => kind)
    }
    const expected = [
      [NOW, NOW + half + 1, 'verdict'],
      [NOW, NOW + half, 'today'],
      [NOW, NOW + 1, 'today'],
      [at(1), at(1) - half / 3, 'today'],
      [at(12) - half, NOW, 'today'],
      [at(12), NOW, null],
    ] as const
    for (const [start, now, kind] of expected) {
      expect([start, now, await kindsOf(insertInterview, start, now)]).toEqual([
        start,
        now,
        kind ? [`interview-${kind}`] : [],
      ])
      expect([start, now, await kindsOf(insertDemo, start, now)]).toEqual([start, now, kind ? [`demo-${kind}`] : []])
    }
  })

  it('lists orders that the sweep could not settle, and why', async () => {
    const [sara, adel] = await Promise.all([verifiedStudent(), newAdmin()])
    const plan = await row<{ id: number }>(
      'INSERT INTO plans (weekly_minutes, base_monthly_price, created_at, updated_at) VALUES (60, 1, ?, ?) RETURNING id',
      NOW,
      NOW,
    )
    const order = async (status: number, nextCheckAt: number | null, failure: string | null = null) =>
      (
        await row<{ id: number }>(
          `INSERT INTO transactions (user_id, plan_id, plan_period, amount, status, payment_method, provider, next_check_at, failure_code, created_at, updated_at)
           VALUES (?, ?, 0, 60000, ?, 0, 'fawry', ?, ?, ?, ?) RETURNING id`,
          sara.id,
          plan?.id,
          status,
          nextCheckAt,
          failure,
          at(-5),
          at(-5),
        )
      )?.id ?? 0
    const [late, soon, unanswered, paid, , notified] = [
      await order(0, at(-1)),
      // The sweep is late by less than half an hour, or not yet due: it will settle these itself.
      await order(7, at(0.25)),
      await order(6, at(-4), 'no-answer'),
      await order(1, null),
      await order(6, null, 'card-declined'),
      await order(0, at(1)),
    ]
    await run(
      `INSERT INTO refunds (tx_id, amount, status, created_at, updated_at) VALUES (?, 100, 'failed', ?, ?), (?, 200, 'pending', ?, ?)`,
      late,
      at(-3),
      at(-3),
      paid,
      at(-2),
      at(-2),
    )
    await run(
      `INSERT INTO payment_inbox (provider, dedupe_key, tx_id, body, received_at)
       VALUES ('fawry', ?, ?, '{}', ?), ('fawry', ?, ?, '{}', ?)`,
      crypto.randomUUID(),
      notified,
      at(-1),
      crypto.randomUUID(),
      soon,
      at(-0.25),
    )
    await run(
      `INSERT INTO refunds (tx_id, amount, status, created_at, updated_at) VALUES (?, 100, 'pending', ?, ?), (?, 200, 'failed', ?, ?)`,
      await order(1, null),
      at(-0.25),
      at(-0.25),
      await order(1, null),
      at(-24 * 15),
      at(-24 * 15),
    )
    const troubles = (await queueFor(adel)).get('payment')
    expect(new Set(troubles?.items.map(({ id, trouble }) => `${id} ${trouble}`))).toEqual(
      new Set([
        `${late} order-unchecked`,
        `${late} refund-failed`,
        `${unanswered} order-unanswered`,
        `${paid} refund-unanswered`,
        `${notified} notification-unprocessed`,
      ]),
    )
    // Only the five that have waited longest are listed.
    expect(troubles?.count).toBe(5)
    expect(troubles?.items.every(({ person }) => person?.id === sara.id)).toBe(true)
  })

  it('lists reports and contact requests that nobody has answered, and messages that were given up', async () => {
    const [sara, adel] = await Promise.all([verifiedStudent(), newAdmin()])
    await expectOk(upload('POST', '/report/with/asset', sara, { title: 'الصوت بيقطع', description: 'كل خمس دقايق' }))
    await run(
      `INSERT INTO contact_requests (name, phone, title, message, created_at) VALUES ('نور', '01012345678', 'سؤال عن الباقات', 'عندكم باقة للصيف؟', ?)`,
      at(-2),
    )
    await run(
      `INSERT INTO outbox (channel, template, "to", params, status, next_attempt_at, created_at) VALUES ('whatsapp', 'lesson_reminder', '01012345678', '{}', 'parked', ?, ?)`,
      at(-3),
      at(-3),
    )
    const queue = await queueFor(adel)
    expect(queue.get('report')?.items).toMatchObject([{ title: 'الصوت بيقطع', person: { id: sara.id } }])
    expect(queue.get('contact')?.items).toMatchObject([{ title: 'نور · سؤال عن الباقات', person: null }])
    expect(queue.get('message')?.items[0]?.title).toContain('lesson_reminder')
    await run('UPDATE reports SET state = 3, resolved = 1 WHERE user_id = ?', sara.id)
    expect((await queueFor(adel)).get('report')?.count).toBe(0)
  })

  it('says what has waited too long, and what is the reader’s, wherever it stands in the queue', async () => {
    const [sara, adel, dina] = await Promise.all([verifiedStudent(), newAdmin(), newSuperAdmin()])
    const [mona, studio] = await Promise.all([tutorManager(), newStudio()])
    await run('UPDATE reports SET state = 3, resolved = 1')
    const report = async (hoursAgo: number, owner: Person | null, state = owner ? 1 : 0) =>
      (
        await row<{ id: number }>(
          `INSERT INTO reports (user_id, title, description, state, resolved, owner_id, created_at, updated_at)
           VALUES (?, 'x', 'x', ?, 0, ?, ?, ?) RETURNING id`,
          sara.id,
          state,
          owner?.id ?? null,
          at(-hoursAgo),
          at(-hoursAgo),
        )
      )?.id
    for (let index = 0; index < 6; index++) await report(30 + index, dina)
    const [late, early] = [await report(24, adel), await report(23, adel)]
    await report(40, adel, 2)
    await report(10, null)
    const reports = async (as: Person) => (await queueFor(as)).get('report')
    expect(await reports(adel)).toMatchObject({ count: 9, late: 7, mine: { count: 2, late: 1 } })
    expect((await reports(adel))?.mine.items.map(({ id }) => id)).toEqual([late, early])
    expect(await reports(dina)).toMatchObject({ count: 9, late: 7, mine: { count: 6, late: 6 } })
    expect((await reports(dina))?.mine.items).toHaveLength(5)

    const tutor = await onboardedTutor()
    await insertInterview(mona, tutor, at(-30))
    await insertVideo(mona, tutor, at(-5))
    const own = await queueFor(mona)
    expect(own.get('interview-verdict')).toMatchObject({ count: 1, late: 1, mine: { count: 1, late: 1 } })
    expect(own.get('intro-video')).toMatchObject({ count: 1, late: 0, mine: { count: 1, late: 0 } })
    expect((await queueFor(adel)).get('interview-verdict')?.mine).toEqual({ count: 0, late: 0, items: [] })
    expect((await queueFor(studio)).get('photo-session')).toMatchObject({ late: 0, mine: { count: 0 } })
  })

  it('names to an admin the students at risk of whom they take care, until something was done', async () => {
    const [student, adel, dina] = await Promise.all([verifiedStudent(), newAdmin(), newSuperAdmin()])
    await run(
      `INSERT INTO student_risks (student_id, state, missed_at, latest_at, owner_id, created_at, updated_at)
       VALUES (?, 'open', ?, ?, ?, ?, ?)`,
      ...[student.id, at(-80), at(-80), adel.id, at(-80), at(-80)],
    )
    const risks = async (as: Person) => (await queueFor(as)).get('student-risk')
    expect(await risks(adel)).toMatchObject({
      count: 1,
      late: 1,
      items: [{ id: student.id, person: { id: student.id }, owner: { id: adel.id } }],
      mine: { count: 1, late: 1 },
    })
    expect(await risks(dina)).toMatchObject({ count: 0, mine: { count: 0 } })
    await run(`UPDATE student_risks SET done = 'x', done_at = ? WHERE student_id = ?`, at(-1), student.id)
    expect(await risks(adel)).toMatchObject({ count: 0 })
    await run('UPDATE student_risks SET latest_at = ?, low_rated_at = ? WHERE student_id = ?', at(0), at(0), student.id)
    expect(await risks(adel)).toMatchObject({ count: 1, late: 0 })
  })

  it('shows a studio its tutors without media, and an admin every studio’s', async () => {
    const [studio, other, adel, tutor] = await Promise.all([newStudio(), newStudio(), newAdmin(), onboardedTutor()])
    await run('UPDATE tutors SET studio_id = ?, video = NULL WHERE id = ?', studio.id, tutor.id)
    expect((await queueFor(studio)).get('photo-session')?.items).toMatchObject([
      { id: tutor.id, person: { id: tutor.id }, owner: { id: studio.id } },
    ])
    expect((await queueFor(other)).get('photo-session')?.count).toBe(0)
    expect((await queueFor(adel)).get('photo-session')?.items).toMatchObject([{ id: tutor.id }])
  })

  it('reads no table whole, for any role', async () => {
    for (const role of [Role.SuperAdmin, Role.RegularAdmin, Role.TutorManager, Role.Studio]) {
      for (const { select } of waitingOf([...queueOf(role), ...takenOf(role)], 1, NOW)) {
        const { sql, params } = new SQLiteSyncDialect().sqlToQuery(select)
        const plan = (await rows<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...params)).map(
          ({ detail }) => detail,
        )
        expect(
          plan.filter((step) => step.startsWith('SCAN')),
          sql,
        ).toEqual([])
        expect(plan[0], sql).toMatch(/^SEARCH/)
      }
    }
  })
})
