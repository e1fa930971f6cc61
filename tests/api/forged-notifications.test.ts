import { createHash, createHmac } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { PaymobTransaction } from '#contract/paymob'
import { fetchWorker, insertLesson, onboardedTutor, type Person, row, rows, run, setNow } from '#tests/people'
import { localKeys, localMediaKeys } from '../../dev/local-keys.ts'
import { roomToken } from '../../worker/outside/livekit/token.ts'
import { type Gateways, hmacOf, notify } from './gateways.ts'
import { eventOf, hashOf, liveKitToken, postReport, report, storedReports } from './livekit-fixtures.ts'
import {
  payCheckoutWithoutCallback,
  payWithoutNotification,
  placeReferenceOrder,
  withGateways,
} from './order-fixtures.ts'
import { activePlansOf, countRows, newPlan, payingStudent, transactionOf } from './payment-fixtures.ts'
import { sessionIdOf } from './session-fixtures.ts'

type Fields = Record<string, unknown>

let gateways: Gateways
let plan: number

withGateways('2026-02-11T10:00:00Z', async (opened) => {
  gateways = opened
  plan = await newPlan()
})

/** Everything about money and minutes that a notification can change. */
async function moneyState(student: Person) {
  const [tx, subs, entries, inbox, minutes] = await Promise.all([
    rows('SELECT * FROM transactions WHERE user_id = ?', student.id),
    rows('SELECT * FROM subscriptions WHERE user_id = ?', student.id),
    countRows('journal_entries'),
    countRows('payment_inbox'),
    countRows('minute_entries'),
  ])
  return { tx, subs, entries, inbox, minutes }
}

/** Other values than this one, of every JSON type. */
const otherValues = (value: unknown): unknown[] =>
  [0, 1, -1, '', '0', 'x', true, false, null, [], {}, `${value}0`, `${value} `].filter(
    (other) => String(other ?? '') !== String(value ?? ''),
  )

/** The same values with one boundary moved by one character: joined without a separator they make the same text. */
function* withMovedBoundaries(values: readonly string[]) {
  for (let place = 0; place + 1 < values.length; place++) {
    const [one = '', other = ''] = [values[place], values[place + 1]]
    yield values.with(place, one + other.slice(0, 1)).with(place + 1, other.slice(1))
    yield values.with(place, one.slice(0, -1)).with(place + 1, one.slice(-1) + other)
  }
}

const postRaw = (path: string, body: BodyInit, type: string, headers: Record<string, string> = {}) =>
  fetchWorker(`/api/v1${path}`, { method: 'POST', headers: { 'content-type': type, ...headers }, body })

/** A valid body in every form but JSON of an object, with headers that would do for it. */
async function statusesOfWrongForms(path: string, body: Fields, headers: Record<string, string> = {}) {
  const text = JSON.stringify(body)
  const form = new URLSearchParams(Object.entries(body).map(([name, value]) => [name, String(value)]))
  const json = (content: string) => postRaw(path, content, 'application/json', headers)
  const answers = await Promise.all([
    postRaw(path, form.toString(), 'application/x-www-form-urlencoded', headers),
    postRaw(path, Buffer.from(text, 'utf16le'), 'application/json; charset=utf-16', headers),
    json(`[${text}]`),
    json(JSON.stringify(text)),
    json(`${text}}`),
    json(''),
    json(text.slice(0, -1)),
    json(text.slice(0, text.length / 2)),
  ])
  return answers.map(({ status }) => status)
}
const WRONG_FORMS = Array(8).fill(400)

describe('a Fawry notification', () => {
  const PATH = '/fawry/payment-status'
  const SIGNED = [
    'fawryRefNumber',
    'merchantRefNumber',
    'paymentAmount',
    'orderAmount',
    'orderStatus',
    'paymentMethod',
    'paymentRefrenceNumber',
  ]
  const sha256 = (text: string, key: string = localKeys.FAWRY_SECURE_KEY) =>
    createHash('sha256').update(`${text}${key}`).digest('hex')

  it('is refused with any signed value changed', async () => {
    const sara = await payingStudent()
    const { body } = await payWithoutNotification(gateways, sara, plan)
    const before = await moneyState(sara)
    for (const field of SIGNED)
      for (const other of otherValues(body[field])) {
        const { status } = await notify(PATH, { ...body, [field]: other })
        expect({ field, other, isRefused: status === 403 || status === 400 }).toMatchObject({ isRefused: true })
      }
    for (const orderStatus of ['NEW', 'UNPAID', 'CANCELED', 'REFUNDED', 'EXPIRED', 'PARTIAL_REFUNDED', 'FAILED'])
      expect((await notify(PATH, { ...body, orderStatus })).status).toBe(403)
    expect(await moneyState(sara)).toEqual(before)
  })

  it('is refused without a signature, and with one that is truncated, encoded otherwise or made with another key', async () => {
    const sara = await payingStudent()
    const { body } = await payWithoutNotification(gateways, sara, plan)
    const before = await moneyState(sara)
    const { messageSignature: _, ...unsigned } = body
    const valid = String(body.messageSignature)
    const text = `${body.fawryRefNumber}${body.merchantRefNumber}600.55600.55PAIDPAYATFAWRY${body.paymentRefrenceNumber}`
    expect(sha256(text)).toBe(valid)
    expect((await notify(PATH, unsigned)).status).toBe(403)
    const invalid = [
      '',
      ' ',
      valid.slice(0, 63),
      `${valid}0`,
      ` ${valid}`,
      `${valid}\n`,
      `0x${valid}`,
      [...valid].reverse().join(''),
      sha256(text, ''),
      sha256(text, 'hessa'),
      Buffer.from(valid, 'hex').toString('base64'),
      '٠'.repeat(64),
    ]
    for (const messageSignature of invalid)
      expect({ messageSignature, status: (await notify(PATH, { ...body, messageSignature })).status }).toMatchObject({
        status: 403,
      })
    for (const messageSignature of [null, 0, true, [valid], { valid }])
      expect((await notify(PATH, { ...body, messageSignature })).status).toBe(400)
    expect(await moneyState(sara)).toEqual(before)
  })

  it('is refused when a character moves from one signed value to its neighbour, which leaves the signature valid', async () => {
    const sara = await payingStudent()
    const { body } = await payWithoutNotification(gateways, sara, plan)
    const before = await moneyState(sara)
    const written = SIGNED.map((field) => (field.endsWith('Amount') ? '600.55' : String(body[field] ?? '')))
    for (const values of withMovedBoundaries(written)) {
      const fields: Fields = Object.fromEntries(SIGNED.map((field, place) => [field, values[place]]))
      const amounts = { paymentAmount: Number(fields.paymentAmount), orderAmount: Number(fields.orderAmount) }
      for (const change of [fields, { ...fields, ...amounts }])
        expect({ values, status: (await notify(PATH, { ...body, ...change })).status }).toSatisfy(
          ({ status }) => status === 400 || status === 403,
        )
    }
    expect(await moneyState(sara)).toEqual(before)
  })

  it('is refused as a form, in UTF-16, cut and as invalid JSON', async () => {
    const sara = await payingStudent()
    const { body } = await payWithoutNotification(gateways, sara, plan)
    const before = await moneyState(sara)
    expect(await statusesOfWrongForms(PATH, body)).toEqual(WRONG_FORMS)
    expect(await moneyState(sara)).toEqual(before)
  })

  it('that is replayed, later and many times at once, changes nothing more', async () => {
    const sara = await payingStudent()
    const { body } = await payWithoutNotification(gateways, sara, plan)
    expect((await notify(PATH, body)).status).toBe(200)
    const before = await moneyState(sara)
    setNow('2026-03-11T10:00:00Z')
    const answers = await Promise.all(Array.from({ length: 5 }, () => notify(PATH, body)))
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200))
    expect(await moneyState(sara)).toEqual(before)
  })

  it('is accepted with amounts written as strings', async () => {
    const sara = await payingStudent()
    const { body } = await payWithoutNotification(gateways, sara, plan)
    expect((await notify(PATH, { ...body, paymentAmount: '600.55', orderAmount: '600.55' })).status).toBe(200)
    expect((await notify(PATH, body)).status).toBe(200)
    expect(await activePlansOf(sara)).toHaveLength(1)
  })

  it('with a valid signature is refused when it does not match the order', async () => {
    const [sara, nour] = await Promise.all([payingStudent(), payingStudent()])
    const { body, transactionId } = await payWithoutNotification(gateways, sara, plan)
    const other = await placeReferenceOrder(gateways, nour, { planId: plan })
    const before = await Promise.all([moneyState(sara), moneyState(nour)])
    const deliver = async () => (await notify(PATH, body)).status
    for (const customerMerchantId of ['1', String(nour.id), `${sara.id}.0`, `0${sara.id}`])
      expect((await notify(PATH, { ...body, customerMerchantId })).status).toBe(400)
    const merchantRefNumber = (await transactionOf(other.transactionId)).merchant_ref_num
    expect((await notify(PATH, { ...body, merchantRefNumber })).status).toBe(403)
    const own = await row<Fields>('SELECT * FROM transactions WHERE id = ?', transactionId)
    for (const [column, value] of [
      ['amount', 60_056],
      ['amount', 60_054],
      ['payment_method', 0],
      ['payment_method', 1],
      ['merchant_ref_num', '1'],
      ['provider_ref_num', 'x'],
      ['provider', 'paymob'],
    ] as const) {
      await run(`UPDATE transactions SET ${column} = ? WHERE id = ?`, value, transactionId)
      expect({ column, value, status: await deliver() }).toMatchObject({ status: 400 })
      await run(`UPDATE transactions SET ${column} = ? WHERE id = ?`, own?.[column], transactionId)
    }
    expect(await Promise.all([moneyState(sara), moneyState(nour)])).toEqual(before)
    expect(await deliver()).toBe(200)
    expect(await activePlansOf(sara)).toHaveLength(1)
  })
})

describe('a Paymob callback', () => {
  const PATH = '/paymob/on-checkout'
  const SIGNED = [
    'amount_cents',
    'created_at',
    'currency',
    'error_occured',
    'has_parent_transaction',
    'id',
    'integration_id',
    'is_3d_secure',
    'is_auth',
    'is_capture',
    'is_refunded',
    'is_standalone_payment',
    'is_voided',
    'order.id',
    'owner',
    'pending',
    'source_data.pan',
    'source_data.sub_type',
    'source_data.type',
    'success',
  ]
  const valueAt = (obj: Fields, path: string) =>
    path.split('.').reduce<unknown>((found, name) => (found as Fields)[name], obj)
  const changed = (obj: Fields, path: string, value: unknown): Fields => {
    const [name = '', inner] = path.split('.')
    return { ...obj, [name]: inner === undefined ? value : { ...(obj[name] as Fields), [inner]: value } }
  }
  const hmac = (obj: Fields) => hmacOf(obj as PaymobTransaction)
  const deliver = async (obj: Fields, signature: string) =>
    (await notify(`${PATH}?hmac=${encodeURIComponent(signature)}`, { type: 'TRANSACTION', obj })).status

  async function payCheckout() {
    const sara = await payingStudent()
    const checkout = await payCheckoutWithoutCallback(gateways, sara, plan)
    const { obj } = JSON.parse(checkout.callback.body) as { obj: Fields }
    return { ...checkout, sara, obj, valid: new URL(checkout.callback.url).searchParams.get('hmac') ?? '' }
  }

  it('is refused with any of its twenty signed values changed', async () => {
    const { sara, obj, valid } = await payCheckout()
    expect(hmac(obj)).toBe(valid)
    const before = await moneyState(sara)
    for (const path of SIGNED)
      for (const other of otherValues(valueAt(obj, path)))
        expect({ path, other, status: await deliver(changed(obj, path, other), valid) }).toSatisfy(
          ({ status }) => status === 400 || status === 403,
        )
    for (const path of SIGNED.filter((path) => typeof valueAt(obj, path) === 'boolean'))
      expect({ path, status: await deliver(changed(obj, path, !valueAt(obj, path)), valid) }).toMatchObject({
        status: 403,
      })
    expect(await moneyState(sara)).toEqual(before)
  })

  it('is refused without a signature, and with a malformed one', async () => {
    const { sara, obj, valid } = await payCheckout()
    const before = await moneyState(sara)
    expect((await notify(PATH, { type: 'TRANSACTION', obj, hmac: valid })).status).toBe(403)
    const invalid = ['', 'zz', valid.slice(1), `${valid}0`, `${valid}00`, `${valid}zz`, ` ${valid}`, `0x${valid}`]
    for (const signature of invalid)
      expect({ signature, status: await deliver(obj, signature) }).toMatchObject({ status: 403 })
    expect(await deliver(obj, createHmac('sha512', '').update('').digest('hex'))).toBe(403)
    expect(await moneyState(sara)).toEqual(before)
  })

  it('is refused with the key of another merchant, as a form, in UTF-16, cut and as invalid JSON', async () => {
    const { sara, obj, valid } = await payCheckout()
    const before = await moneyState(sara)
    const signed = SIGNED.map((path) => String(valueAt(obj, path) ?? '')).join('')
    const withKey = (key: string) => createHmac('sha512', key).update(signed).digest('hex')
    expect(withKey(localKeys.PAYMOB_HMAC_SECRET)).toBe(valid)
    for (const key of ['', 'another', localKeys.PAYMOB_SECRET_KEY, localKeys.FAWRY_SECURE_KEY])
      expect({ key, status: await deliver(obj, withKey(key)) }).toMatchObject({ status: 403 })
    expect(await statusesOfWrongForms(`${PATH}?hmac=${valid}`, { type: 'TRANSACTION', obj })).toEqual(WRONG_FORMS)
    for (const body of [{}, { obj }, { type: 'TRANSACTION' }, { type: 7, obj }, { type: 'TRANSACTION', obj: [obj] }])
      expect((await notify(`${PATH}?hmac=${valid}`, body)).status).toBe(400)
    expect(await moneyState(sara)).toEqual(before)
  })

  it('that is replayed, later and many times at once, changes nothing more', async () => {
    const { sara, obj, valid } = await payCheckout()
    expect(await deliver(obj, valid)).toBe(200)
    const before = await moneyState(sara)
    setNow('2026-03-11T10:00:00Z')
    expect(await Promise.all(Array.from({ length: 5 }, () => deliver(obj, valid)))).toEqual(Array(5).fill(200))
    expect(await moneyState(sara)).toEqual(before)
  })

  it('of a refund is refused without its signature, and by itself gives nothing back, whatever it names', async () => {
    const { sara, obj, valid, reference } = await payCheckout()
    expect(await deliver(obj, valid)).toBe(200)
    const before = await moneyState(sara)
    const child = { ...obj, id: 7, has_parent_transaction: true, is_refund: true, refunded_amount_cents: 60_055 }
    expect(await deliver(child, valid)).toBe(403)
    const [{ id: paid } = { id: 0 }] = gateways.transactions(reference)
    for (const change of [
      { parent_transaction: paid },
      { parent_transaction: null },
      { parent_transaction: 1 },
      { parent_transaction: "1' OR 1" },
      { amount_cents: 1 },
      { currency: 'USD' },
      { integration_id: 1 },
      { order: { id: 1 } },
      { is_void: true, is_voided: true },
    ]) {
      const forged = { ...child, ...change }
      expect({ change, status: await deliver(forged, hmac(forged)) }).toMatchObject({ status: 200 })
    }
    await gateways.deliverAll()
    const { tx, ...others } = await moneyState(sara)
    const { tx: unchanged, ...left } = before
    const withoutCheck = (all: unknown[]) => all.map((one) => ({ ...(one as Fields), next_check_at: null }))
    expect([withoutCheck(tx), others]).toEqual([withoutCheck(unchanged), left])
    expect(gateways.requestsTo('/api/acceptance/void_refund/refund')).toEqual([])
  })

  it('with a valid signature is refused for another amount, currency, payment method or order', async () => {
    const { sara, obj, transactionId } = await payCheckout()
    const before = await moneyState(sara)
    const statuses: Record<string, number> = {}
    for (const [path, value] of [
      ['amount_cents', 60_054],
      ['amount_cents', 6_005_500],
      ['currency', 'USD'],
      ['currency', 'egp'],
      ['integration_id', 4002],
      ['integration_id', 1],
      ['order.id', 1],
    ] as const) {
      const forged = changed(obj, path, value)
      statuses[`${path} ${value}`] = await deliver(forged, hmac(forged))
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
    expect(await deliver(obj, hmac(obj))).toBe(400)
    await run('UPDATE transactions SET payment_method = 0 WHERE id = ?', transactionId)
    expect(await moneyState(sara)).toEqual(before)
  })

  it('pays one order: a digit moved from the order id to the owner, which leaves the signature valid, pays no other', async () => {
    const first = await payCheckout()
    expect(await deliver(first.obj, first.valid)).toBe(200)
    const nour = await payingStudent()
    const second = await payCheckoutWithoutCallback(gateways, nour, plan)
    const shortId = first.reference.slice(0, -1)
    await run('UPDATE transactions SET provider_order_id = ? WHERE id = ?', shortId, second.transactionId)
    const before = await moneyState(nour)
    const owner = `${first.reference.slice(-1)}${first.obj.owner}`
    const moved = changed(changed(first.obj, 'order.id', Number(shortId)), 'owner', Number(owner))
    expect(hmac(moved)).toBe(first.valid)
    expect(await deliver(moved, first.valid)).toBe(400)
    expect(await moneyState(nour)).toEqual(before)
  })
})

describe('a report of the media server', () => {
  let session: string
  let student: Person
  let tutor: Person

  beforeEach(async () => {
    await run('DELETE FROM media_events')
    ;[student, tutor] = await Promise.all([payingStudent(), onboardedTutor()])
    session = await sessionIdOf({ id: await insertLesson({ tutor, student, start: Date.now() }) })
  })

  const joining = (id: unknown = student.id, room = session) => eventOf('participant_joined', room, { id })

  /** What reports can change: their own log, the session's, and the money. */
  const lessonState = async () => [
    await storedReports(),
    await rows('SELECT * FROM session_events'),
    await moneyState(student),
  ]

  it('is refused without a token, and with one that is truncated, changed, or of another key, algorithm, issuer or body', async () => {
    const text = JSON.stringify(joining())
    const valid = await liveKitToken(text)
    const [head = '', payload = '', signature = ''] = valid.split('.')
    const changed = Buffer.from(payload, 'base64url').toString().replace('"sha256":"', '"sha256":"A')
    const unsigned = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url')
    const before = await lessonState()
    const invalid: Record<string, string | undefined> = {
      none: undefined,
      empty: '',
      'no JWT': 'x',
      truncated: valid.slice(0, -1),
      'without its signature': `${head}.${payload}.`,
      'of no algorithm': `${unsigned}.${payload}.`,
      'with other claims': [head, Buffer.from(changed).toString('base64url'), signature].join('.'),
      'of another key': await liveKitToken(text, { secret: 'another key that is long enough to be one' }),
      'of another algorithm': await liveKitToken(text, {
        alg: 'HS512',
        secret: `${localMediaKeys.LIVEKIT_API_SECRET}${'x'.repeat(32)}`,
      }),
      'of another issuer': await liveKitToken(text, { claims: { iss: 'devkey' } }),
      'of another body': await liveKitToken(`${text} `),
      'without a hash': await liveKitToken(text, { claims: { sha256: undefined } }),
      'with the hash in hex': await liveKitToken(text, {
        claims: { sha256: Buffer.from(hashOf(text), 'base64').toString('hex') },
      }),
      'with a hash that is no text': await liveKitToken(text, { claims: { sha256: [hashOf(text)] } }),
      'without an end': await liveKitToken(text, { claims: { exp: undefined } }),
      expired: await liveKitToken(text, { now: Date.now() - 311_000 }),
      'of a time to come': await liveKitToken(text, { now: Date.now() + 12_000 }),
      'of a member': student.token,
      'of a member, as a bearer': `Bearer ${student.token}`,
      'valid, as a bearer': `Bearer ${valid}`,
    }
    for (const [name, token] of Object.entries(invalid))
      expect([name, (await postReport(text, token)).status]).toEqual([name, 403])
    expect(await lessonState()).toEqual(before)
    expect((await postReport(text, valid)).status).toBe(200)
    expect(await storedReports()).toHaveLength(1)
  })

  it('is refused with the token that a member gets for the room', async () => {
    const text = JSON.stringify(joining())
    const key = { key: localMediaKeys.LIVEKIT_API_KEY, secret: localMediaKeys.LIVEKIT_API_SECRET }
    const token = await roomToken(key, { userId: student.id, name: null, room: session })
    expect((await postReport(text, token)).status).toBe(403)
    expect(await storedReports()).toEqual([])
  })

  it('is refused when any byte of it was changed or cut on its way', async () => {
    const text = JSON.stringify(joining())
    const token = await liveKitToken(text)
    const other = [
      text.replace(String(student.id), String(tutor.id)),
      text.replace('joined', 'left'),
      `${text}\n`,
      ` ${text}`,
    ]
    for (const changed of other) expect((await postReport(changed, token)).status).toBe(403)
    for (const length of [0, 1, text.length - 1])
      expect([400, 403]).toContain((await postReport(text.slice(0, length), token)).status)
    expect(await storedReports()).toEqual([])
  })

  it('counts once however often it is replayed, and within ten seconds of its own time', async () => {
    const text = JSON.stringify(joining())
    const token = await liveKitToken(text)
    for (let again = 0; again < 3; again++) expect((await postReport(text, token)).status).toBe(200)
    expect(await storedReports()).toHaveLength(1)
    setNow(Date.now() + 309_000)
    expect((await postReport(text, token)).status).toBe(200)
    setNow(Date.now() + 2_000)
    expect((await postReport(text, token)).status).toBe(403)
    const early = JSON.stringify(joining())
    expect((await postReport(early, await liveKitToken(early, { now: Date.now() + 9_000 }))).status).toBe(200)
    expect(await storedReports()).toHaveLength(2)
  })

  it('about another room, another person or something unknown is accepted and changes nothing', async () => {
    const stranger = await payingStudent()
    const interview = `interview:${crypto.randomUUID()}`
    const before = await lessonState()
    const other = [
      joining(stranger.id),
      joining(0),
      joining(`${student.id}.0`),
      joining(` ${student.id}`),
      joining('EG_egress'),
      joining(student.id, `lesson:${crypto.randomUUID()}`),
      joining(student.id, interview),
      joining(student.id, ''),
      joining(student.id, `${session}'`),
      eventOf('participant_joined', session),
      eventOf('room_started', 'lobby'),
      eventOf('track_published', session, { id: student.id }),
      eventOf('track_published', session, { id: student.id, source: 'UNKNOWN' }),
      eventOf('participant_connection_aborted', session, { id: student.id }),
      eventOf('egress_started', session),
      { ...joining(), id: undefined },
      { ...joining(), room: null },
      { ...joining(), createdAt: 'now' },
      { event: 'participant_joined' },
    ]
    for (const event of other) expect([event, await report(event)]).toEqual([event, 200])
    expect(await lessonState()).toEqual(before)
  })
})

/** What a report about messages can change. */
const messageState = async () => ({
  outbox: await rows('SELECT * FROM outbox ORDER BY id'),
  contacts: await countRows('contact_requests'),
})

/** A message of ours that its provider has accepted, and its number there. */
async function acceptedMessage(channel: 'whatsapp' | 'email') {
  const [id, now] = [`${channel}-${crypto.randomUUID()}`, Date.now()]
  await run(
    `INSERT INTO outbox (channel, template, "to", params, status, attempts, next_attempt_at, created_at, sent_at, provider_id)
     VALUES (?, 'lesson_canceled', '01012345678', '{}', 'sent', 1, ?, ?, ?, ?)`,
    channel,
    now,
    now,
    now,
    id,
  )
  return id
}

describe('a webhook of WhatsApp', () => {
  const PATH = '/whatsapp/webhook'
  const signatureOf = (text: string, key: string = localKeys.WHATSAPP_APP_SECRET) => ({
    'x-hub-signature-256': `sha256=${createHmac('sha256', key).update(text).digest('hex')}`,
  })
  const reportOf = (id: string, status = 'failed'): Fields => {
    const statuses = [{ id, status, timestamp: String(Math.floor(Date.now() / 1000)), recipient_id: '201012345678' }]
    const value = { messaging_product: 'whatsapp', metadata: { phone_number_id: '1' }, statuses }
    return { object: 'whatsapp_business_account', entry: [{ id: '1', changes: [{ field: 'messages', value }] }] }
  }
  const send = async (text: string, headers: Record<string, string>) =>
    (await postRaw(PATH, text, 'application/json', headers)).status

  it('is refused without its signature, with that of another body and with the key of another app', async () => {
    const text = JSON.stringify(reportOf(await acceptedMessage('whatsapp')))
    const before = await messageState()
    const wrong = ['', 'another', localKeys.WHATSAPP_TOKEN, localKeys.WHATSAPP_VERIFY_TOKEN]
    const headers: Record<string, string>[] = [
      {},
      signatureOf(`${text} `),
      ...wrong.map((key) => signatureOf(text, key)),
    ]
    for (const one of headers) expect(await send(text, one)).toBe(403)
    for (let at = 0; at < text.length; at += 40) {
      const changed = `${text.slice(0, at)}${text[at] === '1' ? '2' : '1'}${text.slice(at + 1)}`
      expect([at, await send(changed, signatureOf(text))]).toSatisfy(([, status]) => status === 403 || status === 400)
    }
    expect(await messageState()).toEqual(before)
  })

  it('is refused as a form, in UTF-16, cut and as invalid JSON, also where that is signed', async () => {
    const body = reportOf(await acceptedMessage('whatsapp'))
    const before = await messageState()
    expect(await statusesOfWrongForms(PATH, body, signatureOf(JSON.stringify(body)))).toEqual(WRONG_FORMS)
    const text = JSON.stringify(body)
    for (const cut of ['', text.slice(0, -1), text.slice(0, 60), `[${text}]`, '{}', 'null'])
      expect([cut, await send(cut, signatureOf(cut))]).toEqual([cut, 400])
    expect(await messageState()).toEqual(before)
  })

  it('that is replayed, or names the message of another channel, changes nothing', async () => {
    const [id, mailed] = [await acceptedMessage('whatsapp'), await acceptedMessage('email')]
    const text = JSON.stringify(reportOf(id, 'read'))
    expect(await send(text, signatureOf(text))).toBe(200)
    const before = await messageState()
    for (const later of [0, 1, 2]) {
      setNow(Date.now() + later * 3_600_000)
      expect(await send(text, signatureOf(text))).toBe(200)
    }
    const others = JSON.stringify(reportOf(mailed))
    expect(await send(others, signatureOf(others))).toBe(503)
    expect(await messageState()).toEqual(before)
  })
})

describe('a webhook of Resend', () => {
  const PATH = '/email/webhook'
  const headersOf = (text: string, { key, at }: { key?: string; at?: number } = {}) => {
    const timestamp = String(Math.floor((at ?? Date.now()) / 1000))
    const secret = Buffer.from((key ?? localKeys.EMAIL_WEBHOOK_SECRET).replace('whsec_', ''), 'base64')
    const signature = createHmac('sha256', secret).update(`msg_1.${timestamp}.${text}`).digest('base64')
    return { 'svix-id': 'msg_1', 'svix-timestamp': timestamp, 'svix-signature': `v1,${signature}` }
  }
  const eventOf = (id: string, type = 'email.bounced'): Fields => ({
    type,
    created_at: new Date(Date.now()).toISOString(),
    data: { email_id: id, bounce: { message: 'x', subType: 'General', type: 'Permanent' } },
  })
  const send = async (text: string, headers: Record<string, string>) =>
    (await postRaw(PATH, text, 'application/json', headers)).status

  it('is refused without its signature, with another id, time, body or key', async () => {
    const text = JSON.stringify(eventOf(await acceptedMessage('email')))
    const valid = headersOf(text)
    const before = await messageState()
    const keys = ['', 'whsec_', 'whsec_YW5vdGhlcg==', localKeys.EMAIL_API_KEY]
    const wrong: Record<string, string>[] = [
      {},
      { ...valid, 'svix-id': 'msg_2' },
      { ...valid, 'svix-timestamp': String(Number(valid['svix-timestamp']) + 1) },
      { ...valid, 'svix-signature': valid['svix-signature'].slice('v1,'.length) },
      { ...valid, 'svix-signature': valid['svix-signature'].replace('v1,', 'v2,') },
      headersOf(`${text} `),
      ...keys.map((key) => headersOf(text, { key })),
      headersOf(text, { at: Date.now() - 301_000 }),
      headersOf(text, { at: Date.now() + 301_000 }),
    ]
    for (const headers of wrong) expect([headers, await send(text, headers)]).toEqual([headers, 403])
    expect(await messageState()).toEqual(before)
  })

  it('is refused as a form, in UTF-16, cut and as invalid JSON, also where that is signed', async () => {
    const body = eventOf(await acceptedMessage('email'))
    const before = await messageState()
    const text = JSON.stringify(body)
    expect(await statusesOfWrongForms(PATH, body, headersOf(text))).toEqual(WRONG_FORMS)
    for (const cut of ['', text.slice(0, -1), text.slice(0, 60), `[${text}]`, '{}', 'null'])
      expect([cut, await send(cut, headersOf(cut))]).toEqual([cut, 400])
    expect(await messageState()).toEqual(before)
  })

  it('that is replayed, or names the message of another channel, changes nothing', async () => {
    const [id, texted] = [await acceptedMessage('email'), await acceptedMessage('whatsapp')]
    const text = JSON.stringify(eventOf(id, 'email.opened'))
    const headers = headersOf(text)
    expect(await send(text, headers)).toBe(200)
    const before = await messageState()
    for (let again = 0; again < 3; again++) expect(await send(text, headers)).toBe(200)
    setNow(Date.now() + 600_000)
    expect(await send(text, headers)).toBe(403)
    const others = JSON.stringify(eventOf(texted))
    expect(await send(others, headersOf(others))).toBe(503)
    expect(await messageState()).toEqual(before)
  })
})
