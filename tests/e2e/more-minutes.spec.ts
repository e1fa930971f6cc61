import { type APIRequestContext, expect } from '@playwright/test'
import { checkout } from '#messages/checkout'
import { payments } from '#messages/payments'
import { apiOf } from './call-steps.ts'
import { expectSound, newToken, openPage, origin, PASSWORD, referenceOnScreen, signedIn } from './steps.ts'
import { test } from './test.ts'

const DAY_MS = 24 * 3_600_000

/** Somebody whose plan of two hours a week, which carries over, began eight days ago; nothing of its first week was used. */
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
    const data = { planId: 2, period: 'month', phone: '01012345678' }
    const placed = await request.post(`${at}/fawry/pay/ref-num`, { headers, data })
    const { referenceNumber } = (await placed.json()) as { referenceNumber: number }
    expect((await request.post(`${origin()}/dev/fawry/orders/${referenceNumber}/pay`)).ok()).toBe(true)
  } finally {
    await moveClock(null)
  }
  return email
}

test('a student sees what came from last week and until when, and buys more minutes in cash', async ({
  browser,
  request,
}) => {
  const email = await studentInSecondWeek(request)
  const page = await openPage(browser, { reducedMotion: 'reduce', storageState: signedIn(await newToken(email)) })
  await page.goto(`${origin()}/s/dashboard`)
  await expect(page.getByText(/منهم ساعتين من الأسبوع اللي فات/)).toBeVisible()
  await expectSound(page, page.url())

  await page.goto(`${origin()}/payments`)
  await expect(page.getByText(payments.current.carried, { exact: true })).toBeVisible()
  await expectSound(page, page.url())
  // The sum, and until when they last, before any tap.
  await page.getByRole('link', { name: '٣٠ دقيقة بـ١٠٠ جنيه' }).click()
  await expect(page.getByText(/واللي يفضل منها بيستنى لحد/).first()).toBeVisible()
  await expectSound(page, page.url())

  await page.getByRole('radio', { name: checkout.methods.reference }).click()
  await page.getByRole('button', { name: checkout.reference.action, exact: true }).click()
  const number = await referenceOnScreen(page)
  expect((await request.post(`${origin()}/dev/fawry/orders/${number}/pay`)).ok()).toBe(true)
  await expect(page.getByRole('heading', { name: checkout.done.topUpTitle })).toBeVisible()
  await expectSound(page, page.url())

  await page.goto(`${origin()}/payments`)
  await expect(page.getByText(payments.current.bonus, { exact: true })).toBeVisible()
  await expect(page.getByText('٣٠ دقيقة زيادة').first()).toBeVisible()
  await expectSound(page, page.url())
})
