import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { Faults } from '../faults.ts'
import { consolePage, faultForm, pounds } from '../payment-console-pages.ts'
import type { StandInHost } from '../stand-in-host.ts'
import { OUTCOMES, type Outcome, statusAt, type Transaction, Transactions } from './transactions.ts'

const OUTCOME_NAMES: Record<Outcome, string> = {
  succeed: 'بتوصل',
  'stay-pending': 'بتفضل معلّقة',
  fail: 'بتترفض',
}

const isForm = (c: Context) => c.req.header('content-type')?.includes('urlencoded') ?? false
const readBody = async (c: Context): Promise<Record<string, unknown>> =>
  isForm(c) ? c.req.parseBody() : c.req.json().catch(() => ({}))
const redirectBack = (c: Context) => c.redirect(c.req.header('referer') ?? '.', 303)

const decideButton = ({ id }: Transaction, decision: 'succeed' | 'fail', label: string) =>
  html`<form method="post" action="/dev/payouts/transactions/${id}/${decision}"><button>${label}</button></form> `

const row = (one: Transaction, now: number) => {
  const { status, code, description } = statusAt(one, now)
  return html`<tr><td dir="ltr">${one.issuer}<br>${one.account}<br><small>${one.clientReference ?? one.id}</small></td>
<td>${pounds(one.amount)}<br><small>${one.fullName}</small></td><td dir="ltr">${status} (${code})<br><small>${description}</small></td>
<td>${decideButton(one, 'succeed', 'وصّلها')}${decideButton(one, 'fail', 'ارفضها')}</td></tr>`
}

/**
 * The console of payouts: `GET /transactions`, `POST /transactions/{id or reference}/{succeed|fail}`, `POST /outcome` with
 * `{ outcome }` and `POST /budget` with `{ budget: piastres }`; and its page.
 */
export function payoutsConsole(host: StandInHost): Hono {
  const transactions = new Transactions(host)
  const list = async () => {
    const now = await host.now()
    return transactions.all().map((one) => ({ ...one, ...statusAt(one, now) }))
  }
  return new Hono()
    .get('/', async (c) => {
      const now = await host.now()
      const rows = transactions.all().toReversed()
      return c.html(
        consolePage(
          'دفع السحوبات',
          html`<section><h2>الرصيد</h2><p>${pounds(transactions.budget(now))}</p>
<form method="post" action="/dev/payouts/budget"><input name="budget" inputmode="numeric" required pattern="[0-9]+" aria-label="الرصيد بالقروش" placeholder="قروش"><button>غيّره</button></form>
<form method="post" action="/dev/payouts/outcome"><label>اللي هيتدفع بعد كده <select name="outcome">${OUTCOMES.map(
            (one) =>
              html`<option value="${one}" ${one === transactions.outcome() ? 'selected' : ''}>${OUTCOME_NAMES[one]}</option>`,
          )}</select></label> <button>اختار</button></form></section>
${faultForm('payouts', new Faults(host, 'payouts').left())}<section><h2>التحويلات</h2>
${rows.length === 0 ? html`<p>لسه مفيش تحويلات.</p>` : html`<table>${rows.map((one) => row(one, now))}</table>`}</section>`,
        ),
      )
    })
    .get('/transactions', async (c) => c.json(await list()))
    .post('/transactions/:reference/:decision{succeed|fail}', async (c) => {
      const found = transactions.find(c.req.param('reference'))
      if (!found) return c.json({ code: 'not-found', message: 'no such payout' }, 404)
      const decided = transactions.decide(found, c.req.param('decision') as 'succeed' | 'fail')
      return isForm(c) ? redirectBack(c) : c.json(decided)
    })
    .post('/outcome', async (c) => {
      const { outcome } = await readBody(c)
      if (!OUTCOMES.some((one) => one === outcome))
        return c.json({ code: 'bad-request', message: `outcome: ${OUTCOMES.join(', ')}` }, 400)
      transactions.setOutcome(outcome as Outcome)
      return isForm(c) ? redirectBack(c) : c.json({ outcome })
    })
    .post('/budget', async (c) => {
      const budget = Number((await readBody(c)).budget)
      if (!Number.isInteger(budget) || budget < 0)
        return c.json({ code: 'bad-request', message: 'budget: piastres' }, 400)
      transactions.setBudget(budget)
      return isForm(c) ? redirectBack(c) : c.json({ budget })
    })
}
