import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { Faults } from '../faults.ts'
import { consolePage, deliveryList, dialogPage, faultForm, orderList, pounds } from '../payment-console-pages.ts'
import type { StandInHost } from '../stand-in-host.ts'
import { Cards, DECLINES } from './cards.ts'
import { applyAction } from './console.ts'
import { type Order, Orders } from './orders.ts'

const OTP = '1234'

const cardForm = (query: Record<string, string>) =>
  dialogPage(
    'إضافة كارت',
    html`<form method="post">
${Object.entries(query).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<label>رقم الكارت<input name="number" dir="ltr" inputmode="numeric" autocomplete="cc-number" required pattern="[0-9 ]{16,19}" value="4111 1111 1111 1111"></label>
<label>الاسم على الكارت<input name="holder" dir="ltr" autocomplete="cc-name" required value="SARA ALI"></label>
<label>تاريخ الانتهاء<input name="expiry" dir="ltr" autocomplete="cc-exp" required pattern="[0-9]{2}/[0-9]{2}" value="12/29"></label>
<label>CVV<input name="cvv" dir="ltr" inputmode="numeric" autocomplete="cc-csc" required pattern="[0-9]{3}" value="123"></label>
<button name="act" value="save">احفظ الكارت</button>
<button name="act" value="refuse" class="quiet" formnovalidate>ارفض الكارت</button>
</form>
<details><summary>كروت للتجربة</summary><ul dir="ltr"><li>4111 1111 1111 1111: pays</li>${Object.entries(DECLINES).map(
      ([number, { reason }]) => html`<li>${number}: ${reason}</li>`,
    )}</ul></details>`,
  )

const passwordForm = (order: Order, isWrong: boolean) =>
  dialogPage(
    'تأكيد الدفع من البنك',
    html`<p>هتدفع <strong>${pounds(order.amount)}</strong> لحصّة.</p>
${isWrong ? html`<p role="alert">الكود مش صحيح.</p>` : ''}
<form method="post"><label>كود التأكيد (${OTP})<input name="otp" dir="ltr" inputmode="numeric" autocomplete="one-time-code" autofocus></label>
<button name="act" value="pay">أكّد</button><button name="act" value="refuse" class="quiet">ارفض</button></form>`,
  )

const payerForm = (order: Order) =>
  dialogPage(
    order.method === 'MWALLET' ? 'محفظة الموبايل' : 'الدفع في المحل',
    html`<p>طلب دفع <strong>${pounds(order.amount)}</strong> من حصّة على الرقم <bdi dir="ltr">${order.customerMobile}</bdi>.</p>
<form method="post"><button name="act" value="pay">وافق وادفع</button><button name="act" value="refuse" class="quiet">ارفض</button></form>`,
  )

const closedPage = (order: Order) =>
  dialogPage('خلاص', html`<p>الطلب ${order.referenceNumber}: <strong dir="ltr">${order.status}</strong></p>`)

/** Returns to the merchant's page with the result, as the gateway does. */
function redirectToMerchant(c: Context, returnUrl: string, statusCode: string, statusDescription: string) {
  const url = new URL(returnUrl)
  url.searchParams.set('statusCode', statusCode)
  url.searchParams.set('statusDescription', statusDescription)
  return c.redirect(url.href, 303)
}

/** The pages on which a payer adds a card, enters the bank's password or accepts a wallet's request. */
export function fawryPages(host: StandInHost): Hono {
  const orders = new Orders(host)
  const cards = new Cards(host)
  const wholeAndNotified = { amount: null, isNotified: true }

  const saveCard = async (c: Context) => {
    const form = (await c.req.parseBody()) as Record<string, string>
    const { customerProfileId = '', returnUrl = '', act, holder = '', expiry = '' } = form
    const number = (form.number ?? '').replaceAll(' ', '')
    if (act !== 'save' || !/^\d{16}$/.test(number))
      return redirectToMerchant(c, returnUrl, '17007', 'Card is not accepted')
    await cards.add({ customerProfileId, number, holder, expiry })
    return redirectToMerchant(c, returnUrl, '200', 'Operation done successfully')
  }

  const enterPassword = async (c: Context) => {
    const order = orders.find(c.req.param('ref') ?? '')
    if (!order) return c.notFound()
    if (order.status !== 'UNPAID') return c.html(closedPage(order))
    const { otp, act } = (await c.req.parseBody()) as Record<string, string>
    if (act === 'pay' && otp !== OTP) return c.html(passwordForm(order, true))
    const number = host.get<string>(`fawry:paying-with:${order.referenceNumber}`) ?? ''
    const action = act === 'pay' && !DECLINES[number] ? 'pay' : 'refuse'
    await applyAction(host, orders, order.referenceNumber, action, wholeAndNotified)
    const changed = orders.find(order.referenceNumber) ?? order
    const isPaid = changed.status === 'PAID'
    const { failure } = changed
    if (order.returnUrl === null) return c.html(closedPage(changed))
    return isPaid
      ? redirectToMerchant(c, order.returnUrl, '200', 'Operation done successfully')
      : redirectToMerchant(c, order.returnUrl, failure?.code ?? '99905', failure?.reason ?? 'Declined')
  }

  const answerPayer = async (c: Context) => {
    const order = orders.find(c.req.param('ref') ?? '')
    if (!order) return c.notFound()
    const { act } = (await c.req.parseBody()) as Record<string, string>
    await applyAction(host, orders, order.referenceNumber, act === 'pay' ? 'pay' : 'refuse', wholeAndNotified)
    return c.html(closedPage(orders.find(order.referenceNumber) ?? order))
  }

  const showOrder = (form: (order: Order) => ReturnType<typeof dialogPage>) => (c: Context) => {
    const order = orders.find(c.req.param('ref') ?? '')
    if (!order) return c.notFound()
    return c.html(order.status === 'UNPAID' ? form(order) : closedPage(order))
  }

  const overview = (c: Context) => {
    const rows = orders.all().map((order) => ({
      reference: order.referenceNumber,
      amount: order.amount,
      status: order.status,
      description: `${order.method} · ${order.customerName} · ${order.merchantRefNumber}`,
      page: order.method === 'CARD' ? `3ds/${order.referenceNumber}` : `wallet/${order.referenceNumber}`,
    }))
    return c.html(
      consolePage(
        'بوابة الأكواد',
        html`${faultForm('fawry', new Faults(host, 'fawry').left())}${orderList('fawry', rows)}${deliveryList('fawry', orders.deliveries.list())}`,
      ),
    )
  }

  return new Hono()
    .get('/', overview)
    .get('/atfawry/plugin/card-token', (c) => c.html(cardForm(c.req.query())))
    .post('/atfawry/plugin/card-token', saveCard)
    .get(
      '/3ds/:ref',
      showOrder((order) => passwordForm(order, false)),
    )
    .post('/3ds/:ref', enterPassword)
    .get('/wallet/:ref', showOrder(payerForm))
    .post('/wallet/:ref', answerPayer)
}
