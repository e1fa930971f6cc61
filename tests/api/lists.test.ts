/** What the lists of the dashboard count, find and in which order. How they are read stands in query-plans.test.ts. */
import { beforeAll, describe, expect, it } from 'vitest'
import { minutes } from '#domain/cairo'
import {
  callApi,
  expectOk,
  insertSlot,
  newSuperAdmin,
  onboardedTutor,
  type Person,
  row,
  run,
  triggerJob,
  tutorManager,
  verifiedStudents,
} from '#tests/people'

/** Docs/rules/api.md 3.7. */
const COUNTED = 10_000

const park = (count: number) =>
  run(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
     INSERT INTO outbox (channel, template, "to", params, status, next_attempt_at, created_at)
     SELECT 'email', 'lesson_reminder', 'a@example.com', '{}', 'parked', 0, i FROM n`,
    count,
  )

it('counts a list up to ten thousand rows, and shows the rows behind them', async () => {
  const admin = await newSuperAdmin()
  const list = async (query: string) => {
    const { body } = await callApi('GET', `/message/undelivered?${query}`, { as: admin })
    return body as { list: { id: number }[]; total: number; isMore?: boolean }
  }
  await park(COUNTED)
  const all = await list('size=1')
  expect(all.total).toBe(COUNTED)
  expect(all.isMore).toBeUndefined()

  await park(5)
  expect(await list('size=1')).toMatchObject({ total: COUNTED, isMore: true })
  expect((await list('size=100&page=101')).list).toHaveLength(5)
  expect((await list('size=100&page=102')).list).toEqual([])
})

it('takes an empty list as no filter, and an empty value as a wrong one', async () => {
  const admin = await newSuperAdmin()
  for (const [path, field] of [
    ['/user/tutor/full-tutors', 'gender'],
    ['/lesson/list', 'users'],
    ['/tx/list', 'statuses'],
    ['/chat/room/by/members', 'members'],
  ] as const) {
    const read = (query: string) => callApi('GET', `${path}?${query}`, { as: admin })
    const { status, body } = await read('')
    expect(await read(`${field}[]=`)).toMatchObject({ status, body })
    expect(await read(`${field}=`)).toMatchObject({ status: 400, code: 'bad-request' })
  }
})

type Row = Record<string, string | number | null>

const insert = async (table: string, columns: Row): Promise<number> => {
  const names = Object.keys(columns).map((name) => `"${name}"`)
  const inserted = await row<{ id: number }>(
    `INSERT INTO ${table} (${names.join()}) VALUES (${names.map(() => '?').join()}) RETURNING id`,
    ...Object.values(columns),
  )
  return inserted?.id ?? 0
}

/** Later than every other row, so that the first page holds these. */
const START = Date.parse('2040-01-02T10:00:00Z')
const DAY = 86_400_000
const day = (index: number) => START + index * DAY
const instant = (index: number) => new Date(day(index)).toISOString()

type Expected = [query: string, found: number[]]

/** What a list finds by a field that holds the first three days. */
const times = (field: string): Expected[] => [
  [`orderBy=${field}&direction=asc&${field}[gte]=${instant(0)}`, [0, 1, 2]],
  [`${field}[gte]=${instant(1)}`, [1, 2]],
  [`${field}[gt]=${instant(1)}`, [2]],
  [`${field}[lt]=${instant(2)}`, [0, 1]],
  [`${field}[lte]=${instant(0)}`, [0]],
  [`${field}[gte]=${instant(1)}&${field}[lt]=${instant(2)}`, [1]],
]

describe('a list of staff', () => {
  let admin: Person
  let people: Person[]
  let plans: number[]

  beforeAll(async () => {
    admin = await newSuperAdmin()
    people = await verifiedStudents(3)
    const plan = (weekly_minutes: number) =>
      insert('plans', { weekly_minutes, base_monthly_price: 60_000, created_at: 1, updated_at: 1 })
    plans = [await plan(60), await plan(90), await plan(120)]
  })

  const id = (all: readonly { id: number }[], index: number) => all[index]?.id ?? 0
  const made = (index: number) => ({ created_at: day(index), updated_at: day(2 - index) })

  /** Inserts three rows, and reads the list with each query: which of the three it finds, in which order. */
  async function expectFound(path: string, table: string, rowAt: (index: number) => Row, queries: Expected[]) {
    const ids: number[] = []
    for (const index of [0, 1, 2]) ids.push(await insert(table, rowAt(index)))
    await triggerJob('fold-texts')
    const found = async (query: string) => {
      const filled = query.replace(/ID(\d)/g, (_all, index) => String(ids[Number(index)]))
      const { list } = await expectOk<{ list: { id: number }[] }>(callApi('GET', `${path}?${filled}`, { as: admin }))
      return list.map((one) => ids.indexOf(one.id)).filter((index) => index >= 0)
    }
    const newestFirst: Expected[] = [
      ['', [2, 1, 0]],
      ['size=1', [2]],
      ['size=1&page=2', [1]],
      ['size=2&page=2', [0]],
    ]
    for (const [query, expected] of [...newestFirst, ...queries]) {
      const isOrdered = /^$|orderBy|size=/.test(query)
      const indexes = await found(query)
      expect({ path, query, found: isOrdered ? indexes : indexes.sort() }).toEqual({ path, query, found: expected })
    }
  }

  it('of payments finds them by student, plan, period, price, status, method, number and time', async () => {
    const transaction = (index: number) => ({
      user_id: id(people, index),
      plan_id: plans[index] ?? 0,
      plan_period: index,
      amount: 60_002 - index,
      status: index + 1,
      payment_method: index,
      provider: 'fawry',
      provider_ref_num: `2040-${index}`,
      paid_at: day(-index),
      ...made(index),
    })
    await expectFound('/tx/list', 'transactions', transaction, [
      ...times('createdAt'),
      ['ids[]=ID0&ids[]=ID2', [0, 2]],
      [`users=${id(people, 1)}`, [1]],
      [`users[]=${id(people, 1)}&users[]=${id(people, 2)}`, [1, 2]],
      [`plans=${plans[2]}`, [2]],
      ['planPeriods=1', [1]],
      ['amount=60002', [0]],
      ['amount[gte]=60001&amount[lt]=60002', [1]],
      ['statuses[]=1&statuses[]=2', [0, 1]],
      ['paymentMethods=0', [0]],
      ['providerRefNums=2040-1', [1]],
      [`providerRefNums=${encodeURIComponent('\u200e# ٢٠٤٠ -1')}`, [1]],
      [`after=${instant(1)}`, [1, 2]],
      [`after=${instant(0)}&before=${instant(1)}`, [0]],
      [`orderBy=amount&direction=asc&after=${instant(0)}`, [2, 1, 0]],
      [`orderBy=paidAt&after=${instant(0)}`, [0, 1, 2]],
    ])
  })

  it('of subscriptions finds them by student, plan, period, minutes and times', async () => {
    const subscription = async (index: number, tx: number): Promise<Row> => ({
      user_id: id(people, index),
      plan_id: plans[index] ?? 0,
      tx_id: tx,
      period: index,
      weekly_minutes: 60 + index,
      // Begun when it is created: no plan that it would follow is there.
      start: day(-1 - index),
      end: day(20 - index),
      ...made(index),
    })
    const rowOf: Row[] = []
    for (const index of [0, 1, 2]) {
      const paid = { user_id: id(people, index), plan_id: plans[index] ?? 0, plan_period: 0, amount: 1 }
      const tx = await insert('transactions', {
        ...paid,
        status: 1,
        payment_method: 0,
        provider: 'fawry',
        created_at: 1,
        updated_at: 1,
      })
      rowOf.push(await subscription(index, tx))
    }
    await expectFound('/sub/list', 'subscriptions', (index) => rowOf[index] ?? {}, [
      ...times('createdAt'),
      ['ids=ID1', [1]],
      [`users=${id(people, 1)}&createdAt[gte]=${instant(0)}`, [1]],
      [`plans[]=${plans[0]}&plans[]=${plans[1]}`, [0, 1]],
      ['periods=2', [2]],
      ['weeklyMinutes[gte]=61&weeklyMinutes[lte]=62', [1, 2]],
      [`start[after]=${instant(-2)}`, [0, 1]],
      [`start[after]=${instant(-3)}&start[before]=${instant(-2)}`, [2]],
      [`end[after]=${instant(19)}`, [0, 1]],
      [`end[before]=${instant(19)}&createdAt[gte]=${instant(0)}`, [2]],
      [`orderBy=start&createdAt[gte]=${instant(0)}`, [0, 1, 2]],
      [`orderBy=end&createdAt[gte]=${instant(0)}`, [0, 1, 2]],
    ])
  })

  it('of coupons and of plan invites finds them by their plan, and by what each has', async () => {
    const author = { created_by: admin.id, updated_by: admin.id }
    const discounts = { month_discount: 10, quarter_discount: 10, year_discount: 10 }
    const coupon = (index: number) => {
      const named = { code: `LIST-${'CBA'[index]}`, plan_id: plans[index] ?? 0, expires_at: day(30 - index) }
      return { ...named, ...discounts, ...author, ...made(index) }
    }
    const newest = `expiresAt[gte]=${instant(0)}`
    await expectFound('/coupon/list', 'coupons', coupon, [
      ['code=list-b', [1]],
      ['code=list-', [0, 1, 2]],
      [`planIds=${plans[0]}`, [0]],
      [`expiresAt[lt]=${instant(29)}&${newest}`, [2]],
      [`orderBy=expiresAt&${newest}`, [0, 1, 2]],
      [`orderBy=code&direction=asc&${newest}`, [2, 1, 0]],
    ])
    const invite = (index: number) => {
      const named = { user_id: id(people, index), plan_id: plans[index] ?? 0, expires_at: day(30 - index) }
      return { ...named, created_by: id([admin, ...people], index), ...made(index) }
    }
    await expectFound('/plan-invite/list', 'plan_invites', invite, [
      ['ids=ID2', [2]],
      [`userIds[]=${id(people, 0)}&userIds[]=${id(people, 1)}`, [0, 1]],
      [`planIds=${plans[1]}`, [1]],
      [`createdBy=${admin.id}`, [0]],
      ['orderBy=expiresAt', [0, 1, 2]],
    ])
  })

  it('of reports and of contact requests finds them by state, owner, words and times', async () => {
    const owned = (index: number) => ({ state: index, owner_id: index === 0 ? null : admin.id })
    const words = ['الصوت بيقطع', 'الصورة واقفة', 'فاتورة غلط']
    const report = (index: number) => {
      const text = { title: words[index] ?? '', description: `وصف ${words[2 - index]}` }
      const files = { screenshot: index === 1 ? 'a' : null, log: index === 2 ? 'b' : null }
      return { user_id: id(people, index), ...text, ...files, ...owned(index), ...made(index) }
    }
    const shared: Expected[] = [
      ...times('createdAt'),
      [`updatedAt[gte]=${instant(1)}`, [0, 1]],
      ['ids[]=ID0&ids[]=ID1', [0, 1]],
      ['states=1', [1]],
      [`owners=${admin.id}`, [1, 2]],
      ['owned=false', [0]],
      ['owned=true', [1, 2]],
      ['orderBy=updatedAt', [0, 1, 2]],
    ]
    await expectFound('/report/list', 'reports', report, [
      ...shared,
      [`users=${id(people, 2)}`, [2]],
      ['title=صوت', [0]],
      ['description=صوت', [2]],
      ['search=صوت', [0, 2]],
      ['screenshot=true', [1]],
      ['screenshot=false', [0, 2]],
      ['log=true', [2]],
      ['resolved=false', [0, 1, 2]],
      ['resolved=true', []],
    ])
    const request = (index: number) => {
      const names = { name: `طالب ${words[index]}`, phone: `0101234567${index}` }
      return { ...names, title: `عنوان ${index}`, message: words[2 - index] ?? '', ...owned(index), ...made(index) }
    }
    await expectFound('/contact-request/list', 'contact_requests', request, [
      ...shared,
      ['phone=01012345671', [1]],
      ['phone=0101234567', []],
      ['search=صوت', [0, 2]],
      ['search=عنوان 1', [1]],
    ])
  })

  it('of withdrawals finds them by tutor, method, status, receipt and amount', async () => {
    const withdrawal = (index: number) => ({
      user_id: id(people, index),
      method: index,
      receiver: 'CIB:1',
      amount: 20_002 - index,
      status: index,
      receipt: index === 1 ? 'receipts/x' : null,
      ...made(index),
    })
    const ids = [0, 1, 2].map((index) => `ids[]=ID${index}`).join('&')
    await expectFound('/invoice', 'withdrawals', withdrawal, [
      ['ids=ID1', [1]],
      [`users=${id(people, 2)}`, [2]],
      ['methods=1', [1]],
      ['statuses[]=0&statuses[]=2', [0, 2]],
      ['receipt=true', [1]],
      ['receipt=false', [0, 2]],
      ['amount[gt]=20000', [0, 1]],
      ['amount[noeq]=20001', [0, 2]],
      ['minAmount=20001', [0, 1]],
      ['maxAmount=20001', [1, 2]],
      [`orderBy=amount&${ids}`, [0, 1, 2]],
      [`orderBy=updated_at&${ids}`, [0, 1, 2]],
      [`orderBy=created_at&direction=asc&${ids}`, [0, 1, 2]],
    ])
  })

  it('of interviews and of demo sessions finds them by people, slot, session, state, words and times', async () => {
    const tutors = [await onboardedTutor(), await onboardedTutor(), await onboardedTutor()]
    const managers = [await tutorManager(), await tutorManager(), await tutorManager()]
    const slots: number[] = []
    for (const manager of managers) slots.push(await insertSlot(manager, day(0), day(1)))
    const meeting = (index: number) => ({ slot_id: slots[index] ?? 0, start: day(10 - index), status: index + 1 })
    const start: Expected[] = [
      [`start=${instant(9)}`, [1]],
      [`start[gt]=${instant(8)}&start[lt]=${instant(10)}`, [1]],
      [`orderBy=start&createdAt[gte]=${instant(0)}`, [0, 1, 2]],
    ]
    const words = ['شرح ممتاز', 'شرح سريع', 'كلام قليل']
    const interview = (index: number) => ({
      session_id: `interview:list-${index}`,
      interviewer_id: id(managers, index),
      interviewee_id: id(tutors, index),
      interviewer_feedback: words[index] ?? '',
      interviewee_feedback: words[2 - index] ?? '',
      ...meeting(index),
      ...made(index),
    })
    const halfHourAfter = (index: number) => new Date(day(index) + minutes(30)).toISOString()
    await expectFound('/interview/list', 'interviews', interview, [
      ...times('createdAt'),
      ...start,
      ['ids[]=ID0&ids[]=ID2', [0, 2]],
      [`users[]=${id(tutors, 0)}&users[]=${id(managers, 2)}`, [0, 2]],
      [`interviewers=${id(managers, 1)}`, [1]],
      [`interviewers=${id(tutors, 1)}`, []],
      [`interviewees=${id(tutors, 1)}`, [1]],
      [`interviewees=${id(managers, 1)}`, []],
      ['interviewerFeedback=شرح', [0, 1]],
      ['intervieweeFeedback=شرح', [1, 2]],
      [`slots[]=${slots[1]}&slots[]=${slots[2]}`, [1, 2]],
      ['sessions=interview:list-1', [1]],
      [`statuses[]=1&statuses[]=3&createdAt[gte]=${instant(0)}`, [0, 2]],
      [`end=${halfHourAfter(9)}`, [1]],
      [`end[gt]=${halfHourAfter(8)}&end[lte]=${halfHourAfter(10)}`, [0, 1]],
    ])
    const demo = (index: number) => ({
      session_id: `demo:list-${index}`,
      tutor_id: id(tutors, index),
      ...meeting(index),
      ...made(index),
    })
    await expectFound('/demo-session/list', 'demo_sessions', demo, [
      ...times('createdAt'),
      ...start,
      ['ids[]=ID0&ids[]=ID2', [0, 2]],
      [`tutorIds=${id(tutors, 1)}`, [1]],
      [`tutorManagerIds=${id(managers, 1)}`, [1]],
      [`slotIds[]=${slots[1]}&slotIds[]=${slots[2]}`, [1, 2]],
      ['sessionIds=demo:list-1', [1]],
      [`statuses[]=1&statuses[]=3&createdAt[gte]=${instant(0)}`, [0, 2]],
      [`updatedAt[gte]=${instant(1)}`, [0, 1]],
      ['orderBy=updatedAt', [0, 1, 2]],
    ])
  })
})
