import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { callApi, expectOk, newAdmin, outcome, type Person, row, rows, run } from '#tests/people'
import { localKeys } from '../../dev/local-keys.ts'
import type { PaymobCard } from '../../dev/world/paymob/saved-cards.ts'
import { type Gateways, notify } from './gateways.ts'
import { addCard, withGateways } from './order-fixtures.ts'
import { lastTransactionOf, newPlan, payingStudent } from './payment-fixtures.ts'
import { lastAuditEntry } from './staff-fixtures.ts'

let gateways: Gateways
let plan: number

withGateways('2026-02-11T10:00:00Z', async (opened) => {
  gateways = opened
  plan = await newPlan()
})

type Card = { gateway: string; token: string; brand: string; lastFourDigits: string }

const cardsOf = async (student: Person, as = student): Promise<Card[]> =>
  (await expectOk<{ cards: Card[] }>(callApi('GET', `/fawry/card-token/list?userId=${student.id}`, { as }))).cards
const remove = (as: Person, card: Card, userId = as.id) =>
  outcome(
    callApi('DELETE', '/fawry/card-token', { as, body: { cardToken: card.token, gateway: card.gateway, userId } }),
  )

const checkOut = (student: Person) =>
  callApi('POST', '/paymob/create-checkout-url', {
    as: student,
    body: { planId: plan, planPeriod: 0, paymentMethod: 0 },
  })

/** Opens a checkout, and ends the order without a payment, so that another can be opened. */
async function checkOutAndCancel(student: Person) {
  await expectOk(checkOut(student))
  const { id, provider_order_id } = await lastTransactionOf(student)
  await run('UPDATE transactions SET status = 2 WHERE id = ?', id)
  return provider_order_id ?? ''
}

/** Pays nothing, but saves a card on the page of the provider. */
async function saveCard(student: Person, number = '5123 4567 8901 2346') {
  const { checkoutUrl } = await expectOk<{ checkoutUrl: string }>(checkOut(student))
  const { id, provider_order_id: order } = await lastTransactionOf(student)
  const { search } = new URL(checkoutUrl)
  await gateways.submit(`/paymob/unifiedcheckout/${search}`, { act: 'refuse', number, keep: 'true' })
  await gateways.deliverAll()
  await run('UPDATE transactions SET status = 2 WHERE id = ?', id)
  return order ?? ''
}

const tokensOffered = (): unknown => {
  const [last] = gateways.requestsTo('/v1/intention/').toReversed()
  return (JSON.parse(last?.body ?? '{}') as { card_tokens?: string[] }).card_tokens
}

const atProvider = () => gateways.callConsole<PaymobCard[]>('GET', '/paymob/cards')

describe('a card saved on Paymob’s page', () => {
  it('is shown beside those of Fawry, without its token, and offered on the page of the next payment', async () => {
    const sara = await payingStudent()
    await addCard(gateways, sara)
    await saveCard(sara)
    const [card] = await atProvider().then((all) => all.slice(-1))
    expect(await cardsOf(sara)).toMatchObject([
      { gateway: 'fawry' },
      { gateway: 'paymob', brand: 'MasterCard', lastFourDigits: '2346' },
    ])
    expect(JSON.stringify(await cardsOf(sara))).not.toContain(card?.token)
    await checkOutAndCancel(sara)
    expect(tokensOffered()).toEqual([card?.token])
  })

  it('is that of its student alone; admins see and remove it, which is logged without its token', async () => {
    const [sara, nour, dina] = await Promise.all([payingStudent(), payingStudent(), newAdmin()])
    await saveCard(sara)
    const [card] = await cardsOf(sara, dina)
    if (!card) throw new Error('There is no card')
    expect(await cardsOf(nour)).toEqual([])
    expect(await outcome(callApi('GET', `/fawry/card-token/list?userId=${sara.id}`, { as: nour }))).toBe('forbidden')
    expect([await remove(nour, card, sara.id), await remove(nour, card)]).toEqual(['forbidden', 'not-found'])
    await checkOutAndCancel(nour)
    expect(tokensOffered()).toBeUndefined()
    expect(await remove(dina, card, sara.id)).toBe('ok')
    const entry = await lastAuditEntry('fawry.deleteCard')
    expect(entry).toMatchObject({ actor_id: dina.id, target_kind: 'user', target_id: sara.id })
    expect(JSON.stringify(entry)).not.toContain((await atProvider()).at(-1)?.token)
  })

  it('that the student removes is offered no more, nor kept, and its old report does not bring it back', async () => {
    const sara = await payingStudent()
    const order = await saveCard(sara)
    const [card] = await cardsOf(sara)
    if (!card) throw new Error('There is no card')
    expect([await remove(sara, card), await remove(sara, card)]).toEqual(['ok', 'not-found'])
    const report = (await gateways.deliveries('paymob', order)).find(({ body }) => body.includes('"TOKEN"'))
    await gateways.callConsole('POST', `/paymob/deliveries/${report?.id}/send`, { times: 3 })
    expect(await cardsOf(sara)).toEqual([])
    expect(await rows('SELECT token FROM paymob_cards WHERE user_id = ?', sara.id)).toEqual([{ token: null }])
    await checkOutAndCancel(sara)
    expect(tokensOffered()).toBeUndefined()
  })

  it('that Paymob no longer has disappears with the next payment, which is made all the same with those left', async () => {
    const sara = await payingStudent()
    await saveCard(sara)
    await saveCard(sara, '4111 1111 1111 1111')
    const [first, second] = (await atProvider()).slice(-2)
    await gateways.callConsole('POST', `/paymob/cards/${first?.id}/delete`)
    await checkOutAndCancel(sara)
    expect(tokensOffered()).toEqual([second?.token])
    expect(await cardsOf(sara)).toMatchObject([{ brand: 'Visa', lastFourDigits: '1111' }])
    await gateways.callConsole('POST', `/paymob/cards/${second?.id}/delete`)
    await checkOutAndCancel(sara)
    expect(tokensOffered()).toBeUndefined()
    expect(await cardsOf(sara)).toEqual([])
  })

  it('where a refusal names no token, none of those sent is offered any more', async () => {
    const sara = await payingStudent()
    await saveCard(sara)
    let refusals = 1
    gateways.answerInstead((path) =>
      path === '/v1/intention/' && refusals-- > 0
        ? Response.json({ detail: 'Invalid card tokens.' }, { status: 400 })
        : null,
    )
    await checkOutAndCancel(sara)
    gateways.answerInstead(() => null)
    expect([tokensOffered(), await cardsOf(sara)]).toEqual([undefined, []])
  })

  it('stays where Paymob refuses something else', async () => {
    const sara = await payingStudent()
    await saveCard(sara)
    gateways.answerInstead((path) =>
      path === '/v1/intention/' ? Response.json({ detail: 'Integration ID does not exist.' }, { status: 404 }) : null,
    )
    expect(await outcome(checkOut(sara))).toBe('service-unavailable')
    gateways.answerInstead(() => null)
    expect(await cardsOf(sara)).toHaveLength(1)
  })

  it('is one of the newest three that the page can offer, and not offered to a wallet', async () => {
    const sara = await payingStudent()
    for (const number of ['5123456789010001', '5123456789010002', '5123456789010003', '5123456789010004'])
      await saveCard(sara, number)
    await checkOutAndCancel(sara)
    const offered = (await atProvider()).slice(-3).map(({ token }) => token)
    expect(tokensOffered()).toEqual(offered.toReversed())
    const body = { planId: plan, planPeriod: 0, paymentMethod: 1 }
    await expectOk(callApi('POST', '/paymob/create-checkout-url', { as: sara, body }))
    expect(tokensOffered()).toBeUndefined()
  })
})

describe('a report of a saved card', () => {
  type Report = Record<string, string | number>

  const signatureOf = (card: Report) =>
    createHmac('sha512', localKeys.PAYMOB_HMAC_SECRET)
      .update(
        ['card_subtype', 'created_at', 'email', 'id', 'masked_pan', 'merchant_id', 'order_id', 'token']
          .map((name) => card[name])
          .join(''),
      )
      .digest('hex')
  const deliver = async (card: Report, hmac = signatureOf(card)) =>
    (await notify(`/paymob/on-checkout?hmac=${hmac}`, { type: 'TOKEN', obj: card })).status
  async function reportFor(student: Person): Promise<Report> {
    return {
      id: 7,
      token: `token-of-${student.id}`,
      masked_pan: 'xxxx-xxxx-xxxx-2346',
      merchant_id: 30_211,
      card_subtype: 'MasterCard',
      created_at: '2026-02-11T10:00:00.503781',
      email: student.email,
      order_id: await checkOutAndCancel(student),
    }
  }

  it('with a wrong signature is refused, whatever was changed', async () => {
    const sara = await payingStudent()
    const card = await reportFor(sara)
    const valid = signatureOf(card)
    for (const name of Object.keys(card))
      expect([name, await deliver({ ...card, [name]: `${card[name]}1` }, valid)]).toEqual([name, 403])
    for (const hmac of ['', 'zz', valid.slice(1), `${valid}00`]) expect(await deliver(card, hmac)).toBe(403)
    expect(await cardsOf(sara)).toEqual([])
  })

  it('is for the student of its order: another order, mailbox or method is accepted and keeps nothing', async () => {
    const [sara, nour] = await Promise.all([payingStudent(), payingStudent()])
    const [card, other] = [await reportFor(sara), await reportFor(nour)]
    // A digit moves from the merchant to the order, which leaves the signature valid.
    const shifted = { ...card, merchant_id: '3021', order_id: `1${card.order_id}` }
    expect(signatureOf(shifted)).toBe(signatureOf(card))
    await run(
      'UPDATE transactions SET provider_order_id = ? WHERE provider_order_id = ?',
      `1${card.order_id}`,
      String(other.order_id),
    )
    const ignored: Report[] = [
      { ...card, order_id: '1' },
      { ...card, email: nour.email },
      shifted,
      { ...card, masked_pan: 'xxxx' },
      { ...card, token: '' },
    ]
    for (const one of ignored) expect([one, await deliver(one)]).toEqual([one, 200])
    await run('UPDATE transactions SET payment_method = 1 WHERE provider_order_id = ?', String(card.order_id))
    expect(await deliver(card)).toBe(200)
    expect([await cardsOf(sara), await cardsOf(nour)]).toEqual([[], []])
    await run('UPDATE transactions SET payment_method = 0 WHERE provider_order_id = ?', String(card.order_id))
    expect(await deliver({ ...card, email: sara.email.toUpperCase() })).toBe(200)
    expect([await cardsOf(sara), await cardsOf(nour)]).toMatchObject([[{ lastFourDigits: '2346' }], []])
  })

  it('counts once, brings a removed card back only where it was saved again, and never moves it to another student', async () => {
    const [sara, nour] = await Promise.all([payingStudent(), payingStudent()])
    const card = await reportFor(sara)
    for (let again = 0; again < 3; again++) expect(await deliver(card)).toBe(200)
    const [shown, ...others] = await cardsOf(sara)
    expect(others).toEqual([])
    if (shown) await remove(sara, shown)
    await deliver({ ...card, created_at: '2026-02-11T09:59:59.000000' })
    expect(await cardsOf(sara)).toEqual([])
    await deliver({ ...card, created_at: '2026-02-11T10:05:00.000000' })
    expect(await cardsOf(sara)).toHaveLength(1)
    await deliver({ ...(await reportFor(nour)), token: card.token ?? '', created_at: '2026-02-11T10:06:00.000000' })
    expect([(await cardsOf(sara)).length, (await cardsOf(nour)).length]).toEqual([1, 0])
    expect(await row('SELECT COUNT(*) AS count FROM paymob_cards WHERE user_id = ?', sara.id)).toEqual({ count: 1 })
  })
})
