import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { Faults } from '../faults.ts'
import { consolePage, deliveryList, dialogPage, faultForm, orderList, pounds } from '../payment-console-pages.ts'
import type { StandInHost } from '../stand-in-host.ts'
import { applyAction, paymentSource, statusLabel } from './console.ts'
import { type Intention, Intentions } from './orders.ts'
import { INTEGRATIONS } from './provider.ts'
import { type PaymobCard, PaymobCards } from './saved-cards.ts'

const OTP = '1234'

const payButtons = html`<button name="act" value="pay">ادفع</button>
<button name="act" value="pending" class="quiet">سيب الدفع معلّق</button> <button name="act" value="refuse" class="quiet">ارفض</button>`

const cardForm = (intention: Intention, saved: readonly PaymobCard[]) =>
  dialogPage(
    'الدفع بالكارت',
    html`<p>هتدفع <strong>${pounds(intention.amount)}</strong> لحصّة.</p><form method="post">
${saved.map(({ token, subtype, maskedPan }) => html`<label><input type="radio" name="saved" value="${token}"> <bdi dir="ltr">${subtype} ${maskedPan}</bdi></label>`)}
<label>رقم الكارت<input name="number" dir="ltr" inputmode="numeric" autocomplete="cc-number" value="5123 4567 8901 2346"></label>
<label>تاريخ الانتهاء<input name="expiry" dir="ltr" autocomplete="cc-exp" value="12/29"></label>
<label>CVV<input name="cvv" dir="ltr" inputmode="numeric" autocomplete="cc-csc" value="123"></label>
<label>كود البنك (${OTP})<input name="otp" dir="ltr" inputmode="numeric" autocomplete="one-time-code"></label>
<label><input type="checkbox" name="keep" value="true"> احفظ الكارت</label>
${payButtons}</form>`,
  )

const walletForm = (intention: Intention) =>
  dialogPage(
    'الدفع بالمحفظة',
    html`<p>طلب دفع <strong>${pounds(intention.amount)}</strong> على الرقم <bdi dir="ltr">${intention.customer.phone}</bdi>.</p>
<form method="post">${payButtons}</form>`,
  )

/** The provider's checkout page, and an overview of its intentions. */
export function paymobPages(host: StandInHost): Hono {
  const intentions = new Intentions(host)
  const cards = new PaymobCards(host)
  const offeredOn = ({ cardTokens }: Intention) => cardTokens.flatMap((token) => cards.find(token) ?? [])
  const isWallet = (intention: Intention) => INTEGRATIONS[intention.integrationId] === 'wallet'

  /** A paid page, or one whose time is over, takes no attempt. */
  const isClosed = async ({ orderId, expiresAt }: Intention) =>
    intentions.latestPayment(orderId) !== undefined || expiresAt < (await host.now())

  const show = async (c: Context) => {
    const intention = intentions.findBySecret(c.req.query('clientSecret') ?? '')
    if (!intention) return c.html(dialogPage('الرابط مش صحيح', html`<p>مفيش طلب بالرابط ده.</p>`), 404)
    if (await isClosed(intention))
      return c.html(dialogPage('الطلب خلص', html`<p><a href="${intention.redirect}">ارجع لحصّة</a></p>`))
    return c.html(isWallet(intention) ? walletForm(intention) : cardForm(intention, offeredOn(intention)))
  }

  const redirectToMerchant = (c: Context, intention: Intention) => {
    const latest = intentions.latestAttempt(intention.orderId)
    const url = new URL(intention.redirect)
    const result = { success: String(latest?.success ?? false), pending: String(latest?.pending ?? false) }
    for (const [name, value] of Object.entries({ ...result, order: String(intention.orderId) }))
      url.searchParams.set(name, value)
    return c.redirect(url.href, 303)
  }

  const pay = async (c: Context) => {
    const intention = intentions.findBySecret(c.req.query('clientSecret') ?? '')
    if (!intention) return c.notFound()
    const { act, otp, number: typed = '', saved = '', keep } = (await c.req.parseBody()) as Record<string, string>
    const number = offeredOn(intention).find(({ token }) => token === saved)?.maskedPan ?? typed.replaceAll(' ', '')
    const source = paymentSource(intention, number.slice(-4) || undefined)
    if (keep && !saved && !isWallet(intention)) await cards.save(intention, number)
    const isConfirmed = isWallet(intention) || otp === OTP
    if (act === 'pending') {
      if (!(await isClosed(intention)))
        await intentions.recordPayment(intention, { source, pending: true }, await host.now())
    } else {
      const wholeAndNotified = { amount: null, isNotified: true }
      await applyAction(host, intentions, intention, act === 'pay' && isConfirmed ? 'pay' : 'refuse', wholeAndNotified)
    }
    return redirectToMerchant(c, intention)
  }

  const overview = (c: Context) => {
    const rows = intentions.all().map((one) => ({
      reference: String(one.orderId),
      amount: one.amount,
      status: statusLabel(intentions, one.orderId),
      description: `${INTEGRATIONS[one.integrationId]} · ${one.customer.name} · ${one.reference}`,
      page: `unifiedcheckout/?clientSecret=${one.clientSecret}`,
    }))
    const log = deliveryList('paymob', intentions.deliveries.list())
    return c.html(
      consolePage(
        'بوابة الكروت',
        html`${faultForm('paymob', new Faults(host, 'paymob').left())}${orderList('paymob', rows)}${log}`,
      ),
    )
  }

  return new Hono().get('/', overview).get('/unifiedcheckout/', show).post('/unifiedcheckout/', pay)
}
