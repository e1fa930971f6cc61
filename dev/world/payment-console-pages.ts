import { html } from 'hono/html'
import type { Corruption, Delivery } from './deliveries.ts'
import { FAULTS } from './faults.ts'
import { page } from './pages.ts'

export type Body = ReturnType<typeof html>

const STYLE = html`<style>
table{border-collapse:collapse;width:100%}td,th{padding:.35rem .5rem;text-align:start;border-block-end:1px solid #0001;vertical-align:top}
form{display:inline} label{display:block;margin-block:.75rem} label input{display:block;width:100%;box-sizing:border-box}
.narrow{max-width:24rem;margin-inline:auto}.narrow form{display:block}
button.quiet{background:none} [role=alert]{color:#a11} code{font-size:.85em;word-break:break-all}
@media(max-width:48rem){table,tbody,tr,td{display:block}td{padding:.15rem 0;border:0}tr{padding-block:.6rem;border-block-end:1px solid #0001}}
</style>`

export const pounds = (piastres: number): string =>
  new Intl.NumberFormat('ar-EG', { style: 'currency', currency: 'EGP' }).format(piastres / 100)

export const consolePage = (title: string, body: Body, isInDialog = false) =>
  page(title, html`${STYLE}${body}`, isInDialog)

/** A page that the app shows inside a dialog. */
export const dialogPage = (title: string, body: Body) =>
  consolePage(title, html`<section class="narrow">${body}</section>`, true)

export type OrderRow = { reference: string; amount: number; status: string; description: string; page: string }

const hiddenFields = (fields: Record<string, string>) =>
  Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)

const actionButton = (
  provider: string,
  reference: string,
  action: string,
  label: string,
  fields: Record<string, string> = {},
) =>
  html`<form method="post" action="/dev/${provider}/orders/${reference}/${action}">${hiddenFields(fields)}<button>${label}</button></form> `

/** Every action on an order. A notification that is not sent at once stays in the list of deliveries. */
const actionButtons = (provider: string, reference: string) =>
  html`${actionButton(provider, reference, 'pay', 'ادفع')}${actionButton(provider, reference, 'pay', 'ادفع والإشعار يستنى', { deliver: 'false' })}${actionButton(provider, reference, 'pay-again', 'ادفع تاني')}${actionButton(provider, reference, 'refuse', 'ارفض')}${provider === 'paymob' ? actionButton(provider, reference, 'refuse-again', 'ارفض محاولة تانية') : ''}${actionButton(provider, reference, 'expire', 'أنهِ المهلة')}${actionButton(provider, reference, 'refund', 'رجّع الفلوس')}${actionButton(provider, reference, 'report-unknown', 'حالة مجهولة')}
<form method="post" action="/dev/${provider}/orders/${reference}/refund"><input name="amount" inputmode="numeric" required pattern="[0-9]+" size="8" aria-label="قروش ترجع" placeholder="قروش"><button>رجّع جزء</button></form>`

/** Every order of a provider, newest first, with its actions. */
export const orderList = (provider: string, rows: readonly OrderRow[]) => html`<section><h2>الطلبات</h2>
${
  rows.length === 0
    ? html`<p>لسه مفيش طلبات.</p>`
    : html`<table>${rows.toReversed().map(
        ({ reference, amount, status, description: words, page: own }) =>
          html`<tr><td><a href="/dev/${provider}/${own}" dir="ltr">${reference}</a><br><small>${words}</small></td><td>${pounds(amount)}</td><td dir="ltr">${status}</td>
<td>${actionButtons(provider, reference)}</td></tr>`,
      )}</table>`
}</section>`

/** Asks the provider for a fault; what is still to come is said beside it. */
export const faultForm = (
  provider: string,
  left: Readonly<Record<string, number>>,
  faults: readonly string[] = FAULTS,
) => html`<section><h2>الأعطال</h2>
<form method="post" action="/dev/${provider}/faults"><select name="fault" aria-label="العطل" dir="ltr">${faults.map((fault) => html`<option>${fault}</option>`)}<option value="none">none</option></select>
<input name="times" inputmode="numeric" pattern="[0-9]*" size="4" aria-label="كام مرة" placeholder="مرة"><button>اطلب</button></form>
<p dir="ltr">${Object.entries(left)
  .map(([fault, times]) => `${fault} ×${times}`)
  .join(', ')}</p></section>`

const CORRUPTIONS: Record<Corruption, string> = { signature: 'توقيع غلط', amount: 'مبلغ متغيّر' }

const sendButton = (provider: string, id: number, label: string, fields: Record<string, string>) =>
  html`<form method="post" action="/dev/${provider}/deliveries/${id}/send">${hiddenFields(fields)}<button>${label}</button></form> `

/** Every delivery of a provider, newest first; it can be sent again, many times at once, or corrupted. */
export const deliveryList = (
  provider: string,
  deliveries: readonly Delivery[],
  corruptions: readonly Corruption[] = ['signature', 'amount'],
) => html`<section><h2>الإشعارات</h2><table>
${deliveries.toReversed().map(
  (one) =>
    html`<tr><td>${one.id}</td><td dir="ltr">${one.referenceNumber}<br><small>${one.at}</small></td><td dir="ltr">${one.status || '—'} ×${one.sent}</td>
<td>${sendButton(provider, one.id, 'ابعت تاني', {})}${sendButton(provider, one.id, '×٢٠', { times: '20' })}${corruptions.map((corrupt) => sendButton(provider, one.id, CORRUPTIONS[corrupt], { corrupt }))}
<details><summary>النص</summary><code dir="ltr">${one.body}</code></details></td></tr>`,
)}</table></section>`
