import { expect } from '@playwright/test'
import { checkout } from '#messages/checkout'
import { renewal } from '#messages/renewal'
import { studentWithPlan } from './call-steps.ts'
import { expectSound, newToken, openPage, origin, referenceOnScreen, signedIn } from './steps.ts'
import { test } from './test.ts'

test('the next period is paid early in cash, begins when the plan ends, and is given back before it begins', async ({
  browser,
  request,
}) => {
  // Somebody whose plan began twenty days ago, so that eight are left of its four weeks.
  const { email } = await studentWithPlan(request, { planId: 1, daysAgo: 20 })
  const storageState = signedIn(await newToken(email))
  const page = await openPage(browser, { reducedMotion: 'reduce', storageState })
  await page.goto(`${origin()}/s/dashboard`)
  // The day, and the sum, before any tap.
  await expect(page.getByText(wordsBefore(renewal.open.title))).toBeVisible()
  await expectSound(page, page.url())
  await page.getByRole('link', { name: renewal.open.pay.replace('{amount}', '٦٠٠ جنيه') }).click()
  await expect(page.getByText(/أول ما باقتك الحالية تخلص/)).toBeVisible()
  await expectSound(page, page.url())

  await page.getByRole('radio', { name: checkout.methods.reference }).click()
  await page.getByRole('button', { name: checkout.reference.action, exact: true }).click()
  const number = await referenceOnScreen(page)
  await page.goto(`${origin()}/s/dashboard`)
  await expect(page.getByText(number)).toBeVisible()
  await expectSound(page, page.url())
  expect((await request.post(`${origin()}/dev/fawry/orders/${number}/pay`)).ok()).toBe(true)
  await expect(page.getByText(renewal.paid.title, { exact: true })).toBeVisible()

  await page.goto(`${origin()}/plans`)
  await expect(page.getByText(renewal.paid.title, { exact: true })).toBeVisible()
  await expect(page.locator('a[href^="/checkout/"]')).toHaveCount(0)
  await page.goto(`${origin()}/checkout/2/month`)
  await expect(page.getByRole('heading', { name: renewal.checkout.paidTitle })).toBeVisible()
  await expectSound(page, page.url())

  await page.goto(`${origin()}/payments`)
  await page.getByRole('button', { name: renewal.paid.cancel, exact: true }).click()
  await expect(page.getByRole('alertdialog').getByText(renewal.cancel.now)).toBeVisible()
  await expectSound(page, page.url())
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /٦٠٠ جنيه/ })
    .click()
  await expect(page.getByText(wordsBefore(renewal.open.title))).toBeVisible()
  await expect(page.getByText(renewal.paid.title, { exact: true })).toHaveCount(0)
})

/** What a message says before its first argument. */
function wordsBefore(message: string): RegExp {
  return new RegExp(`^${message.slice(0, message.indexOf('{'))}`)
}
