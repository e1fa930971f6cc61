import { expect } from '@playwright/test'
import { checkout } from '#messages/checkout'
import { payments } from '#messages/payments'
import { studentWithPlan } from './call-steps.ts'
import { expectSound, newToken, openPage, origin, referenceOnScreen, signedIn } from './steps.ts'
import { test } from './test.ts'

test('a student sees what came from last week and until when, and buys more minutes in cash', async ({
  browser,
  request,
}) => {
  // Somebody whose plan of two hours a week, which carries over, began eight days ago; nothing of its first week was used.
  const { email } = await studentWithPlan(request, { planId: 2, daysAgo: 8 })
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
