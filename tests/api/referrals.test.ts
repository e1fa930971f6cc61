/** Bringing a friend (docs/rules/minutes.md 12.1 to 12.11). */
import { beforeEach, describe, expect, it } from 'vitest'
import type { OwnReferrals } from '#contract/referrals'
import { openDb } from '#db/client'
import { days, hours, minutes } from '#domain/cairo'
import { ENTERING_TIME, REFERRAL_DELAY, REFERRAL_PATIENCE } from '#domain/subscriptions/referral'
import {
  again,
  bindings,
  callApi,
  expectOk,
  insertLesson,
  insertSlot,
  newAdmin,
  onboardedTutor,
  openSlot,
  outcome,
  type Person,
  row,
  rows,
  run,
  setNow,
} from '#tests/people'
import { proveLedger } from '../../worker/withdrawals/ledger-proof.ts'
import type { Gateways } from './gateways.ts'
import { attend, book } from './lesson-fixtures.ts'
import { buyPlan, withGateways } from './order-fixtures.ts'
import { newPlan } from './payment-fixtures.ts'
import {
  brought,
  codeOf,
  decide,
  enter,
  forgetOthers,
  GIVEN,
  LESSON,
  NOW,
  newPerson,
  paidLesson,
  referralOf,
  remainingOf,
  reviewed,
  runJob,
  SETTLED,
  START,
  undo,
} from './referral-fixtures.ts'

let gateways: Gateways
withGateways(NOW, (opened) => {
  gateways = opened
})
beforeEach(forgetOthers)

const mineOf = async (student: Person) =>
  expectOk<OwnReferrals>(callApi('GET', '/referral/mine', { as: await again(student) }))
const reasoned = { 'x-reason': 'checked with both' }
async function isProven() {
  const findings = await proveLedger(openDb(bindings.DB), Date.now())
  expect(findings.filter(({ what }) => what.includes('minutes'))).toEqual([])
}
const messagesTo = (student: Person) =>
  rows<{ channel: string; params: string }>(
    `SELECT o.channel, o.params FROM outbox o JOIN users u ON u.id = ? AND o."to" IN (u.email, u.phone) WHERE o.template = 'referral_given'`,
    student.id,
  )

describe('a link', () => {
  it('has a code that stays the same, and shows the first name alone', async () => {
    const student = await newPerson()
    await run(`UPDATE users SET name = 'عبد الرحمن محمد السيد' WHERE id = ?`, student.id)
    const code = await codeOf(student)
    expect(code).toMatch(/^[0-9a-z]{10}$/)
    expect(await codeOf(student)).toBe(code)
    const typed = `${code.slice(0, 5)}-${code.slice(5)}`.toUpperCase()
    const answer = await callApi('GET', `/referral/code/${typed}`)
    expect(answer.body).toEqual({ name: 'عبد الرحمن' })
    expect(answer.headers.get('cache-control')).toContain('no-store')
    expect(await outcome(callApi('GET', '/referral/code/0000000000'))).toBe('not-found')
    expect(await outcome(callApi('GET', '/referral/code/sara'))).toBe('bad-request')
  })

  it('is for a verified e-mail', async () => {
    const student = await newPerson()
    await run('UPDATE users SET verified_email = 0 WHERE id = ?', student.id)
    expect(await outcome(callApi('PUT', '/referral/code', { as: student }))).toBe('forbidden')
  })
})

describe('entering a code', () => {
  it('records who has brought the student, once; the same again changes nothing', async () => {
    const { bringer, friend } = await brought()
    const other = await newPerson()
    const third = await newPerson()
    expect(await enter(friend, await codeOf(bringer))).toBe('ok')
    expect(await enter(friend, await codeOf(other))).toBe('illegal')
    expect(await enter(third, 'zzzzzzzzzz')).toBe('not-found')
    expect(await mineOf(friend)).toMatchObject({ broughtBy: { state: 'registered' }, enterUntil: null, code: null })
    expect((await mineOf(bringer)).list).toMatchObject([{ state: 'registered' }])
    expect(await mineOf(third)).toMatchObject({ broughtBy: null, rewardsLeft: 10 })
  })

  it('is of two codes at once one', async () => {
    const [one, other, friend] = [await newPerson(), await newPerson(), await newPerson()]
    const codes = [await codeOf(one), await codeOf(other)]
    const answers = await Promise.all(codes.map((code) => enter(friend, code)))
    expect(answers.toSorted()).toEqual(['illegal', 'ok'])
  })

  it('is not for oneself, not back, and not after seven days', async () => {
    const { bringer, friend } = await brought()
    const late = await newPerson()
    expect(await enter(bringer, await codeOf(bringer))).toBe('illegal')
    expect(await enter(bringer, await codeOf(friend))).toBe('illegal')
    setNow(START + ENTERING_TIME + minutes(1))
    expect(await enter(late, await codeOf(bringer))).toBe('illegal')
    expect((await mineOf(late)).enterUntil).toBeNull()
  })
})

describe('the first paid lesson of a friend', () => {
  it('brings its minutes once the plan is paused no longer', async () => {
    const { bringer, friend } = await brought()
    const { subscriptionId } = await buyPlan(gateways, bringer, await newPlan())
    await run('UPDATE subscriptions SET pausable = 1 WHERE id = ?', subscriptionId)
    await expectOk(callApi('POST', `/student/${bringer.id}/pauses`, { as: await again(bringer), body: { weeks: 1 } }))
    await paidLesson(gateways, friend)
    await runJob(SETTLED)
    const paused = START + days(7)
    await runJob(paused)
    expect(await referralOf(friend)).toMatchObject({
      rewards: [{ state: 'given' }, { side: 'bringer', state: 'waiting' }],
    })
    expect(await remainingOf(bringer)).toBe(0)
    await runJob(paused + days(7))
    expect(await referralOf(friend)).toMatchObject({
      rewards: [{ state: 'given' }, { side: 'bringer', state: 'given' }],
    })
    expect(await remainingOf(bringer)).toBe(90)
    await isProven()
  })

  it('brings both 30 minutes a day later, once, and tells them', async () => {
    const { bringer, friend } = await brought()
    await buyPlan(gateways, bringer, await newPlan())
    await paidLesson(gateways, friend)
    await runJob(SETTLED)
    expect(await referralOf(friend)).toMatchObject({ state: 'held', signals: [], rewards: [] })
    await runJob(GIVEN - minutes(1))
    expect(await remainingOf(bringer)).toBe(60)
    await runJob(GIVEN)
    expect(await referralOf(friend)).toMatchObject({
      state: 'given',
      rewards: [
        { side: 'friend', minutes: 30, state: 'given' },
        { side: 'bringer', minutes: 30, state: 'given' },
      ],
    })
    expect(await remainingOf(bringer)).toBe(90)
    expect(await remainingOf(friend)).toBe(60)
    await Promise.all([runJob(GIVEN + minutes(15)), runJob(GIVEN + minutes(15))])
    expect(await remainingOf(bringer)).toBe(90)
    for (const person of [bringer, friend]) expect(await messagesTo(person)).toHaveLength(1)
    expect((await mineOf(bringer)).list).toMatchObject([{ state: 'given' }])
    expect((await mineOf(bringer)).rewardsLeft).toBe(9)
    await isProven()
  })

  it('is no lesson of the free trial, none before the code, and none that was not held', async () => {
    const { friend } = await brought()
    const tutor = await onboardedTutor()
    const slot = await openSlot(tutor, LESSON, 4)
    const lesson = await book(friend, { tutor, slot, start: LESSON })
    for (const member of [friend, tutor]) await attend(member, lesson, LESSON, LESSON + minutes(30))
    await runJob(SETTLED)
    expect((await referralOf(friend)).state).toBe('open')
    const missed = await brought()
    await buyPlan(gateways, missed.friend, await newPlan())
    setNow(SETTLED)
    const late = await openSlot(tutor, LESSON + hours(4), 2)
    await book(await again(missed.friend), { tutor, slot: late, start: LESSON + hours(4) })
    await runJob(LESSON + hours(6))
    expect((await referralOf(missed.friend)).state).toBe('open')
  })

  it('of a plan that was given back in full before counts not; afterwards nothing is taken back', async () => {
    const { friend } = await brought()
    const { bought } = await paidLesson(gateways, friend)
    await runJob(SETTLED)
    await run('UPDATE transactions SET status = 3 WHERE id = ?', bought.transactionId)
    await runJob(GIVEN)
    expect(await referralOf(friend)).toMatchObject({ state: 'open', lessonId: null, dueAt: null })
  })

  it('waits for the proof of both', async () => {
    const { bringer, friend } = await brought()
    await paidLesson(gateways, friend)
    const proofs = await rows<{ kind: string; value: string }>(
      'SELECT kind, value FROM trial_proofs WHERE user_id = ?',
      bringer.id,
    )
    await run('DELETE FROM trial_proofs WHERE user_id = ?', bringer.id)
    await runJob(SETTLED)
    await runJob(GIVEN)
    expect((await referralOf(friend)).state).toBe('held')
    for (const { kind, value } of proofs)
      await run('INSERT INTO trial_proofs VALUES (?, ?, ?, ?)', kind, value, bringer.id, GIVEN)
    await runJob(GIVEN + days(2))
    expect((await referralOf(friend)).state).toBe('given')
    setNow(NOW)
    const unproven = await brought()
    await paidLesson(gateways, await again(unproven.friend))
    await run('DELETE FROM trial_proofs WHERE user_id = ?', unproven.friend.id)
    await runJob(SETTLED)
    await runJob(GIVEN + REFERRAL_PATIENCE)
    expect((await referralOf(unproven.friend)).state).toBe('lapsed')
  })
})

describe('minutes of a referral', () => {
  it('wait for a plan, come with it, and lapse after 90 days', async () => {
    const { bringer, friend } = await brought()
    await paidLesson(gateways, friend)
    await runJob(SETTLED)
    await runJob(GIVEN)
    expect((await mineOf(bringer)).waiting).toMatchObject([{ minutes: 30 }])
    expect(await remainingOf(bringer)).toBe(60)
    await buyPlan(gateways, await again(bringer), await newPlan())
    await runJob(GIVEN + minutes(15))
    expect(await remainingOf(bringer)).toBe(90)
    expect((await mineOf(bringer)).waiting).toEqual([])
    setNow(NOW)
    const other = await brought()
    await paidLesson(gateways, await again(other.friend))
    await runJob(SETTLED)
    await runJob(GIVEN)
    await runJob(GIVEN + REFERRAL_PATIENCE)
    await buyPlan(gateways, await again(other.bringer), await newPlan())
    await runJob(GIVEN + REFERRAL_PATIENCE + minutes(15))
    expect(await remainingOf(other.bringer)).toBe(60)
    expect((await referralOf(other.friend)).rewards[1]).toMatchObject({ side: 'bringer', state: 'lapsed' })
    await isProven()
  })

  it('come into the next week once, as those that were bought', async () => {
    const { bringer, friend } = await brought()
    await buyPlan(gateways, bringer, await newPlan())
    await paidLesson(gateways, friend)
    await runJob(SETTLED)
    await runJob(GIVEN)
    setNow(START + days(7))
    expect(await remainingOf(bringer)).toBe(90)
    await isProven()
    setNow(START + days(14))
    expect(await remainingOf(bringer)).toBe(60)
    await isProven()
  })

  it('are given to the bringer ten times a year, and to each friend', async () => {
    const bringer = await newPerson()
    await buyPlan(gateways, bringer, await newPlan())
    const code = await codeOf(bringer)
    const tutor = await onboardedTutor()
    const planId = await newPlan()
    const friends: Person[] = []
    for (let index = 0; index < 11; index++) {
      const friend = await newPerson()
      expect(await enter(friend, code)).toBe('ok')
      await buyPlan(gateways, friend, planId)
      const start = LESSON + index * minutes(30)
      const slotId = await insertSlot(tutor, start, start + minutes(30))
      const lesson = await book(friend, { tutor, slot: { id: slotId }, start })
      for (const member of [friend, tutor]) await attend(member, lesson, start, start + minutes(30))
      friends.push(friend)
    }
    const settled = LESSON + hours(8)
    await runJob(settled)
    await Promise.all([runJob(settled + REFERRAL_DELAY), runJob(settled + REFERRAL_DELAY)])
    const given = await rows<{ side: string; number: number | null }>(
      `SELECT w.side, w.number FROM referral_rewards w JOIN referrals r ON r.id = w.referral_id WHERE r.bringer_id = ? ORDER BY w.id`,
      bringer.id,
    )
    expect(given.filter(({ side }) => side === 'friend')).toHaveLength(11)
    expect(given.flatMap(({ number }) => number ?? [])).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(await remainingOf(bringer)).toBe(360)
    expect((await mineOf(bringer)).rewardsLeft).toBe(0)
    expect(await messagesTo(bringer)).toHaveLength(10)
    await isProven()
  })
})

describe('what coincides', () => {
  const signals: [string, (bringer: Person, friend: Person) => Promise<unknown>][] = [
    [
      'network',
      async (...both) => {
        for (const { id } of both) await run(`INSERT INTO sign_in_networks VALUES (?, '41.33.7.7', ?)`, id, START)
      },
    ],
    [
      'card',
      async (...both) => {
        for (const { id } of both)
          await run(
            `INSERT INTO paymob_cards (user_id, token, token_hash, brand, last_four_digits, saved_at, created_at) VALUES (?, 'sealed', ?, 'Visa', '4242', '2026-01-01', ?)`,
            ...[id, crypto.randomUUID(), START],
          )
      },
    ],
    [
      'phone',
      (bringer, friend) =>
        run(
          'UPDATE users SET phone = (SELECT phone FROM users WHERE id = ?), verified_phone = 0 WHERE id = ?',
          ...[bringer.id, friend.id],
        ),
    ],
    [
      'address',
      async (...both) => {
        for (const { id } of both) await run(`UPDATE users SET address = '5 El Tahrir St, Dokki' WHERE id = ?`, id)
      },
    ],
    [
      'mail-domain',
      async (...both) => {
        for (const { id } of both) await run(`UPDATE users SET email = id || '@mail.acme.com.eg' WHERE id = ?`, id)
      },
    ],
  ]

  it.each(signals)('waits for staff: %s', async (signal, coincide) => {
    const { bringer, friend } = await brought()
    await coincide(bringer, friend)
    await paidLesson(gateways, friend)
    await runJob(SETTLED)
    expect(await referralOf(friend)).toMatchObject({ state: 'review', signals: [signal], rewards: [] })
    await runJob(GIVEN)
    expect((await referralOf(friend)).state).toBe('review')
    expect((await mineOf(bringer)).list).toMatchObject([{ state: 'counted' }])
  })

  it('waits for staff: the browser, and what appears before the minutes are given', async () => {
    const own = await brought(true)
    await paidLesson(gateways, own.friend)
    await runJob(SETTLED)
    expect(await referralOf(own.friend)).toMatchObject({ state: 'review', signals: ['browser'] })
    setNow(NOW)
    const { bringer, friend } = await brought()
    await paidLesson(gateways, await again(friend))
    await runJob(SETTLED)
    for (const { id } of [bringer, friend])
      await run(`INSERT INTO sign_in_networks VALUES (?, '41.33.7.8', ?)`, id, START)
    await runJob(GIVEN)
    expect(await referralOf(friend)).toMatchObject({ state: 'review', signals: ['network'] })
  })
})

describe('staff', () => {
  it('see it in the queue, and grant it with a reason, once', async () => {
    const { bringer, friend, referral } = await reviewed(gateways)
    const admin = await newAdmin()
    const queue = await expectOk<{ kinds: { kind: string; items: { id: number }[] }[] }>(
      callApi('GET', '/dashboard/queue', { as: admin }),
    )
    const waiting = queue.kinds.find(({ kind }) => kind === 'referral')
    expect(waiting?.items.map(({ id }) => id)).toContain(referral.id)
    const path = `/referral/${referral.id}`
    expect(await outcome(callApi('PATCH', path, { as: admin, body: { isGranted: true } }))).toBe('bad-request')
    expect(await undo(referral.id)).toBe('illegal')
    const answers = await Promise.all([
      decide(referral.id, true),
      decide(referral.id, true),
      decide(referral.id, false),
    ])
    expect(answers.filter((answer) => answer === 'ok')).toHaveLength(1)
    const decided = await referralOf(friend)
    if (decided.state === 'given') expect(await remainingOf(bringer)).toBe(90)
    expect(decided.reason).toBe('checked with both')
    expect(
      await row(`SELECT reason FROM audit_entries WHERE act = 'referral.decide' AND target_id = ?`, friend.id),
    ).toEqual({ reason: 'checked with both' })
    await isProven()
  })

  it('refuse it, and nothing is given', async () => {
    const { bringer, friend, referral } = await reviewed(gateways)
    expect(await decide(referral.id, false)).toBe('ok')
    await runJob(GIVEN)
    expect(await remainingOf(bringer)).toBe(60)
    expect(await messagesTo(friend)).toEqual([])
    expect((await mineOf(friend)).broughtBy).toMatchObject({ state: 'ended' })
    expect(await decide(referral.id, true)).toBe('illegal')
  })

  it('take back what is left, in the first week, and what still waits', async () => {
    const { bringer, friend, referral } = await reviewed(gateways)
    expect(await decide(referral.id, true)).toBe('ok')
    const tutor = await onboardedTutor()
    const subscription = await row<{ id: number }>(
      'SELECT id FROM subscriptions WHERE user_id = ? AND period <> 3',
      bringer.id,
    )
    // 75 of the 90 minutes are spent.
    const lessonId = await insertLesson({ student: bringer, tutor, start: LESSON + hours(30), duration: 30 })
    await run(
      `INSERT INTO minute_entries (subscription_id, week, kind, minutes, lesson_id, created_at) VALUES (?, ?, 'booking', -75, ?, ?)`,
      ...[subscription?.id, START - hours(7), lessonId, Date.now()],
    )
    expect(await undo(referral.id)).toBe('ok')
    expect(await remainingOf(bringer)).toBe(0)
    expect((await referralOf(friend)).rewards.map(({ state }) => state)).toEqual(['taken-back', 'taken-back'])
    expect(await undo(referral.id)).toBe('illegal')
    await isProven()
  })

  it('are the only ones who see and decide them', async () => {
    const { bringer, friend, referral } = await reviewed(gateways)
    for (const as of [bringer, friend]) {
      const person = await again(as)
      expect(await outcome(callApi('GET', '/referral/list', { as: person }))).toBe('forbidden')
      expect(await decide(referral.id, true, person)).toBe('forbidden')
    }
    expect(await outcome(callApi('DELETE', '/referral/999999', { as: await newAdmin(), headers: reasoned }))).toBe(
      'not-found',
    )
  })
})
