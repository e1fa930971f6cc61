import { createHash, createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { PaymobTransaction } from '#contract/paymob'
import { fetchWorker, type Person, row, rows, run } from '#tests/people'
import { type Gateways, hmacOf, notify } from './gateways.ts'
import {
  payCheckoutWithoutCallback,
  payWithoutNotification,
  placeReferenceOrder,
  withGateways,
} from './order-fixtures.ts'
import { activePlansOf, countRows, newPlan, payingStudent, transactionOf } from './payment-fixtures.ts'

type Fields = Record<string, unknown>

let gateways: Gateways
let plan: number

withGateways('2026-02-11T10:00:00Z', async (opened) => {
  gateways = opened
  plan = await newPlan()
})

/** Everything about money and minutes that a notice could change. */
async function books(student: Person) {
  const [tx, subs, entries, inbox, minutes] = await Promise.all([
    rows('SELECT * FROM transactions WHERE user_id = ?', student.id),
    rows('SELECT * FROM subscriptions WHERE user_id = ?', student.id),
    countRows('journal_entries'),
    countRows('payment_inbox'),
    countRows('minute_entries'),
  ])
  return { tx, subs, entries, inbox, minutes }
}

/** Values that are not this one, of every kind that JSON has. */
const others = (value: unknown): unknown[] =>
  [0, 1, -1, '', '0', 'x', true, false, null, [], {}, `${value}0`, `${value} `].filter(
    (other) => String(other ?? '') !== String(value ?? ''),
  )

/** Every split of the same text into the same number of pieces, one boundary moved by one letter. */
function* shifted(values: readonly string[]) {
  for (let place = 0; place + 1 < values.length; place++) {
    const [one = '', other = ''] = [values[place], values[place + 1]]
    yield values.with(place, one + other.slice(0, 1)).with(place + 1, other.slice(1))
    yield values.with(place, one.slice(0, -1)).with(place + 1, one.slice(-1) + other)
  }
}

const raw = (path: string, body: BodyInit, type: string) =>
  fetchWorker(`/api/v1${path}`, { method: 'POST', headers: { 'content-type': type }, body })

describe('the gateway’s notice', () => {
  const PATH = '/fawry/payment-status'
  const SIGNED = [
    ...['fawryRefNumber', 'merchantRefNumber', 'paymentAmount', 'orderAmount', 'orderStatus', 'paymentMethod'],
    'paymentRefrenceNumber',
  ]
  const sha256 = (text: string, key = 'hessa-local-fawry') => createHash('sha256').update(`${text}${key}`).digest('hex')

  it('is refused with any signed value changed, and changes nothing', async () => {
    const sara = await payingStudent()
    const { body } = await payWithoutNotification(gateways, sara, plan)
    const before = await books(sara)
    for (const field of SIGNED)
      for (const other of others(body[field])) {
        const { status } = await notify(PATH, { ...body, [field]: other })
        expect({ field, other, isRefused: status === 403 || status === 400 }).toMatchObject({ isRefused: true })
      }
    for (const orderStatus of ['NEW', 'UNPAID', 'CANCELED', 'REFUNDED', 'EXPIRED', 'PARTIAL_REFUNDED', 'FAILED'])
      expect((await notify(PATH, { ...body, orderStatus })).status).toBe(403)
    expect(await books(sara)).toEqual(before)
  })

  it('is refused without its signature, with half of one, and with one by another key or in another writing', async () => {
    const sara = await payingStudent()
    const { body } = await payWithoutNotification(gateways, sara, plan)
    const before = await books(sara)
    const { messageSignature: _, ...bare } = body
    const right = String(body.messageSignature)
    const text = `${body.fawryRefNumber}${body.merchantRefNumber}600.55600.55PAIDPAYATFAWRY${body.paymentRefrenceNumber}`
    expect(sha256(text)).toBe(right)
    expect((await notify(PATH, bare)).status).toBe(403)
    const wrong = [
      ...[
        '',
        ' ',
        right.slice(0, 63),
        `${right}0`,
        ` ${right}`,
        `${right}\n`,
        `0x${right}`,
        [...right].reverse().join(''),
      ],
      ...[sha256(text, ''), sha256(text, 'hessa'), Buffer.from(right, 'hex').toString('base64'), '٠'.repeat(64)],
    ]
    for (const messageSignature of wrong)
      expect({ messageSignature, status: (await notify(PATH, { ...body, messageSignature })).status }).toMatchObject({
        status: 403,
      })
    for (const messageSignature of [null, 0, true, [right], { right }])
      expect((await notify(PATH, { ...body, messageSignature })).status).toBe(400)
    expect(await books(sara)).toEqual(before)
  })

  it('is refused where letters moved from one value to the next, since the gateway signs them joined bare', async () => {
    const sara = await payingStudent()
    const { body } = await payWithoutNotification(gateways, sara, plan)
    const before = await books(sara)
    const written = SIGNED.map((field) => (field.endsWith('Amount') ? '600.55' : String(body[field] ?? '')))
    for (const values of shifted(written)) {
      const fields: Fields = Object.fromEntries(SIGNED.map((field, place) => [field, values[place]]))
      const amounts = { paymentAmount: Number(fields.paymentAmount), orderAmount: Number(fields.orderAmount) }
      for (const change of [fields, { ...fields, ...amounts }])
        expect({ values, status: (await notify(PATH, { ...body, ...change })).status }).toSatisfy(
          ({ status }) => status === 400 || status === 403,
        )
    }
    expect(await books(sara)).toEqual(before)
  })

  it('is refused as a form, in another encoding and as no JSON at all', async () => {
    const sara = await payingStudent()
    const { body } = await payWithoutNotification(gateways, sara, plan)
    const before = await books(sara)
    const text = JSON.stringify(body)
    const form = new URLSearchParams(Object.entries(body).map(([name, value]) => [name, String(value)]))
    const answers = await Promise.all([
      raw(PATH, form.toString(), 'application/x-www-form-urlencoded'),
      raw(PATH, Buffer.from(text, 'utf16le'), 'application/json; charset=utf-16'),
      raw(PATH, `[${text}]`, 'application/json'),
      raw(PATH, JSON.stringify(text), 'application/json'),
      raw(PATH, `${text}}`, 'application/json'),
      raw(PATH, '', 'application/json'),
    ])
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(400))
    expect(await books(sara)).toEqual(before)
  })

  it('counts where the gateway wrote its amounts as text', async () => {
    const sara = await payingStudent()
    const { body } = await payWithoutNotification(gateways, sara, plan)
    expect((await notify(PATH, { ...body, paymentAmount: '600.55', orderAmount: '600.55' })).status).toBe(200)
    expect((await notify(PATH, body)).status).toBe(200)
    expect(await activePlansOf(sara)).toHaveLength(1)
  })

  it('signed well but not about our order is refused and changes nothing', async () => {
    const [sara, nour] = await Promise.all([payingStudent(), payingStudent()])
    const { body, transactionId } = await payWithoutNotification(gateways, sara, plan)
    const other = await placeReferenceOrder(gateways, nour, { planId: plan })
    const before = await Promise.all([books(sara), books(nour)])
    const told = async () => (await notify(PATH, body)).status
    for (const customerMerchantId of ['1', String(nour.id), `${sara.id}.0`, `0${sara.id}`])
      expect((await notify(PATH, { ...body, customerMerchantId })).status).toBe(400)
    const merchantRefNumber = (await transactionOf(other.transactionId)).merchant_ref_num
    expect((await notify(PATH, { ...body, merchantRefNumber })).status).toBe(403)
    const own = await row<Fields>('SELECT * FROM transactions WHERE id = ?', transactionId)
    for (const [column, value] of [
      ...([['amount', 60_056] as const, ['amount', 60_054], ['payment_method', 0], ['payment_method', 1]] as const),
      ...([['merchant_ref_num', '1'] as const, ['provider_ref_num', 'x'], ['provider', 'paymob']] as const),
    ]) {
      await run(`UPDATE transactions SET ${column} = ? WHERE id = ?`, value, transactionId)
      expect({ column, value, status: await told() }).toMatchObject({ status: 400 })
      await run(`UPDATE transactions SET ${column} = ? WHERE id = ?`, own?.[column], transactionId)
    }
    expect(await Promise.all([books(sara), books(nour)])).toEqual(before)
    expect(await told()).toBe(200)
    expect(await activePlansOf(sara)).toHaveLength(1)
  })
})

describe('the second provider’s callback', () => {
  const PATH = '/paymob/on-checkout'
  const SIGNED = [
    ...['amount_cents', 'created_at', 'currency', 'error_occured', 'has_parent_transaction', 'id', 'integration_id'],
    ...['is_3d_secure', 'is_auth', 'is_capture', 'is_refunded', 'is_standalone_payment', 'is_voided', 'order.id'],
    ...['owner', 'pending', 'source_data.pan', 'source_data.sub_type', 'source_data.type', 'success'],
  ]
  const valueAt = (obj: Fields, path: string) =>
    path.split('.').reduce<unknown>((found, name) => (found as Fields)[name], obj)
  const changed = (obj: Fields, path: string, value: unknown): Fields => {
    const [name = '', inner] = path.split('.')
    return { ...obj, [name]: inner === undefined ? value : { ...(obj[name] as Fields), [inner]: value } }
  }
  const hmac = (obj: Fields) => hmacOf(obj as PaymobTransaction)
  const told = async (obj: Fields, signature: string) =>
    (await notify(`${PATH}?hmac=${encodeURIComponent(signature)}`, { type: 'TRANSACTION', obj })).status

  async function opened() {
    const sara = await payingStudent()
    const checkout = await payCheckoutWithoutCallback(gateways, sara, plan)
    const { obj } = JSON.parse(checkout.notice.body) as { obj: Fields }
    return { ...checkout, sara, obj, right: new URL(checkout.notice.url).searchParams.get('hmac') ?? '' }
  }

  it('is refused with any of its twenty signed values changed, and changes nothing', async () => {
    const { sara, obj, right } = await opened()
    expect(hmac(obj)).toBe(right)
    const before = await books(sara)
    for (const path of SIGNED)
      for (const other of others(valueAt(obj, path)))
        expect({ path, other, status: await told(changed(obj, path, other), right) }).toSatisfy(
          ({ status }) => status === 400 || status === 403,
        )
    for (const path of SIGNED.filter((one) => typeof valueAt(obj, one) === 'boolean'))
      expect({ path, status: await told(changed(obj, path, !valueAt(obj, path)), right) }).toMatchObject({
        status: 403,
      })
    expect(await books(sara)).toEqual(before)
  })

  it('is refused without its signature, and with one that is not written as it should be', async () => {
    const { sara, obj, right } = await opened()
    const before = await books(sara)
    expect((await notify(PATH, { type: 'TRANSACTION', obj, hmac: right })).status).toBe(403)
    const wrong = ['', 'zz', right.slice(1), `${right}0`, `${right}00`, `${right}zz`, ` ${right}`, `0x${right}`]
    for (const signature of wrong)
      expect({ signature, status: await told(obj, signature) }).toMatchObject({ status: 403 })
    expect(await told(obj, createHmac('sha512', '').update('').digest('hex'))).toBe(403)
    expect(await books(sara)).toEqual(before)
  })

  it('signed well but of another amount, currency, way to pay or order is refused and changes nothing', async () => {
    const { sara, obj, transactionId } = await opened()
    const before = await books(sara)
    const statuses: Record<string, number> = {}
    for (const [path, value] of [
      ...([
        ['amount_cents', 60_054] as const,
        ['amount_cents', 6_005_500],
        ['currency', 'USD'],
        ['currency', 'egp'],
      ] as const),
      ...([['integration_id', 4002] as const, ['integration_id', 1], ['order.id', 1]] as const),
    ]) {
      const forged = changed(obj, path, value)
      statuses[`${path} ${value}`] = await told(forged, hmac(forged))
    }
    expect(statuses).toEqual({
      'amount_cents 60054': 400,
      'amount_cents 6005500': 400,
      'currency USD': 400,
      'currency egp': 400,
      'integration_id 4002': 400,
      'integration_id 1': 400,
      'order.id 1': 404,
    })
    await run('UPDATE transactions SET payment_method = 1 WHERE id = ?', transactionId)
    expect(await told(obj, hmac(obj))).toBe(400)
    await run('UPDATE transactions SET payment_method = 0 WHERE id = ?', transactionId)
    expect(await books(sara)).toEqual(before)
  })

  it('pays one order: letters moved between the order and its owner make no second one of it', async () => {
    const first = await opened()
    expect(await told(first.obj, first.right)).toBe(200)
    const nour = await payingStudent()
    const second = await payCheckoutWithoutCallback(gateways, nour, plan)
    const short = first.reference.slice(0, -1)
    await run('UPDATE transactions SET provider_order_id = ? WHERE id = ?', short, second.transactionId)
    const before = await books(nour)
    const owner = `${first.reference.slice(-1)}${first.obj.owner}`
    const moved = changed(changed(first.obj, 'order.id', Number(short)), 'owner', Number(owner))
    expect(hmac(moved)).toBe(first.right)
    expect(await told(moved, first.right)).toBe(400)
    expect(await books(nour)).toEqual(before)
  })
})
