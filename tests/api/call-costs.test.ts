/**
 * What calls cost where it counts: on the platform a trip to the database takes milliseconds to tens of them, and the rows read are
 * the bill. `npm run bench -- cost` prints the same for every call, on a large marketplace too (tests/load/COST.md).
 */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type JobName, schedule } from '#contract/jobs'
import { isStaff, Role } from '#domain/roles'
import {
  bindings,
  callApi,
  expectOk,
  newSuperAdmin,
  PASSWORD,
  type Person,
  row,
  setNow,
  tokenFor,
  triggerJob,
} from '#tests/people'
import { isAllowed } from '#tests/permission-matrix'
import { idsOf, readsOf } from '#tests/reads'
import { type Cost, countCosts } from '../../dev/cost.ts'
import { replaceD1Methods } from './d1-methods.ts'
import { insertTaughtLessons, request } from './earning-fixtures.ts'
import { notify, openGateways } from './gateways.ts'
import { at, bookingFixture, NOW } from './lesson-fixtures.ts'
import { addCard } from './order-fixtures.ts'
import { ownershipFixtures } from './ownership-fixtures.ts'
import { lastTransactionOf, newPlan, payingStudent } from './payment-fixtures.ts'
import { heavySteps, notePrepared, planOf } from './plans.ts'

const counter = countCosts(bindings as unknown as Parameters<typeof countCosts>[0])

beforeAll(() => {
  setNow(NOW)
})
afterAll(() => {
  counter.end()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

async function costOf(work: () => Promise<unknown>): Promise<Pick<Cost, 'trips' | 'statements'>> {
  counter.begin()
  await work()
  const { trips, statements } = counter.read()
  return { trips, statements }
}

describe('the trips and statements of a call, at the most', () => {
  it('are those of its budget for purchases and the notices of their providers', async () => {
    const gateways = openGateways()
    const planId = await newPlan()
    vi.spyOn(crypto.subtle, 'encrypt').mockRejectedValue(new Error('Not stored'))
    const buy = (as: Person, path: string, body: object) =>
      callApi('POST', path, { as, headers: { 'idempotency-key': 'cost' }, body })
    const costs: Record<string, Pick<Cost, 'trips' | 'statements'>> = {}
    /** The last notice about an order, as its provider sends it. */
    const noticeOf = async (provider: 'fawry' | 'paymob', reference: string | number) => {
      await gateways.act(provider, reference, 'pay', { deliver: false })
      const { url, body } = (await gateways.deliveries(provider, reference)).at(-1) ?? { url: '', body: '{}' }
      const { pathname, search } = new URL(url)
      return async () => {
        const answer = await notify(`${pathname.replace('/api/v1', '')}${search}`, JSON.parse(body))
        expect(answer.status).toBe(200)
      }
    }

    const [payer, other, third] = await Promise.all([payingStudent(), payingStudent(), payingStudent()])
    costs['paying by a reference number'] = await costOf(() =>
      expectOk(buy(payer, '/fawry/pay/ref-num', { planId, period: 'month' })),
    )
    const notice = await noticeOf('fawry', (await lastTransactionOf(payer)).provider_ref_num ?? '')
    costs['a notice of Fawry that an order is paid'] = await costOf(notice)
    costs['the same notice again'] = await costOf(notice)

    costs['a checkout at Paymob'] = await costOf(() =>
      expectOk(buy(other, '/paymob/create-checkout-url', { planId, planPeriod: 0, paymentMethod: 0 })),
    )
    const callback = await noticeOf('paymob', (await lastTransactionOf(other)).provider_order_id ?? '')
    costs['a notice of Paymob that an order is paid'] = await costOf(callback)

    const cardToken = await addCard(gateways, third)
    costs['paying with a card'] = await costOf(() =>
      expectOk(buy(third, '/fawry/pay/card', { planId, period: 'month', cardToken, cvv: '123' })),
    )
    vi.unstubAllGlobals()
    expect(costs).toEqual(BUDGETS_OF_PAYMENTS)
  })

  it('are those of its budget', async () => {
    const { student, tutor, slot } = await bookingFixture()
    // Messages are delivered after the answer, and would be counted with the call that follows.
    const delivery = vi.spyOn(bindings.MESSAGES, 'send').mockResolvedValue({} as never)
    const get = (path: string, as = student) => costOf(() => expectOk(callApi('GET', path, { as })))
    await get('/user/tutor/list/onboarded')
    // Guests are answered from memory for two seconds, which do not pass here.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1)
    await expectOk(callApi('GET', '/user/tutor/list/onboarded'))
    const costs: Record<string, Pick<Cost, 'trips' | 'statements'>> = {
      'the list of tutors, for a guest': await costOf(() => expectOk(callApi('GET', '/user/tutor/list/onboarded'))),
      'the list of tutors': await get('/user/tutor/list/onboarded'),
      'a tutor': await get(`/user/tutor/info/${tutor.id}`),
      'who is signed in': await get('/user/current'),
      'own lessons': await get(`/lesson/list?users[]=${student.id}`),
      'the home': await get('/user/student/home'),
      'signing in': await costOf(() =>
        expectOk(callApi('POST', '/auth/password', { body: { email: student.email, password: PASSWORD } })),
      ),
    }
    clock.mockRestore()
    costs['the next token of a session'] = await costOf(() =>
      expectOk(callApi('POST', '/auth/refresh-token', { as: student, body: {} })),
    )
    const other = { id: student.id, email: student.email, token: await tokenFor(student.id) }
    costs['a favourite'] = await costOf(() => expectOk(callApi('PUT', `/favourite-tutor/${tutor.id}`, { as: other })))
    await insertTaughtLessons(tutor, 2)
    await triggerJob('settle-lessons')
    costs['asking for earnings'] = await costOf(() => expectOk(request(tutor, 10_000)))
    const address = { email: 'cost@example.com', password: PASSWORD }
    costs.registering = await costOf(() => expectOk(callApi('POST', '/student/', { body: address })))
    // The answer is stored for repeats after it was given, which is not counted with it: it is encrypted first.
    vi.spyOn(crypto.subtle, 'encrypt').mockRejectedValue(new Error('Not stored'))
    costs['booking under a key'] = await costOf(() =>
      expectOk(
        callApi('POST', '/lesson/', {
          as: other,
          headers: { 'idempotency-key': 'cost' },
          body: { tutorId: tutor.id, slotId: slot.id, start: new Date(at(25)).toISOString(), duration: 30 },
        }),
      ),
    )
    delivery.mockRestore()
    expect(costs).toEqual(BUDGETS)
  })
})

/** The people with tokens that say their roles, as signing in issues them. */
async function withTheirTokens(people: ReadonlyMap<Role, { person: Person }>) {
  const all = [...people].map(async ([role, { person }]) => {
    const token = await tokenFor(person.id, isStaff(role), role)
    return { role, person: { id: person.id, email: person.email, token } }
  })
  return Promise.all(all)
}

const nameOf = (role: Role | null) => Object.entries(Role).find(([, one]) => one === role)?.[0] ?? 'guest'

describe('a call that reads', () => {
  it('makes one trip for who is signed in, and none for a guest a second time, or as many as are said here', async () => {
    const people = await ownershipFixtures(NOW)
    const known = {
      student: people.get(Role.Student)?.person.id ?? 0,
      tutor: people.get(Role.Tutor)?.person.id ?? 0,
      studio: people.get(Role.Studio)?.person.id ?? 0,
    }
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1)
    const asked: { role: Role | null; person: Person | null }[] = [
      ...(await withTheirTokens(
        new Map<Role, { person: Person }>([...people, [Role.SuperAdmin, { person: await newSuperAdmin() }]]),
      )),
      { role: null, person: null },
    ]
    const more: Record<string, Record<string, number>> = {}
    for (const { role, person } of asked) {
      const ids = await idsOf(async (sql) => Object.values((await row<Record<string, unknown>>(sql)) ?? {})[0], {
        me: person?.id ?? 0,
        ...known,
      })
      for (const { may, name, path } of readsOf(ids, NOW)) {
        if (!isAllowed(may, role)) continue
        const ask = () => callApi('GET', path.slice('/api/v1'.length), person ? { as: person } : {})
        await ask()
        // What is done after the answer of the call before may fall into one of them.
        const trips = Math.min((await costOf(ask)).trips, (await costOf(ask)).trips)
        if (trips > (role === null ? 0 : 1)) more[name] = { ...more[name], [nameOf(role)]: trips }
      }
    }
    clock.mockRestore()
    expect(more).toEqual(MORE_TRIPS)
  })
})

/** Who asks is read in the first of the trips. To lower a figure is the point; one that rises is a slower screen for everybody. */
const BUDGETS: Record<string, Pick<Cost, 'trips' | 'statements'>> = {
  'the list of tutors, for a guest': { trips: 0, statements: 0 },
  'the list of tutors': { trips: 1, statements: 2 },
  'a tutor': { trips: 1, statements: 2 },
  'who is signed in': { trips: 1, statements: 2 },
  'own lessons': { trips: 1, statements: 3 },
  'the home': { trips: 1, statements: 4 },
  'signing in': { trips: 2, statements: 8 },
  'the next token of a session': { trips: 2, statements: 3 },
  'a favourite': { trips: 2, statements: 4 },
  'asking for earnings': { trips: 2, statements: 9 },
  registering: { trips: 2, statements: 6 },
  'booking under a key': { trips: 3, statements: 19 },
}

/** Purchases are made under a key, which takes one of their trips; another stores what the provider has answered. */
const BUDGETS_OF_PAYMENTS: Record<string, Pick<Cost, 'trips' | 'statements'>> = {
  'paying by a reference number': { trips: 4, statements: 16 },
  'paying with a card': { trips: 4, statements: 16 },
  'a checkout at Paymob': { trips: 4, statements: 16 },
  'a notice of Fawry that an order is paid': { trips: 3, statements: 20 },
  'the same notice again': { trips: 2, statements: 10 },
  'a notice of Paymob that an order is paid': { trips: 3, statements: 19 },
}

/** By whom a call is made that takes more, and how many. */
const MORE_TRIPS: Record<string, Record<string, number>> = {
  'serverStats.read': { SuperAdmin: 2 },
  'tutor.listUncontacted': { Student: 2 },
}

/** Steps that read or sort the more the more there is, and why they may. */
const ACCEPTED: readonly [RegExp, string][] = [
  [
    /^SCAN availability_slots( USING INDEX slots_created)? ←/,
    'a page of all slots: the walk ends with it, and the count at its limit',
  ],
]

/** Whether all that is sorted was found by equality: what one person or session has. */
const isOfOne = (plan: readonly string[]): boolean =>
  plan.some((step) => /^SEARCH .*\((\w+_id|id|rowid)=\?/.test(step)) &&
  plan.every((step) => !/^SCAN (?!json_each|value|one|page|held)/.test(step))

/** The first column of a select's answer that another one has the name of. */
async function doubledColumn(sql: string): Promise<string | undefined> {
  const values = [...sql.matchAll(/\?/g)].map(() => 1)
  const [names = []] = await bindings.DB.prepare(sql)
    .bind(...values)
    .raw({ columnNames: true })
  return names.find((name, index) => names.indexOf(name) !== index)
}

describe('no statement', () => {
  /** The selects of the batches of the first test. */
  const batched = new Set<string>()

  it('of a call that reads, or of a job, walks or sorts a table that grows', async () => {
    const prepared: string[] = []
    const people = await ownershipFixtures(NOW)
    notePrepared(prepared)
    const restore = replaceD1Methods({
      batch: (statements, original) => {
        for (const { statement } of statements) if (/^select/i.test(statement)) batched.add(statement)
        return original()
      },
    })
    const known = {
      student: people.get(Role.Student)?.person.id ?? 0,
      tutor: people.get(Role.Tutor)?.person.id ?? 0,
      studio: people.get(Role.Studio)?.person.id ?? 0,
    }
    const found = new Map<string, Set<string>>()
    const note = async (name: string) => {
      for (const sql of new Set(prepared.splice(0))) {
        if (!/^\s*(select|update|delete|insert)/i.test(sql)) continue
        const plan = await planOf(sql)
        for (const step of heavySteps(plan, false).filter((one) => !(/TEMP B-TREE/.test(one) && isOfOne(plan)))) {
          const key = `${step} ← ${sql}`
          found.set(key, (found.get(key) ?? new Set()).add(name))
        }
      }
    }
    for (const { role, person } of await withTheirTokens(people)) {
      const ids = await idsOf(async (sql) => Object.values((await row<Record<string, unknown>>(sql)) ?? {})[0], {
        me: person.id,
        ...known,
      })
      prepared.length = 0
      for (const { name, path } of readsOf(ids, NOW).filter((read) => isAllowed(read.may, role))) {
        await callApi('GET', path.slice('/api/v1'.length), { as: person })
        await note(name)
      }
    }
    for (const name of Object.keys(schedule) as JobName[]) {
      await triggerJob(name)
      await note(`job ${name}`)
    }
    restore()
    const heavy = [...found].filter(([key]) => !ACCEPTED.some(([shape]) => shape.test(key)))
    expect(heavy.map(([key, names]) => `${[...names].join(', ')}: ${key}`)).toEqual([])
    expect(ACCEPTED.filter(([shape]) => ![...found.keys()].some((key) => shape.test(key)))).toEqual([])
  })

  it('of a batch selects two columns of one name, of which a batch answers one', async () => {
    const doubled = await Promise.all([...batched].map(async (sql) => [await doubledColumn(sql), sql]))
    expect(batched.size).toBeGreaterThan(80)
    expect(doubled.filter(([name]) => name !== undefined)).toEqual([])
  })
})
