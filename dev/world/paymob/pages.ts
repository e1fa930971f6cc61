import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import type { Desk } from '../desk.ts'
import { deliveryList, frame, narrow, orderList, pounds } from '../payment-pages.ts'
import { type Intention, Intentions } from './orders.ts'
import { INTEGRATIONS } from './provider.ts'
import { actOn, sourceOf, standing } from './staff.ts'

const OTP = '1234'

const payButtons = html`<button name="act" value="pay">ادفع</button>
<button name="act" value="pending" class="quiet">سيب الدفع معلّق</button> <button name="act" value="refuse" class="quiet">ارفض</button>`

const cardForm = (intention: Intention) =>
  narrow(
    'الدفع بالكارت',
    html`<p>هتدفع <strong>${pounds(intention.amount)}</strong> لحصّة.</p><form method="post">
<label>رقم الكارت<input name="number" dir="ltr" inputmode="numeric" autocomplete="cc-number" value="5123 4567 8901 2346"></label>
<label>تاريخ الانتهاء<input name="expiry" dir="ltr" autocomplete="cc-exp" value="12/29"></label>
<label>CVV<input name="cvv" dir="ltr" inputmode="numeric" autocomplete="cc-csc" value="123"></label>
<label>كود البنك (${OTP})<input name="otp" dir="ltr" inputmode="numeric" autocomplete="one-time-code"></label>
${payButtons}</form>`,
  )

const walletForm = (intention: Intention) =>
  narrow(
    'الدفع بالمحفظة',
    html`<p>طلب دفع <strong>${pounds(intention.amount)}</strong> على الرقم <bdi dir="ltr">${intention.customer.phone}</bdi>.</p>
<form method="post">${payButtons}</form>`,
  )

/** The provider's own checkout page, and an overview of what was announced to it. */
export function paymobPages(desk: Desk): Hono {
  const intentions = new Intentions(desk)
  const isWallet = (intention: Intention) => INTEGRATIONS[intention.integrationId] === 'wallet'

  const show = async (c: Context) => {
    const intention = intentions.ofSecret(c.req.query('clientSecret') ?? '')
    if (!intention) return c.html(narrow('الرابط مش صحيح', html`<p>مفيش طلب بالرابط ده.</p>`), 404)
    const isOver = intentions.newest(intention.orderId)?.success || intention.expiresAt < (await desk.now())
    if (isOver) return c.html(narrow('الطلب خلص', html`<p><a href="${intention.redirect}">ارجع لحصّة</a></p>`))
    return c.html(isWallet(intention) ? walletForm(intention) : cardForm(intention))
  }

  const leadBack = (c: Context, intention: Intention) => {
    const newest = intentions.newest(intention.orderId)
    const url = new URL(intention.redirect)
    const said = { success: String(newest?.success ?? false), pending: String(newest?.pending ?? false) }
    for (const [name, value] of Object.entries({ ...said, order: String(intention.orderId) }))
      url.searchParams.set(name, value)
    return c.redirect(url.href, 303)
  }

  const pay = async (c: Context) => {
    const intention = intentions.ofSecret(c.req.query('clientSecret') ?? '')
    if (!intention) return c.notFound()
    const { act, otp, number = '' } = (await c.req.parseBody()) as Record<string, string>
    const source = sourceOf(intention, number.slice(-4) || undefined)
    const isRight = isWallet(intention) || otp === OTP
    if (act === 'pending') await intentions.tell(intention, { source, pending: true }, await desk.now())
    else {
      const told = { amount: null, isTold: true }
      await actOn(desk, intentions, intention, act === 'pay' && isRight ? 'pay' : 'refuse', told)
    }
    return leadBack(c, intention)
  }

  const overview = (c: Context) => {
    const rows = intentions.all().map((one) => ({
      reference: String(one.orderId),
      amount: one.amount,
      status: standing(intentions.newest(one.orderId)),
      words: `${INTEGRATIONS[one.integrationId]} · ${one.customer.name} · ${one.reference}`,
      page: `unifiedcheckout/?clientSecret=${one.clientSecret}`,
    }))
    const log = deliveryList('paymob', intentions.deliveries.list())
    return c.html(frame('بوابة الكروت', html`${orderList('paymob', rows)}${log}`))
  }

  return new Hono().get('/', overview).get('/unifiedcheckout/', show).post('/unifiedcheckout/', pay)
}
