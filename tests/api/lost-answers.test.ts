/** A creating call whose server dies between its batch and its answer: the repeat under the same key (docs/rules/api.md 6.1). */
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { hours, minutes } from '#domain/cairo'
import type { Permission } from '#domain/permissions'
import { bytesOf, webmOf } from '#tests/files'
import {
  type Answer,
  agreeingToMailings,
  bindings,
  callApi,
  decryptedMail,
  expectOk,
  insertLesson,
  insertSlot,
  newEmail,
  newSuperAdmin,
  onboardedTutor,
  PASSWORD,
  type Person,
  row,
  rows,
  run,
  setNow,
  subscribe,
  triggerJob,
  tutorManager,
  verifiedStudent,
} from '#tests/people'
import { servedCalls } from '../../worker/http/bind.ts'
import { dieAtCompletion, dieWhen, holdCompletion } from './crash.ts'
import { insertTaughtLessons } from './earning-fixtures.ts'
import type { Gateways } from './gateways.ts'
import { at, bookingFixture, iso, NOW } from './lesson-fixtures.ts'
import { isCharge, withGateways } from './order-fixtures.ts'
import { activePlansOf, newPlan, payingStudent, transactionOf } from './payment-fixtures.ts'
import { upload } from './uploads.ts'

let dina: Person
let gateways: Gateways
let key: string

withGateways(iso(NOW), (opened) => {
  gateways = opened
})
beforeAll(async () => {
  dina = await newSuperAdmin()
})
beforeEach(() => {
  key = crypto.randomUUID()
  // The failures of a server that has died are no news.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.restoreAllMocks()
})

const isReplay = ({ headers }: Answer) => headers.get('idempotency-replayed') === 'true'
const post = (path: string, body: unknown, as: Person | null, headers: Record<string, string> = {}) =>
  callApi('POST', path, { as, body, headers: { 'idempotency-key': key, ...headers } })

type Send = () => Promise<Answer>
/** A request that creates, and the row that its answer names; without one the answer names none. */
type Creating = { send: Send; made?: { table: string; id: (body: never) => number | string } }

const byId = (table: string) => ({ table, id: ({ id }: { id: number | string }) => id })
const insert = async (sql: string, ...values: unknown[]): Promise<number> =>
  (await row<{ id: number }>(`${sql} RETURNING id`, ...values))?.id ?? 0
const insertReport = async () =>
  insert(
    `INSERT INTO reports (title, description, user_id, created_at, updated_at) VALUES ('مشكلة', 'صوت', ?, 1, 1)`,
    (await verifiedStudent()).id,
  )
const insertContact = () =>
  insert(
    `INSERT INTO contact_requests (name, phone, title, message, created_at, updated_at)
     VALUES ('هدى', '01012345678', 'سؤال', 'عن الباقات', 1, 1)`,
  )
const newTopic = (name: string) =>
  insert('INSERT INTO topics (name_ar, name_en, created_at, updated_at) VALUES (?, ?, 1, 1)', `موضوع ${name}`, name)
const byDina = async (path: string, body: object, made?: Creating['made']): Promise<Creating> => ({
  send: () => post(path, body, dina),
  ...(made ? { made } : {}),
})

async function addCard(student: Person): Promise<string> {
  const { url } = await expectOk<{ url: string }>(callApi('GET', '/fawry/card-token/url', { as: student }))
  const fields = Object.fromEntries(new URL(url).searchParams)
  const card = { number: '4111111111111111', holder: 'SARA ALI', expiry: '12/29', cvv: '123' }
  await gateways.submit('/fawry/atfawry/plugin/card-token', { ...fields, ...card, act: 'save' })
  const list = callApi('GET', `/fawry/card-token/list?userId=${student.id}`, { as: student })
  return (await expectOk<{ cards: { token: string }[] }>(list)).cards[0]?.token ?? ''
}

const transaction = { table: 'transactions', id: ({ transactionId }: { transactionId: number }) => transactionId }

async function cardOrder(path: string, more: object): Promise<Creating> {
  const sara = await payingStudent()
  const body = { planId: await newPlan(), period: 'month', cardToken: await addCard(sara), cvv: '123', ...more }
  return { send: () => post(path, body, sara), made: transaction }
}

async function order(path: string, more: object): Promise<Creating> {
  const [sara, planId] = await Promise.all([payingStudent(), newPlan()])
  return { send: () => post(path, { planId, ...more }, sara), made: transaction }
}

/** A tutor whom no intro video or interview keeps from the next step, and the one manager who works. */
async function applicant() {
  await run('UPDATE tutors SET activated = 0 WHERE id IN (SELECT id FROM users WHERE role = 5)')
  return Promise.all([onboardedTutor(), tutorManager()])
}

async function meeting(path: string, purpose: number): Promise<Creating> {
  const [tutor, manager] = await applicant()
  const slotId = await insertSlot(manager, NOW, at(6), purpose)
  await run(
    `INSERT INTO intro_videos (src, tutor_id, reviewer_id, state, created_at, updated_at) VALUES ('x', ?, ?, 3, 1, 1)`,
    tutor.id,
    manager.id,
  )
  return { send: () => post(path, { slotId, start: iso(at(2)) }, tutor) }
}

const discounts = { monthDiscount: 10, quarterDiscount: 10, yearDiscount: 10 }

/** A valid request of every call that creates. */
const creating: Partial<Record<Permission, () => Promise<Creating>>> = {
  'availability.change': async () => {
    const tutor = await onboardedTutor()
    const action = { type: 'create', start: iso(at(24)), end: iso(at(26)), purpose: 2 }
    return { send: () => post('/availability-slot', { actions: [action] }, tutor) }
  },
  'chat.open': async () => {
    const [sara, omar] = await Promise.all([verifiedStudent(), onboardedTutor()])
    return {
      send: () => post('/chat/new', { userId: omar.id, message: 'مساء الخير' }, sara),
      made: { table: 'rooms', id: ({ roomId }: { roomId: number }) => roomId },
    }
  },
  'contact.send': async () => {
    const body = { name: 'سارة علي', phone: '01012345678', title: 'سؤال عن الباقات', message: 'مواعيد الحصص في رمضان' }
    const ip = crypto.randomUUID()
    return { send: () => post('/contact-request', body, null, { 'cf-connecting-ip': ip }) }
  },
  'contact.answer': async () => {
    const id = await insertContact()
    return byDina(`/contact-request/${id}/answer`, { channel: 2, text: 'كلمناها' }, byId('contact_requests'))
  },
  'contact.note': async () =>
    byDina(`/contact-request/${await insertContact()}/note`, { text: 'مهم' }, byId('contact_requests')),
  'coupon.create': async () => {
    const code = { code: 'ONCE1', planId: await newPlan(), ...discounts, expiresAt: iso(at(24)) }
    return byDina('/coupon', code, byId('coupons'))
  },
  'demoSession.book': () => meeting('/demo-session', 4),
  'fawry.payByCard': () => cardOrder('/fawry/pay/card', {}),
  'fawry.payByInstallments': () => cardOrder('/fawry/pay/bank-installments', { installmentPlanId: 1203 }),
  'fawry.payByReference': () => order('/fawry/pay/ref-num', { period: 'month' }),
  'fawry.requestWalletAgain': async () => {
    const [sara, planId] = await Promise.all([payingStudent(), newPlan()])
    const body = { planId, period: 'month', walletPhone: '01012345678' }
    const placed = await expectOk<{ transactionId: number }>(callApi('POST', '/fawry/pay/e-wallet', { as: sara, body }))
    const again = { transactionId: placed.transactionId, walletPhone: '01112345678' }
    setNow(NOW + minutes(2))
    return { send: () => post('/fawry/pay/e-wallet/again', again, sara), made: transaction }
  },
  'fawry.payByWallet': () => order('/fawry/pay/e-wallet', { period: 'month' }),
  'interview.book': () => meeting('/interview', 3),
  'introVideo.beginUpload': async () => {
    const [tutor] = await applicant()
    return { send: () => post('/intro-video/upload', { bytes: 5_000 }, tutor), made: byId('intro_video_uploads') }
  },
  'introVideo.create': async () => {
    const [tutor] = await applicant()
    const fields = { duration: '1.5', video: webmOf(90) }
    return { send: () => upload('POST', '/intro-video/with/asset', tutor, fields, { 'idempotency-key': key }) }
  },
  'invite.create': async () =>
    byDina('/invite', { email: newEmail(), planId: await newPlan(), expiresAt: iso(at(24)) }, byId('invites')),
  'invoice.create': async () => {
    const tutor = await onboardedTutor()
    await insertTaughtLessons(tutor, 2)
    const body = { method: 0, receiver: '01012345678', amount: 10_013 }
    return { send: () => post('/invoice', body, tutor), made: byId('withdrawals') }
  },
  'lesson.book': async () => {
    const { tutor, student, slot } = await bookingFixture()
    const body = { tutorId: tutor.id, slotId: slot.id, start: iso(at(25)), duration: 30 }
    return { send: () => post('/lesson', body, student), made: byId('lessons') }
  },
  'paymentFile.create': async () => {
    const tutor = await onboardedTutor()
    const withdrawal = (receiver: string) =>
      insert(
        `INSERT INTO withdrawals (user_id, method, receiver, amount, status, created_at, updated_at)
         VALUES (?, 1, ?, 20000, 0, 1, 1)`,
        tutor.id,
        receiver,
      )
    const ids = [await withdrawal('CIB:1001'), await withdrawal('NBE:2002')]
    const newest = ({ list }: { list: { id: number }[] }) => {
      expect(list).toHaveLength(2)
      return Math.max(...list.map(({ id }) => id))
    }
    return byDina('/invoice/payment-file', { ids }, { table: 'payment_files', id: newest })
  },
  'payoutBatch.create': async () => {
    const tutor = await onboardedTutor()
    const id = await insert(
      `INSERT INTO withdrawals (user_id, method, receiver, amount, status, created_at, updated_at)
       VALUES (?, 0, '01012345678', 20000, 0, 1, 1)`,
      tutor.id,
    )
    return byDina('/invoice/payout-batch', { ids: [id] }, byId('payout_batches'))
  },
  'paymob.checkout': async () => {
    const { send } = await order('/paymob/create-checkout-url', { planPeriod: 0, paymentMethod: 0 })
    return { send }
  },
  'plan.create': async () => {
    const prices = { weeklyMinutes: 60, baseMonthlyPrice: 60000, monthDiscount: 0, quarterDiscount: 0, yearDiscount: 0 }
    return byDina('/plan', { ...prices, forInvitesOnly: false, active: true }, byId('plans'))
  },
  'planInvite.create': async () => {
    const students = [await verifiedStudent(), await verifiedStudent(), await verifiedStudent()]
    const planId = await newPlan()
    // Of three students in the order of their ids the one in the middle is invited already.
    await run(
      'INSERT INTO plan_invites (user_id, plan_id, created_by, created_at) VALUES (?, ?, ?, 1)',
      students[1]?.id,
      planId,
      dina.id,
    )
    return byDina(
      '/plan-invite',
      { userIds: students.map(({ id }) => id), planId },
      {
        table: 'plan_invites',
        // The first one's: of the two rows the one before the newest.
        id: ({ id, userId }: { id: number; userId: number }) => (userId === students[0]?.id ? id + 1 : 0),
      },
    )
  },
  'rating.create': async () => {
    const [sara, omar] = await Promise.all([verifiedStudent(), onboardedTutor()])
    await insertLesson({ tutor: omar, student: sara, start: NOW - hours(3), attended: true })
    const body = { rateeId: omar.id, value: 5, feedback: 'جميل' }
    return { send: () => post('/rating', body, sara), made: byId('ratings') }
  },
  'report.create': async () => {
    const sara = await verifiedStudent()
    const fields = { title: 'مشكلة', description: 'الصفحة واقفة', log: bytesOf('10:00 GET /tutors') }
    return { send: () => upload('POST', '/report/with/asset', sara, fields, { 'idempotency-key': key }) }
  },
  'report.answer': async () =>
    byDina(`/report/${await insertReport()}/answer`, { text: 'بنبص عليها' }, byId('reports')),
  'report.note': async () => byDina(`/report/${await insertReport()}/note`, { text: 'مهم' }, byId('reports')),
  'personFile.note': async () => {
    const { id } = await verifiedStudent()
    return byDina(`/user/${id}/notes`, { text: 'طلبت تتكلم بالليل بس' })
  },
  'student.register': async () => {
    const body = { email: newEmail(), password: PASSWORD, jobTitle: 'مهندسة' }
    return {
      send: () => post('/student', body, null),
      made: { table: 'users', id: ({ user }: { user: { userId: number } }) => user.userId },
    }
  },
  'student.giveMinutes': async () => {
    const { id } = await verifiedStudent()
    const made = { table: 'minute_entries', id: ({ entryId }: { entryId: number }) => entryId }
    return byDina(`/student/${id}/minutes`, { minutes: 30, reason: 'تعويض' }, made)
  },
  'student.pause': async () => {
    const student = await verifiedStudent()
    const subscription = await subscribe(student, NOW, at(4 * 7 * 24))
    await run('UPDATE subscriptions SET pausable = 1 WHERE id = ?', subscription)
    return { send: () => post(`/student/${student.id}/pauses`, { weeks: 1 }, student), made: byId('pauses') }
  },
  'topic.create': () => byDina('/topic', { arabicName: 'سفر ورحلات', englishName: 'Journeys' }, byId('topics')),
  'mailing.send': async () => {
    const words = { ar: { title: 'خبر', text: 'خبر جديد' } }
    const sara = await agreeingToMailings(await verifiedStudent())
    return byDina('/mailing', { ids: [sara.id], template: 'news', words }, byId('mailings'))
  },
  'link.create': () => byDina('/link', { name: 'wa-lost', url: 'https://wa.me/201012345678' }),
  'topic.merge': async () => {
    const [from, into, sara] = await Promise.all([newTopic('Sea'), newTopic('Beach'), verifiedStudent()])
    await run('INSERT INTO user_topics (user_id, topic_id) VALUES (?, ?)', sara.id, from)
    return byDina(`/topic/${from}/merge`, { into })
  },
  'topic.addToUser': async () => {
    const [sara, topicId] = await Promise.all([verifiedStudent(), newTopic('Cinema')])
    return { send: () => post('/topic/of/user', { topicIds: [topicId] }, sara) }
  },
  'staffInvite.create': () => byDina('/staff-invite', { email: newEmail(), role: 6 }, byId('staff_invites')),
  'staffInvite.accept': async () => {
    const email = newEmail()
    await expectOk(callApi('POST', '/staff-invite', { as: dina, body: { email, role: 6 } }))
    const { url = '' } = await decryptedMail(email, 'staff_invite')
    const body = { token: url.slice(url.indexOf('#') + 1), name: 'نهى سالم', password: PASSWORD }
    const id = ({ user }: { user: { id: number } }) => user.id
    return { send: () => post('/staff-invite/accept', body, null), made: { table: 'users', id } }
  },
  'user.register': () =>
    byDina(
      '/user',
      { email: newEmail(), password: PASSWORD, role: 6 },
      { table: 'users', id: ({ user }: { user: { id: number } }) => user.id },
    ),
}

const creatingCalls = servedCalls.filter(({ creates }) => creates)

/** How many rows each table has. */
async function rowCounts(): Promise<Record<string, number>> {
  const tables = await rows<{ name: string }>(
    `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '\\_cf%' ESCAPE '\\'`,
  )
  const counted = await bindings.DB.batch<{ count: number }>(
    tables.map(({ name }) => bindings.DB.prepare(`SELECT COUNT(*) AS count FROM "${name}"`)),
  )
  return Object.fromEntries(tables.map(({ name }, index) => [name, counted[index]?.results[0]?.count ?? 0]))
}

/** Where the first request waits for the gateway nothing will come, and nobody waits for it. */
const doNotWait = () => vi.spyOn(scheduler, 'wait').mockResolvedValue(undefined)

it('every call that creates has a request here', () => {
  expect(creatingCalls.length).toBeGreaterThan(30)
  expect(creatingCalls.map(({ may }) => may).toSorted()).toEqual(Object.keys(creating).toSorted())
})

describe('after a crash between the batch and the answer, the repeat is answered with what was made, and makes nothing', () => {
  it.each(creatingCalls)('$may', async ({ may, answer: promised }) => {
    doNotWait()
    const { send, made } = (await creating[may]?.()) ?? { send: () => Promise.reject(new Error('No request')) }
    expect(await dieAtCompletion('after', send), 'its batch completes the key').toBe(true)
    const before = await rowCounts()
    const again = await send()
    expect([again.status, again.code, isReplay(again)]).toEqual([200, undefined, true])
    expect(z.safeDecode(promised, again.body as never).error).toBeUndefined()
    expect(await rowCounts()).toEqual(before)
    if (!made) return
    const newest = await row<{ id: number | string }>(`SELECT id FROM ${made.table} ORDER BY rowid DESC LIMIT 1`)
    expect(made.id(again.body as never)).toBe(newest?.id)
  })
})

describe('a request that is killed', () => {
  it('after it has opened an account leaves no token behind, and its repeat signs in', async () => {
    const body = { email: newEmail(), password: PASSWORD }
    expect(await dieAtCompletion('after', () => post('/student', body, null))).toBe(true)
    const { token, user } = await expectOk<{ token: string; user: { id: number } }>(post('/student', body, null))
    const stored = await row('SELECT * FROM idempotency_keys WHERE key = ?', key)
    expect(JSON.stringify(stored)).not.toContain(token)
    const as = { id: user.id, email: body.email, token }
    expect(await expectOk<{ id: number }>(callApi('GET', '/user/current', { as }))).toMatchObject({ email: body.email })
    expect(await rows('SELECT id FROM auth_sessions WHERE user_id = ?', user.id)).toHaveLength(1)
  })

  it('before its batch has written nothing: the repeat takes its key over after five seconds', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const body = { tutorId: tutor.id, slotId: slot.id, start: iso(at(25)), duration: 30 }
    expect(await dieAtCompletion('before', () => post('/lesson', body, student))).toBe(true)
    expect(await rows('SELECT lesson_id FROM lesson_members WHERE user_id = ?', student.id)).toEqual([])
    setNow(NOW + 5_000)
    const again = await post('/lesson', body, student)
    expect([again.status, isReplay(again)]).toEqual([200, false])
    expect(await rows('SELECT lesson_id FROM lesson_members WHERE user_id = ?', student.id)).toHaveLength(1)
  })

  it('after its batch keeps the file that it has named', async () => {
    const sara = await verifiedStudent()
    const fields = { title: 'مشكلة', description: 'الصفحة واقفة', log: bytesOf('10:00 GET /tutors') }
    const send = () => upload('POST', '/report/with/asset', sara, fields, { 'idempotency-key': key })
    expect(await dieAtCompletion('after', send)).toBe(true)
    await expectOk(send())
    const named = await rows<{ log: string }>('SELECT log FROM reports WHERE user_id = ?', sara.id)
    expect(named).toHaveLength(1)
    expect(await bindings.FILES.head(named[0]?.log ?? '')).not.toBeNull()
  })

  describe('after it has ordered what a coupon covers completely', () => {
    async function freeOrder() {
      const [sara, planId] = await Promise.all([payingStudent(), newPlan()])
      const couponCode = `FREE${planId}`
      const whole = { monthDiscount: 100, quarterDiscount: 100, yearDiscount: 100 }
      await expectOk(
        callApi('POST', '/coupon', {
          as: dina,
          body: { code: couponCode, planId, ...whole, expiresAt: iso(at(24)) },
        }),
      )
      const send = () => post('/fawry/pay/ref-num', { planId, period: 'month', couponCode }, sara)
      expect(await dieAtCompletion('after', send)).toBe(true)
      expect(await activePlansOf(sara)).toEqual([])
      return { sara, send }
    }

    it('is completed by the repeat, once', async () => {
      const { sara, send } = await freeOrder()
      const { transactionId } = await expectOk<{ transactionId: number }>(send())
      expect(await expectOk(send())).toMatchObject({ transactionId })
      expect(await transactionOf(transactionId)).toMatchObject({ status: 1, amount: 0 })
      expect(await activePlansOf(sara)).toHaveLength(1)
    })

    it('is completed by the sweep', async () => {
      const { sara } = await freeOrder()
      setNow(NOW + minutes(11))
      await triggerJob('sweep-payments')
      expect(await activePlansOf(sara)).toHaveLength(1)
    })
  })

  it('after it has opened a room has its message sent by the repeat, once', async () => {
    const [sara, omar] = await Promise.all([verifiedStudent(), onboardedTutor()])
    const send = () => post('/chat/new', { userId: omar.id, message: 'مساء الخير' }, sara)
    expect(await dieAtCompletion('after', send)).toBe(true)
    const { roomId } = await expectOk<{ roomId: number }>(send())
    expect(await expectOk(send())).toEqual({ roomId })
    const { total } = await expectOk<{ total: number }>(callApi('GET', `/chat/list/${roomId}/messages`, { as: sara }))
    expect(total).toBe(1)
  })
})

describe('a repeat', () => {
  it('waits for a first request that is slow, and gets its answer', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const body = { tutorId: tutor.id, slotId: slot.id, start: iso(at(25)), duration: 30 }
    let polls = 0
    const { isHeld } = holdCompletion(() => polls > 1)
    const wait = scheduler.wait.bind(scheduler)
    vi.spyOn(scheduler, 'wait').mockImplementation((ms) => {
      polls++
      return wait(ms)
    })
    const first = post('/lesson', body, student)
    while (!isHeld()) await wait(10)
    const [answer, again] = await Promise.all([first, post('/lesson', body, student)])
    expect([answer.status, isReplay(answer)]).toEqual([200, false])
    expect([again.status, isReplay(again), again.body]).toEqual([200, true, answer.body])
  })

  it('of a request about another record is refused', async () => {
    const [one, other] = [await insertReport(), await insertReport()]
    const note = (id: number, slash = '') => post(`/report/${id}/note${slash}`, { text: 'مهم' }, dina)
    const noted = await expectOk<{ id: number }>(note(one))
    expect(await note(other)).toMatchObject({ status: 409, code: 'illegal' })
    expect(await expectOk(note(one, '/'))).toEqual(noted)
    expect(await rows('SELECT id FROM inbox_entries WHERE report_id = ?', other)).toEqual([])
  })

  it('from another address of the same network is one, and from elsewhere is a new request', async () => {
    const body = { email: newEmail(), password: PASSWORD }
    const from = (ip: string) => post('/student', body, null, { 'cf-connecting-ip': ip })
    const first = await from('2001:db8:1:2::1')
    const again = await from('2001:db8:1:2:ffff::9')
    expect([first.status, again.status, isReplay(again), again.body]).toEqual([200, 200, true, first.body])
    expect(await from('2001:db8:1:3::1')).toMatchObject({ code: 'user-exists' })
  })

  it('after the gateway could not be reached is a new order', async () => {
    const { send } = (await creating['paymob.checkout']?.()) ?? {}
    if (!send) throw new Error('There is no request')
    gateways.loseRequests(() => true)
    expect(await send()).toMatchObject({ code: 'service-unavailable' })
    gateways.loseRequests(() => false)
    const again = await send()
    expect([again.status, isReplay(again)]).toEqual([200, false])
  })

  it('after the gateway has refused gets that refusal, also where it was not stored', async () => {
    const { send } = (await creating['fawry.payByReference']?.()) ?? {}
    if (!send) throw new Error('There is no request')
    gateways.loseRequests(() => true)
    const refused = await send()
    gateways.loseRequests(() => false)
    await run('UPDATE idempotency_keys SET status = NULL, body = NULL WHERE key = ?', key)
    const again = await send()
    expect([refused.code, again.code, again.status]).toEqual(['fawry-error', 'fawry-error', refused.status])
  })

  it('of an order that has failed since gets the refusal of its provider', async () => {
    const outcomes = []
    for (const call of ['fawry.payByReference', 'paymob.checkout'] as const) {
      const { send } = (await creating[call]?.()) ?? {}
      if (!send) throw new Error('There is no request')
      expect((await send()).status).toBe(200)
      await run('UPDATE idempotency_keys SET status = NULL, body = NULL WHERE key = ?', key)
      await run(
        'UPDATE transactions SET status = 6, failure_reason = ? WHERE id = (SELECT MAX(id) FROM transactions)',
        call,
      )
      const { code, body } = await send()
      outcomes.push([code, (body as { message?: string }).message])
    }
    expect(outcomes).toEqual([
      ['fawry-error', expect.stringContaining('fawry.payByReference')],
      ['service-unavailable', expect.stringContaining('paymob.checkout')],
    ])
  })

  it('after an unforeseen failure behind the batch is answered from what was made', async () => {
    const [sara, omar] = await Promise.all([verifiedStudent(), onboardedTutor()])
    const send = () => post('/chat/new', { userId: omar.id, message: 'مساء الخير' }, sara)
    const party = vi.spyOn(bindings.ChatParty, 'getByName').mockImplementation(() => {
      throw new Error('The room cannot be reached')
    })
    expect(await send()).toMatchObject({ status: 500, code: 'unexpected' })
    party.mockRestore()
    const again = await send()
    expect([again.status, isReplay(again)]).toEqual([200, true])
    expect(await rows('SELECT id FROM rooms WHERE ? IN (lower_id, higher_id)', sara.id)).toHaveLength(1)
  })
})

describe('the repeat of an order that the gateway has accepted, and whose server died before it wrote that down', () => {
  type Placed = { transactionId: number; referenceNumber?: number | string }
  const charges = () => gateways.requests.filter(({ url }) => isCharge(new URL(url).pathname))

  async function acceptedOrder(path: string) {
    const { send } = await order(path, { period: 'month' })
    let isAccepted = false
    gateways.changeAnswers((called, answer) => {
      isAccepted ||= isCharge(called)
      return answer
    })
    await dieWhen(() => isAccepted, send)
    doNotWait()
    const repeat = () => expectOk<Placed>(send())
    const atGateway = async () => {
      const { merchant_ref_num } = await transactionOf((await repeat()).transactionId)
      return gateways.orderByMerchantNumber(merchant_ref_num)?.referenceNumber
    }
    return { repeat, atGateway }
  }

  it.each([
    ['ref-num', Number],
    ['e-wallet', String],
  ] as const)('asks for its number and charges nothing again (%s)', async (path, as) => {
    const { repeat, atGateway } = await acceptedOrder(`/fawry/pay/${path}`)
    const { transactionId, referenceNumber } = await repeat()
    expect(referenceNumber).toBe(as(await atGateway()))
    expect(await transactionOf(transactionId)).toMatchObject({ status: 7, provider_ref_num: String(referenceNumber) })
    expect(await repeat()).toMatchObject({ transactionId, referenceNumber })
    expect(charges()).toHaveLength(1)
  })

  it('has no number while the gateway does not answer, and has it as soon as it does', async () => {
    const { repeat, atGateway } = await acceptedOrder('/fawry/pay/ref-num')
    gateways.answerInstead((path) => (path.endsWith('/status/v2') ? Response.json({}, { status: 503 }) : null))
    const { transactionId, ...rest } = await repeat()
    expect(rest).toEqual({})
    expect(await transactionOf(transactionId)).toMatchObject({ status: 0, provider_ref_num: null })
    gateways.answerInstead(() => null)
    expect(await repeat()).toEqual({ transactionId, referenceNumber: Number(await atGateway()) })
    expect(charges()).toHaveLength(1)
  })

  it('has no number where the charge never reached the gateway', async () => {
    const { send } = await order('/fawry/pay/ref-num', { period: 'month' })
    expect(await dieAtCompletion('after', send)).toBe(true)
    doNotWait()
    expect(await expectOk(send())).toEqual({ transactionId: expect.any(Number) })
    expect(charges()).toEqual([])
  })
})
