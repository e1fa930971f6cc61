import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { WithdrawMethod } from '#domain/withdrawals/receiver'
import { WithdrawalStatus } from '#domain/withdrawals/statuses'
import { dataTable } from '#messages/data-table'
import { enums } from '#messages/enums'
import { staffWithdrawals } from '#messages/staff-withdrawals'
import { withdrawals } from '#messages/withdrawals'
import { apiOf } from './call-steps.ts'
import { dashboardOrigin, inEitherGender, noticed, openAs, openStaffAs, origin, PASSWORD } from './steps.ts'
import { test } from './test.ts'

const { form, review, history, balance } = withdrawals
const amount = inEitherGender(form.amount)

/** Piastres as the screen writes them. */
const money = (piastres: number): string => {
  const minimumFractionDigits = piastres % 100 === 0 ? 0 : 2
  return `${new Intl.NumberFormat('ar-EG', { minimumFractionDigits }).format(piastres / 100)} جنيه`
}

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

async function signIn(request: APIRequestContext, email: string) {
  const answer = await request.post(`${origin()}/api/v1/auth/password`, { data: { email, password: PASSWORD } })
  const { user, token } = (await answer.json()) as { user: { id: number }; token: string }
  return { id: user.id, headers: { authorization: `Bearer ${token}` } }
}
type Staff = Awaited<ReturnType<typeof signIn>>

/** What staff decide about the tutor's newest request. */
async function decide(request: APIRequestContext, staff: Staff, tutorId: number, fields: Record<string, unknown>) {
  const path = `${origin()}/api/v1/invoice?users[]=${tutorId}&size=1`
  const { list } = (await (await request.get(path, { headers: staff.headers })).json()) as { list: { id: number }[] }
  const multipart = fields as Record<string, string>
  const answer = await request.put(`${origin()}/api/v1/invoice/${list[0]?.id}/with/asset`, {
    // A receiver that is new to the tutor is paid earlier by a super admin, who says why.
    headers: { ...staff.headers, 'x-reason': 'confirmed by phone' },
    multipart,
  })
  expect(answer.status()).toBe(200)
}

/** A tutor of the demo who has earned enough for both stories, whatever day it is. */
async function earner(request: APIRequestContext, staff: Staff): Promise<string> {
  const get = async (path: string) =>
    (await request.get(`${origin()}/api/v1${path}`, { headers: staff.headers })).json() as Promise<unknown>
  const { list } = (await get('/user/list?role=3&size=100')) as { list: { id: number; email: string }[] }
  for (const { id, email } of list) {
    const { spendable } = (await get(`/invoice/stats/${id}`)) as { spendable: number }
    if (spendable >= 300_00) return email
  }
  throw new Error('No tutor of the demo has earned enough')
}

/** Keeps the code of the toasts from loading until the answer is called. */
async function holdToasts(page: Page): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/toast-viewport-/, async (route) => {
    await released
    await route.continue()
  })
  return release
}

const available = (page: Page) => page.getByRole('status').filter({ hasText: balance.available })
const newest = (page: Page) => page.getByRole('list', { name: withdrawals.tabs.requests }).getByRole('listitem').first()

async function ask(page: Page, pounds: string): Promise<void> {
  await page.getByRole('button', { name: balance.ask }).click()
  await page.getByLabel(amount).fill(pounds)
  await page.getByRole('radio', { name: form.methods.bank }).check()
  await page.getByLabel(form.bank).selectOption('CIB')
  await page.getByLabel(form.account).fill('١٠٠٠ ٢٠٠٠ ٣٠٠٠')
  await page.getByRole('button', { name: form.next }).click()
  await expect(page.getByRole('button', { name: review.confirm })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: balance.ask })).toBeFocused()
}

test('a tutor withdraws, sees live what the staff decide, and cannot ask for more than there is', async ({
  browser,
  request,
}) => {
  const staff = await signIn(request, 'super@hessa.test')
  const email = await earner(request, staff)
  const tutor = await signIn(request, email)
  const stats = await request.get(`${origin()}/api/v1/invoice/stats/${tutor.id}`, { headers: tutor.headers })
  const { spendable } = (await stats.json()) as { spendable: number }
  const page = await openAs(browser, email)
  const showToasts = await holdToasts(page)
  await page.goto(`${origin()}/invoices`)
  await expect(available(page)).toContainText(money(spendable))

  await ask(page, '١٠٠٫٥٠')
  await expect(newest(page)).toContainText(money(100_50))
  await expect(newest(page)).toContainText(enums.withdrawalStatus[0])
  await expect(newest(page)).toContainText('1000 2000 3000')
  await expect(available(page)).toContainText(money(spendable - 100_50))

  const receipt = { name: 'receipt.png', mimeType: 'image/png', buffer: PNG }
  await decide(request, staff, tutor.id, { status: '3', note: '<p>اتحوّل النهاردة</p>', receipt })
  await expect(newest(page)).toContainText(enums.withdrawalStatus[3])
  await expect(newest(page)).toContainText('اتحوّل النهاردة')
  await newest(page).getByRole('button', { name: history.receipt }).click()
  const picture = page.getByRole('dialog').getByRole('img')
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1)
  // On a slow line the toast of the request appears over the dialog that was opened after it.
  showToasts()
  await page.locator('[data-toasts] li').waitFor()
  await page.keyboard.press('Escape')
  await expect(available(page)).toContainText(money(spendable - 100_50))

  await page.getByRole('button', { name: balance.ask }).click()
  await page.getByLabel(amount).fill('100')
  await page.getByRole('radio', { name: form.methods.instapay }).check()
  await page.getByLabel(form.username).fill('new_receiver')
  await page.getByRole('button', { name: form.next }).click()
  await expect(page.getByRole('dialog').getByText(withdrawals.coolingOff.causes.receiver)).toBeVisible()
  await page.getByRole('button', { name: inEitherGender(review.edit) }).click()
  await page.getByLabel(amount).fill(String(spendable / 100))
  await page.getByRole('button', { name: form.next }).click()
  await expect(page.getByLabel(amount)).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel(amount)).toBeFocused()
  const aboveBalance = form.aboveBalance.replace('{amount}', money(spendable - 100_50))
  await expect(page.getByRole('dialog').getByText(inEitherGender(aboveBalance))).toBeVisible()
  await page.keyboard.press('Escape')
})

test('a tutor takes a request back with the staff’s consent, and the money may be withdrawn again', async ({
  browser,
  request,
  expectErrors,
}) => {
  expectErrors(/^400 \/api\/v1\/invoice\//)
  const staff = await signIn(request, 'admin@hessa.test')
  const email = await earner(request, staff)
  const tutor = await signIn(request, email)
  const page = await openAs(browser, email, { viewport: { width: 1280, height: 900 } })
  await page.goto(`${origin()}/t/dashboard`)
  await page.getByRole('link', { name: withdrawals.title }).click()
  const before = (await available(page).textContent()) ?? ''
  await ask(page, '100')
  await expect(available(page)).not.toHaveText(before)
  await newest(page).getByRole('button', { name: history.cancel }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: withdrawals.cancel.confirm }).click()
  await expect(newest(page)).toContainText(inEitherGender(history.state.canceling))
  await expect(newest(page).getByRole('button', { name: history.cancel })).toBeHidden()
  await decide(request, staff, tutor.id, { status: '2' })
  await expect(newest(page)).toContainText(history.canceled)
  await expect(available(page)).toHaveText(before)
  await ask(page, '100')
  await newest(page).getByRole('button', { name: history.cancel }).click()
  await decide(request, staff, tutor.id, { status: '2' })
  const overNoticed = noticed(page, withdrawals.cancel.over)
  await page.getByRole('alertdialog').getByRole('button', { name: withdrawals.cancel.confirm }).click()
  await overNoticed()
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await expect(newest(page)).toContainText(history.canceledByStaff)
})

type Waiting = {
  id: number
  amount: number
  method: number
  coolingOff: unknown
  payout: unknown
  tutor: { id: number; name: string }
}

test('an admin pays a withdrawal by Paymob, sees it arrive, and then it is paid', async ({ browser, request }) => {
  const staff = await signIn(request, 'super@hessa.test')
  const query = `statuses[]=${WithdrawalStatus.PendingApproval}&methods[]=${WithdrawMethod.Bank}&size=100`
  const answer = await request.get(`${origin()}/api/v1/invoice?${query}`, { headers: staff.headers })
  const { list } = (await answer.json()) as { list: Waiting[] }
  const chosen = list.find(({ coolingOff, payout }) => coolingOff === null && payout === null)
  if (!chosen) throw new Error('No withdrawal of the demo can be paid by Paymob')
  const { payouts, rowName } = staffWithdrawals
  const sum = money(chosen.amount)
  const shown = rowName.replace('{id}', String(chosen.id)).replace('{name}', chosen.tutor.name).replace('{amount}', sum)
  const page = await openStaffAs(browser, 'super@hessa.test', { viewport: { width: 1280, height: 900 } })
  await page.goto(`${dashboardOrigin()}/invoices`)
  await page.getByRole('checkbox', { name: dataTable.select.row.replace('{name}', shown) }).check()
  await page.getByRole('button', { name: payouts.action }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: payouts.confirm.replace('{amount}', sum) })
    .click()
  const panel = page.getByRole('dialog')
  await expect(panel.getByText(payouts.state.pending, { exact: true })).toBeVisible()
  const atPaymob = `${origin()}/dev/payouts/transactions`
  const sent = (await (await request.get(atPaymob)).json()) as { clientReference: string }[]
  expect((await request.post(`${atPaymob}/${sent.at(-1)?.clientReference}/succeed`)).ok()).toBe(true)
  // The job's own run may have asked for this payout just before, and leaves it alone for four minutes then.
  const { moveClock } = apiOf(request, origin())
  await moveClock(Date.now() + 5 * 60_000)
  try {
    await request.post(`${origin()}/dev/jobs/settle-payouts`)
  } finally {
    await moveClock(null)
  }
  await expect(panel.getByText(payouts.state.successful, { exact: true })).toBeVisible()
  await expect(panel).toContainText(payouts.paidSum.replace('{amount}', sum))
  const { list: now } = (await (
    await request.get(`${origin()}/api/v1/invoice?ids[]=${chosen.id}`, { headers: staff.headers })
  ).json()) as { list: { status: number }[] }
  expect(now).toMatchObject([{ status: WithdrawalStatus.Approved }])
})
