import { expect } from '@playwright/test'
import { checkout } from '#messages/checkout'
import { payments } from '#messages/payments'
import { plans } from '#messages/plans'
import { studentWithPlan } from './call-steps.ts'
import { expectSound, newToken, openPage, origin, referenceOnScreen, signedIn } from './steps.ts'
import { test } from './test.ts'

test('a student changes to a larger plan at once, paying in cash, and chooses the plan after it', async ({
  browser,
  request,
}) => {
  // Somebody whose plan of an hour a week began eight days ago.
  const { email } = await studentWithPlan(request, { planId: 1, daysAgo: 8 })
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
