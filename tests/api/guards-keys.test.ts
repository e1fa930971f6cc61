import { describe, expect, it } from 'vitest'
import { hours } from '#domain/cairo'
import {
  type Answer,
  callApi,
  expectOk,
  insertLesson,
  newAdmin,
  newEmail,
  onboardedTutor,
  outcome,
  PASSWORD,
  type Person,
  rows,
  run,
  setNow,
  verifiedStudent,
} from '#tests/people'
import { insertTaughtLessons } from './earning-fixtures.ts'
import { at, bookingFixture, iso, NOW, remainingMinutes, startClockAtNoon } from './lesson-fixtures.ts'
import { newPlan } from './payment-fixtures.ts'
import { race } from './race.ts'

startClockAtNoon()

/** The request, and the repeat of it that takes its key over before it writes. */
const takeOver = async (
  write: string,
  statement: RegExp,
  refusedBy: string,
  send: () => Promise<Answer>,
  repeat = () => expectOk(send()),
) => {
  const taken: unknown[] = []
  const answer = await race({
    write,
    statement,
    refusedBy,
    slow: send,
    fast: async () => {
      setNow(Date.now() + 5_000)
      taken.push(await repeat())
    },
  })
  expect([answer.status, answer.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
  expect(taken).toEqual([answer.body])
}

describe('an Idempotency-Key that a repeat took over from a slow first request: only the repeat acts, and both get its answer', () => {
  const headers = () => ({ 'idempotency-key': crypto.randomUUID() })

  it('to a withdrawal, which nothing else would refuse', async () => {
    const tutor = await onboardedTutor()
    await insertTaughtLessons(tutor, 4)
    const request = { as: tutor, body: { method: 0, receiver: '01012345678', amount: 10_013 }, headers: headers() }
    const send = () => callApi('POST', '/invoice', request)
    await takeOver('withdrawals/create', /^insert into "withdrawals"/, 'key-taken-over', send)
    expect(await rows('SELECT id FROM withdrawals WHERE user_id = ?', tutor.id)).toHaveLength(1)
  })

  it('to a booking, which a unique key refuses first', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const body = { tutorId: tutor.id, slotId: slot.id, start: iso(at(25)), duration: 30 }
    const request = { as: student, body, headers: headers() }
    const send = () => callApi('POST', '/lesson', request)
    await takeOver('lessons/book', /^insert into "lessons"/, 'reached-booking-limit', send)
    expect(await rows('SELECT lesson_id FROM lesson_members WHERE user_id = ?', student.id)).toHaveLength(1)
    expect(await remainingMinutes(student)).toBe(30)
  })
})

describe.each([
  { kind: 'its unique key refuses first', isGone: false },
  { kind: 'what the repeat has made is gone again, so that the key alone refuses', isGone: true },
])('where an act has an answer of its own to a second row, and $kind', ({ isGone }) => {
  type Creating = {
    write: string
    table: string
    /** What refuses a second row. */
    unique: string
    path: string
    body: object
    as: Person | null
    /** Takes away the row that the repeat has made. */
    clear: () => Promise<unknown>
  }

  const chat = async (): Promise<Creating> => {
    const [sara, omar] = await Promise.all([verifiedStudent(), onboardedTutor()])
    return {
      write: 'chat/store:createRoom',
      table: 'rooms',
      unique: 'rooms.lower_id, rooms.higher_id',
      path: '/chat/new',
      body: { userId: omar.id },
      as: sara,
      clear: async () => {
        await run('DELETE FROM room_members WHERE user_id IN (?, ?)', sara.id, omar.id)
        await run('DELETE FROM rooms WHERE ? IN (lower_id, higher_id)', sara.id)
      },
    }
  }
  const rating = async (): Promise<Creating> => {
    const [sara, omar] = await Promise.all([verifiedStudent(), onboardedTutor()])
    await insertLesson({ tutor: omar, student: sara, start: NOW - hours(3) })
    return {
      write: 'lessons/create-rating:refuseSecond',
      table: 'ratings',
      unique: 'ratings.rater_id, ratings.ratee_id',
      path: '/rating',
      body: { rateeId: omar.id, value: 5, feedback: null },
      as: sara,
      clear: () => run('DELETE FROM ratings WHERE rater_id = ?', sara.id),
    }
  }
  const invite = async (): Promise<Creating> => {
    const email = newEmail()
    return {
      write: 'plans/invite-store:refuseDuplicate',
      table: 'invites',
      unique: 'invites.email',
      path: '/invite',
      body: { email, planId: await newPlan(), expiresAt: iso(at(24)) },
      as: await newAdmin(),
      clear: () => run('DELETE FROM invites WHERE email = ?', email),
    }
  }
  const planInvite = async (): Promise<Creating> => {
    const sara = await verifiedStudent()
    return {
      write: 'plans/write-plan-invite:refuseAllInvited',
      table: 'plan_invites',
      unique: 'all-invited',
      path: '/plan-invite',
      body: { userIds: [sara.id], planId: await newPlan() },
      as: await newAdmin(),
      clear: () => run('DELETE FROM plan_invites WHERE user_id = ?', sara.id),
    }
  }
  const coupon = async (): Promise<Creating> => {
    const discounts = { monthDiscount: 10, quarterDiscount: 10, yearDiscount: 10 }
    const code = crypto.randomUUID().slice(0, 8).toUpperCase()
    return {
      write: 'plans/write-coupon:refuseTaken',
      table: 'coupons',
      unique: 'coupons.code',
      path: '/coupon',
      body: { code, planId: await newPlan(), expiresAt: iso(at(24)), ...discounts },
      as: await newAdmin(),
      clear: () => run('DELETE FROM coupons WHERE code = ?', code),
    }
  }
  const account = async (): Promise<Creating> => {
    const email = newEmail()
    return {
      write: 'users/store:openAccount',
      table: 'users',
      unique: 'users.email',
      path: '/student',
      body: { email, password: PASSWORD },
      as: null,
      clear: () => run('UPDATE users SET email = ? WHERE email = ?', newEmail(), email),
    }
  }

  it.each([
    { name: 'a chat room', creating: chat },
    { name: 'a rating', creating: rating },
    { name: 'an invite', creating: invite },
    { name: 'an invite to a plan', creating: planInvite },
    { name: 'a coupon', creating: coupon },
    { name: 'an account', creating: account },
  ])('the slow first request of $name gets the answer of the repeat that took its key over', async ({ creating }) => {
    const { write, table, unique, path, body, as, clear } = await creating()
    const request = { as, body, headers: { 'idempotency-key': crypto.randomUUID() } }
    const send = () => callApi('POST', path, request)
    const taken = async () => {
      const answer = await expectOk(send())
      if (isGone) await clear()
      return answer
    }
    const refusedBy = isGone ? 'key-taken-over' : unique
    await takeOver(write, new RegExp(`^insert into "${table}"`, 'i'), refusedBy, send, taken)
  })
})

describe('a chat room of two people', () => {
  it('that both open at once: it is opened once', async () => {
    const [sara, omar] = await Promise.all([verifiedStudent(), onboardedTutor()])
    const open = () => callApi('POST', '/chat/new', { as: sara, body: { userId: omar.id } })
    const answer = await race({
      write: 'chat/store:createRoom',
      refusedBy: 'rooms.lower_id, rooms.higher_id',
      slow: () => outcome(open()),
      fast: () => expectOk(open()),
    })
    expect(answer).toBe('room-exists')
    expect(await rows('SELECT id FROM rooms WHERE ? IN (lower_id, higher_id)', sara.id)).toHaveLength(1)
  })
})
