/**
 * What providers have really sent, kept in `dev/world/recorded` with its source and date: the stand-ins send the same fields of the
 * same types, and the adapters read them.
 */
import { createHash } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import * as messages from '#contract/messages'
import { paymobCardToken, paymobTransaction } from '#contract/paymob'
import { liveKitEvent } from '#contract/sessions'
import { bindings, callApi, expectOk, newAdmin, type Person } from '#tests/people'
import { localKeys } from '../../dev/local-keys.ts'
import { reportDelivery, whatsAppReply } from '../../dev/world/delivery-reports.ts'
import { Rooms, SOURCES } from '../../dev/world/livekit/rooms.ts'
import { receiveEmail, receiveWhatsApp } from '../../dev/world/messaging.ts'
import fawry from '../../dev/world/recorded/fawry.json' with { type: 'json' }
import liveKit from '../../dev/world/recorded/livekit.json' with { type: 'json' }
import paymob from '../../dev/world/recorded/paymob.json' with { type: 'json' }
import resend from '../../dev/world/recorded/resend.json' with { type: 'json' }
import whatsApp from '../../dev/world/recorded/whatsapp.json' with { type: 'json' }
import { parseNotification } from '../../worker/outside/fawry/notification.ts'
import { isChild, parentOf, reportOf } from '../../worker/outside/paymob/callback.ts'
import { changesOf } from '../../worker/outside/whatsapp/webhook.ts'
import { type Gateways, hostInMemory } from './gateways.ts'
import { addCard, buyPlan, payCheckoutWithoutCallback, payWithoutNotification, withGateways } from './order-fixtures.ts'
import { lastTransactionOf, newPlan, payingStudent, transactionOf } from './payment-fixtures.ts'

let gateways: Gateways
let plan: number
let sara: Person

withGateways('2026-02-11T10:00:00Z', async (opened) => {
  gateways = opened
  plan = await newPlan()
  sara = await payingStudent()
})

const kindOf = (value: unknown): string => (Array.isArray(value) ? 'array' : typeof value)
/** A provider writes these where it has nothing, of whatever type. */
const isNothing = (value: unknown): boolean =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)

/** Where a value lacks a recorded field, has one of its own, or another JSON type. */
function differences(recorded: unknown, sent: unknown, path = ''): string[] {
  if (isNothing(recorded) || isNothing(sent)) return []
  if (kindOf(recorded) !== kindOf(sent)) return [`${path}: ${kindOf(sent)}`]
  if (Array.isArray(recorded) && Array.isArray(sent)) return differences(recorded[0], sent[0] ?? null, `${path}[]`)
  if (typeof recorded !== 'object') return []
  const [theirs, ours] = [recorded, sent] as Record<string, unknown>[]
  const names = new Set([...Object.keys(theirs ?? {}), ...Object.keys(ours ?? {})])
  return [...names].flatMap((name) => {
    const place = `${path}.${name}`
    if (!(name in (ours ?? {}))) return [`${place}: missing`]
    if (!(name in (theirs ?? {}))) return [`${place}: not recorded`]
    return differences(theirs?.[name], ours?.[name], place)
  })
}

/** What the provider answered to the product's request at this path. */
async function answersTo(path: string, act: () => Promise<unknown>): Promise<unknown> {
  let text = 'null'
  gateways.changeAnswers(async (asked, answer) => {
    if (asked.endsWith(path)) text = await answer.clone().text()
    return answer
  })
  await act()
  return JSON.parse(text)
}

const orderBody = () => ({ planId: plan, period: 'month' })
const pay =
  (path: string, more: object = {}) =>
  () =>
    expectOk(callApi('POST', path, { as: sara, body: { ...orderBody(), ...more } }))

describe('the stand-in of Fawry sends what Fawry has sent', () => {
  it.each([
    ['chargeByReference', '/fawry/pay/ref-num', {}, []],
    // The recorded answer is that of a charge without a number, of which a client has kept no more.
    ['chargeByReference', '/fawry/pay/e-wallet', { walletPhone: '01012345678' }, []],
    ['chargeByReference', '/fawry/pay/e-wallet', {}, ['.walletQr: not recorded']],
  ] as const)('%s, for %s %o', async (name, path, more, also) => {
    const sent = await answersTo('/payments/charge', pay(path, more))
    expect(differences(fawry[name].body, sent)).toEqual(also)
  })

  it('a QR code of a wallet, a charge of a card, the cards, the plans', async () => {
    const qr = (await answersTo('/payments/charge', pay('/fawry/pay/e-wallet'))) as { walletQr: string }
    expect(qr.walletQr).toMatch(new RegExp(`^${fawry.chargeByWalletQr.body.walletQr.split(',')[0]},`))
    sara = await payingStudent()
    const cardToken = await addCard(gateways, sara)
    const charged = await answersTo('/payments/charge', pay('/fawry/pay/card', { cardToken, cvv: '123' }))
    expect(differences(fawry.chargeByCard.body, charged)).toEqual([])
    const list = () => expectOk(callApi('GET', `/fawry/card-token/list?userId=${sara.id}`, { as: sara }))
    expect(differences(fawry.cards.body, await answersTo('/cardToken', list))).toEqual([])
    const answer = await gateways.open('/fawry/ECommerceWeb/api/merchant/installment-plans?accountNumber=hessa')
    expect(differences(fawry.installmentPlans.body, await answer.json())).toEqual([])
  })

  it('a notice, an order that is cancelled, a refund and a refusal', async () => {
    const { body, referenceNumber } = await payWithoutNotification(gateways, sara, plan)
    expect(differences(fawry.notice.body, body)).toEqual(['.installmentMonths: missing'])
    const nour = await payingStudent()
    const [{ transactionId }, adel] = [await buyPlan(gateways, nour, plan), await newAdmin()]
    const orderRefNum = (await transactionOf(transactionId)).provider_ref_num
    const refund = () =>
      expectOk(callApi('POST', '/fawry/refund', { as: adel, body: { orderRefNum, refundAmount: 1000 } }))
    expect(differences(fawry.refund.body, await answersTo('/payments/refund', refund))).toEqual([])
    const unpaid = await payingStudent()
    await expectOk(callApi('POST', '/fawry/pay/ref-num', { as: unpaid, body: orderBody() }))
    const { id } = await lastTransactionOf(unpaid)
    const cancel = () =>
      expectOk(callApi('POST', '/fawry/cancel-unpaid-order', { as: unpaid, body: { transactionId: id } }))
    expect(differences(fawry.cancel.body, await answersTo('/cancel-unpaid-order', cancel))).toEqual([])
    const refused = await gateways.open(`/fawry/ECommerceWeb/Fawry/cards/cardToken?merchantCode=${referenceNumber}`)
    expect(differences(fawry.refusal.body, await refused.json())).toEqual([])
  })
})

describe('the adapter of Fawry reads what Fawry has sent', () => {
  it('the plans of the account, flat as well, without those of the tills', async () => {
    const [listed] = fawry.installmentPlans.body
    const till = { ...listed, installmentPlan: { ...listed?.installmentPlan, id: 9, online: false } }
    const flat = { planId: '7', bankName: 'NBE', tenor: 9, rate: '1.5', minimumAmount: '100', bins: '400000, 411111' }
    const answer = () => Response.json([listed, till, flat, { id: 5 }, null])
    gateways.answerInstead((path) => (path.endsWith('/installment-plans') ? answer() : null))
    const timer = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 30 * 3_600_000)
    const { plans } = await expectOk<{ plans: object[] }>(callApi('GET', '/fawry/installment-plans', { as: sara }))
    timer.mockRestore()
    expect(plans).toEqual([
      {
        id: 1203,
        months: 6,
        bank: 'CIB',
        rate: 650,
        minAmount: 50_000,
        maxAmount: 5_000_000,
        cardPrefixes: ['411111', '512345'],
      },
      {
        id: 7,
        months: 9,
        bank: 'NBE',
        rate: 150,
        minAmount: 10_000,
        maxAmount: null,
        cardPrefixes: ['400000', '411111'],
      },
    ])
  })

  it('the cards, whose digits have lost their zeros', async () => {
    gateways.answerInstead((path) => (path.endsWith('/cardToken') ? Response.json(fawry.cards.body) : null))
    const list = callApi('GET', `/fawry/card-token/list?userId=${sara.id}`, { as: sara })
    expect(await expectOk(list)).toMatchObject({ cards: [{ lastFourDigits: '0017', firstSixDigits: '411111' }] })
  })

  it('a charge by either name of its number, and one that is paid at once', async () => {
    const { referenceNumber, ...charge } = fawry.chargeByReference.body
    const merchantRefNumber = async () => (await lastTransactionOf(sara)).merchant_ref_num
    gateways.changeAnswers(async (path, answer) =>
      path.endsWith('/payments/charge')
        ? Response.json({ ...charge, merchantRefNumber: await merchantRefNumber(), fawryRefNumber: referenceNumber })
        : answer,
    )
    await pay('/fawry/pay/ref-num')()
    expect(await lastTransactionOf(sara)).toMatchObject({ status: 7, provider_ref_num: referenceNumber })
    gateways.changeAnswers((_path, answer) => answer)
    sara = await payingStudent()
    const cardToken = await addCard(gateways, sara)
    gateways.changeAnswers(async (path, answer) => {
      if (!path.endsWith('/payments/charge')) return answer
      const number = await merchantRefNumber()
      const made = gateways.orderByMerchantNumber(number)?.referenceNumber ?? ''
      await gateways.act('fawry', made, 'pay', { deliver: false })
      return Response.json({ ...fawry.chargeOfOldAccount.body, merchantRefNumber: number, referenceNumber: made })
    })
    await pay('/fawry/pay/card', { cardToken, cvv: '123' })()
    expect(await lastTransactionOf(sara)).toMatchObject({ status: 1 })
  })

  it('a notice with empty optional fields', () => {
    const { body } = fawry.notice
    const values = [
      body.fawryRefNumber,
      body.merchantRefNumber,
      '152.00',
      '150.00',
      body.orderStatus,
      body.paymentMethod,
      body.paymentRefrenceNumber,
      localKeys.FAWRY_SECURE_KEY,
    ]
    const messageSignature = createHash('sha256').update(values.join('')).digest('hex')
    expect(parseNotification(bindings, { ...body, messageSignature })).toMatchObject({
      event: 'pay',
      orderAmount: 15_000,
      paymentAmount: 15_200,
      fees: 0,
      failure: null,
    })
  })
})

describe('the stand-in of Paymob sends what Paymob has sent', () => {
  it('a transaction by callback and by inquiry, a refund of it, and what it answers to a wrong login', async () => {
    const { callback, reference } = await payCheckoutWithoutCallback(gateways, sara, plan)
    expect(differences(paymob.transaction.body, JSON.parse(callback.body))).toEqual([])
    const [payment] = gateways.transactions(reference)
    await gateways.act('paymob', reference, 'refund', { amount: 1000, deliver: false })
    const child = JSON.parse((await gateways.deliveries('paymob', reference)).at(-1)?.body ?? '{}').obj
    expect(child).toMatchObject({ is_refund: true, has_parent_transaction: true, amount_cents: 1000 })
    expect(differences(paymob.transaction.body.obj, child)).toEqual([])
    const asked = await gateways.open(`/paymob/api/acceptance/transactions/${payment?.id}`)
    expect([asked.status, differences(paymob.unauthorized.body, await asked.json())]).toEqual([401, []])
  })

  it('an intention, and a token of inquiries', async () => {
    const create = () =>
      expectOk(
        callApi('POST', '/paymob/create-checkout-url', {
          as: sara,
          body: { planId: plan, planPeriod: 0, paymentMethod: 0 },
        }),
      )
    const intention = await answersTo('/v1/intention/', create)
    expect(differences(paymob.intention.body, intention)).toEqual([])
    const token = await gateways.callConsole('POST', '/paymob/api/auth/tokens', { api_key: localKeys.PAYMOB_API_KEY })
    expect(differences(paymob.authToken.body, token)).toEqual([])
  })
})

describe('the adapter of Paymob reads what Paymob has sent', () => {
  it('a transaction, a refund that names its payment, and a saved card', () => {
    const transaction = paymobTransaction.parse(paymob.transaction.body.obj)
    expect([isChild(transaction), reportOf(transaction)]).toEqual([false, { event: 'pay', refundedTotal: null }])
    const child = paymobTransaction.parse({ ...paymob.transaction.body.obj, ...paymob.refund.body })
    expect([isChild(child), parentOf(child)]).toEqual([true, '514150822'])
    expect(paymobCardToken.safeParse(paymob.token.body.obj).success).toBe(true)
  })
})

const authorization = { authorization: 'Bearer key' }
const post = (body: object, headers: object = authorization) =>
  new Request('https://provider.example', { method: 'POST', headers: { ...headers }, body: JSON.stringify(body) })
const save = async () => 7
const AT = '2026-02-11T10:00:00.000Z'

/** What a stand-in reports to the product. */
async function reported(channel: 'whatsapp' | 'email', outcome: 'delivered' | 'failed'): Promise<unknown> {
  let text = ''
  const api = {
    fetch: async (request: Request) => {
      text = await request.text()
      return new Response()
    },
  } as unknown as Fetcher
  await reportDelivery(api, channel, { id: 'wamid.7', to: '201012345678', outcome, at: Date.parse(AT) })
  return JSON.parse(text)
}

describe('the stand-ins of Resend and WhatsApp send what these have sent', () => {
  it('the answers of Resend and its events', async () => {
    const mail = { from: 'a@hessa.example', to: ['b@hessa.example'], subject: 'x', text: 'y', html: '' }
    const [sent, refused] = [
      await receiveEmail(post(mail), AT, save),
      await receiveEmail(post({ ...mail, subject: 'a\nb' }), AT, save),
    ]
    expect([sent.status, differences(resend.sent.body, await sent.json())]).toEqual([200, []])
    expect([refused.status, differences(resend.refusal.body, await refused.json())]).toEqual([422, []])
    for (const [outcome, recorded] of [
      ['delivered', resend.delivered],
      ['failed', resend.bounced],
    ] as const)
      expect(differences(recorded.body, await reported('email', outcome))).toEqual([])
  })

  it('the answers of WhatsApp, its statuses and what people write', async () => {
    const parameters = [{ type: 'text', text: '12345' }]
    const components = [
      { type: 'body', parameters },
      { type: 'button', sub_type: 'url', index: '0', parameters },
    ]
    const template = { name: 'verify_phone_number', language: { code: 'ar_EG' }, components }
    const message = { messaging_product: 'whatsapp', to: '201012345678', type: 'template', template }
    const sent = await receiveWhatsApp(post(message), AT, save)
    expect([sent.status, differences(whatsApp.sent.body, await sent.json())]).toEqual([200, []])
    const named = [{ type: 'text', parameter_name: 'otp', text: '12345' }]
    const long = [{ type: 'text', text: '1234567890123456' }]
    for (const wrong of [named, long, []]) {
      const changed = components.map((one) => ({ ...one, parameters: wrong }))
      const refused = await receiveWhatsApp(
        post({ ...message, template: { ...template, components: changed } }),
        AT,
        save,
      )
      expect([refused.status, differences(whatsApp.error.body, await refused.json())]).toEqual([
        400,
        ['.error.error_subcode: missing'],
      ])
    }
    expect(differences(whatsApp.status.body, await reported('whatsapp', 'delivered'))).toEqual([])
    const failed = (await reported('whatsapp', 'failed')) as typeof whatsApp.status.body
    expect(differences(whatsApp.failure.body, failed.entry[0]?.changes[0]?.value.statuses[0])).toEqual([])
    const reply = JSON.parse(await whatsAppReply({ from: '201012345678', text: 'x', at: Date.parse(AT) }).text())
    expect(differences(whatsApp.incoming.body, reply.entry[0].changes[0].value)).toEqual([])
  })
})

describe('the adapters of Resend and WhatsApp read what these have sent', () => {
  it('events, statuses and replies', () => {
    for (const { body } of [resend.delivered, resend.bounced]) {
      expect(messages.notifyEmail.body?.safeParse(body).success).toBe(true)
      expect(messages.emailEvent.safeParse(body.data).success).toBe(true)
    }
    const [entry] = whatsApp.status.body.entry
    const changes = [
      whatsApp.incoming,
      { body: { ...entry?.changes[0]?.value, statuses: [whatsApp.failure.body] } },
    ].map(({ body: value }) => ({ field: 'messages', value }))
    expect(messages.notifyWhatsApp.body?.safeParse(whatsApp.status.body).success).toBe(true)
    const read = changesOf(bindings, { entry: [...whatsApp.status.body.entry, { changes }] })
    expect(read.unknown).toBe(0)
  })
})

const liveKitEvents = [
  liveKit.roomStarted,
  liveKit.participantJoined,
  liveKit.microphone,
  liveKit.camera,
  liveKit.screen,
  liveKit.participantLeft,
  liveKit.roomFinished,
].map(({ body }) => body)

it('the stand-in of LiveKit reports a room as a server of it has reported one', async () => {
  const rooms = new Rooms(hostInMemory(() => undefined))
  const { room, participant } = liveKit.participantJoined.body
  await rooms.join(room.name, participant.identity)
  for (const source of SOURCES) await rooms.publish(room.name, participant.identity, source)
  await rooms.leave(room.name, participant.identity)
  await rooms.close(room.name)
  const sent = rooms.deliveries.list(room.name).map(({ body }) => JSON.parse(body))
  expect(sent.map(({ event }) => event)).toEqual(liveKitEvents.map(({ event }) => event))
  // Nothing is in another form, and nothing is added. It carries no media, and says nothing of that.
  const inAnotherForm = liveKitEvents.flatMap((event, index) => differences(event, sent[index]))
  expect(inAnotherForm.filter((one) => !one.endsWith(': missing'))).toEqual([])
})

it('the adapter of LiveKit reads what a server of it has reported', () => {
  for (const event of liveKitEvents)
    expect([event.event, liveKitEvent.safeParse(event).error]).toEqual([event.event, undefined])
})
