import { type APIRequestContext, expect } from '@playwright/test'
import { checkout } from '#messages/checkout'
import { payments } from '#messages/payments'
import { plans } from '#messages/plans'
import { apiOf } from './call-steps.ts'
import { expectSound, newToken, openPage, origin, PASSWORD, referenceOnScreen, signedIn } from './steps.ts'
import { test } from './test.ts'

const DAY_MS = 24 * 3_600_000

/** Somebody whose plan of an hour a week began eight days ago. */
async function studentInSecondWeek(request: APIRequestContext): Promise<string> {
  const at = `${origin()}/api/v1`
  const email = `sara-${crypto.randomUUID().slice(0, 8)}@hessa.test`
  const { moveClock } = apiOf(request, origin())
  await moveClock(Date.now() - 8 * DAY_MS)
  try {
    const opened = await request.post(`${at}/student`, { data: { email, password: PASSWORD } })
    const { user, token } = (await opened.json()) as { user: { id: number }; token: string }
    const headers = { authorization: `Bearer ${token}` }
    expect((await request.put(`${at}/user/${user.id}`, { headers, data: { name: 'سارة علي' } })).status()).toBe(200)
    const data = { planId: 1, period: 'month', phone: '01012345678' }
    const placed = await request.post(`${at}/fawry/pay/ref-num`, { headers, data })
    const { referenceNumber } = (await placed.json()) as { referenceNumber: number }
    expect((await request.post(`${origin()}/dev/fawry/orders/${referenceNumber}/pay`)).ok()).toBe(true)
  } finally {
    await moveClock(null)
  }
  return email
}

test('a student changes to a larger plan at once, paying in cash, and chooses the plan after it', async ({
  browser,
  request,
}) => {
  const email = await studentInSecondWeek(request)
  const page = await openPage(browser, { reducedMotion: 'reduce', storageState: signedIn(await newToken(email)) })
  await page.goto(`${origin()}/payments`)
  await page.getByRole('link', { name: payments.current.change, exact: true }).click()

  // What is paid today, and what it brings until when, before any tap: 500 EGP for 19 or 20 of 28 days.
  await expect(page.getByText(/النهاردة، ومن النهاردة معاك ساعتين كل أسبوع لحد/)).toBeVisible()
  const choose = page.getByRole('button', { name: /^اختار باقة ساعة في الأسبوع/ })
  await choose.click()
  await expect(page.getByRole('button', { name: /^رجّع اختيار باقة ساعة في الأسبوع/ })).toBeVisible()
  await expectSound(page, page.url())

  await page.getByRole('link', { name: /^غيّر دلوقتي لباقة ساعتين في الأسبوع/ }).click()
  await expect(page.getByText(/ميعاد نهاية باقتك زي ما هو/).first()).toBeVisible()
  await expectSound(page, page.url())
  await page.getByRole('radio', { name: checkout.methods.reference }).click()
  await page.getByRole('button', { name: checkout.reference.action, exact: true }).click()
  const number = await referenceOnScreen(page)
  expect((await request.post(`${origin()}/dev/fawry/orders/${number}/pay`)).ok()).toBe(true)
  await expect(page.getByRole('heading', { name: checkout.done.changeTitle })).toBeVisible()
  await expectSound(page, page.url())

  await page.goto(`${origin()}/payments`)
  await expect(page.getByText(payments.history.change, { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'ساعتين في الأسبوع' })).toBeVisible()
  await expect(page.getByText(/اخترت باقة ساعة في الأسبوع/)).toBeVisible()
  await expectSound(page, page.url())

  await page.goto(`${origin()}/plans`)
  await page.getByRole('button', { name: /^رجّع اختيار باقة ساعة في الأسبوع/ }).click()
  await expect(page.getByRole('button', { name: plans.next.undo })).toHaveCount(0)
})
