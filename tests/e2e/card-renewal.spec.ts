import { type APIRequestContext, expect } from '@playwright/test'
import { cardRenewal } from '#messages/card-renewal'
import { apiOf, DESK, PHONE, studentWithPlan } from './call-steps.ts'
import { expectSound, newToken, openPage, origin, signedIn, toast } from './steps.ts'
import { test } from './test.ts'

const DAY_MS = 24 * 3_600_000
const STOP = /https?:\/\/[^\s"<\\]+\/stop-renewal#[\w.-]+/

/** Somebody whose plan of four weeks began 20 days ago, with a card saved at Fawry. */
async function studentWithCard(request: APIRequestContext): Promise<string> {
  const { email } = await studentWithPlan(request, { planId: 2, daysAgo: 20 })
  const api = apiOf(request, origin())
  const { url } = await api.get<{ url: string }>('/fawry/card-token/url', await newToken(email))
  const fields = Object.fromEntries(new URL(url).searchParams)
  const card = { number: '4111111111111111', holder: 'MONA ALI', expiry: '12/29', cvv: '123', act: 'save' }
  await request.post(url, { form: Object.assign({}, fields, card), maxRedirects: 0 })
  return email
}

test('a student has the next period charged to a saved card, and stops it by the link without signing in', async ({
  browser,
  request,
}) => {
  const email = await studentWithCard(request)
  const page = await openPage(browser, {
    storageState: signedIn(await newToken(email)),
    reducedMotion: 'reduce',
    viewport: PHONE,
  })
  await page.goto(`${origin()}/payments`)
  await expect(page.getByRole('heading', { name: cardRenewal.title })).toBeVisible()
  await expect(page.getByText(/آخره 1111/).first()).toBeVisible()
  await expectSound(page, 'renewal by card, off')
  await page.getByRole('button', { name: cardRenewal.start, exact: true }).click()
  const dialog = page.getByRole('alertdialog', { name: cardRenewal.ask.title })
  await expect(dialog.getByText(/جنيه من كارت/)).toBeVisible()
  await expectSound(page, 'switching renewal on')
  await dialog.getByRole('button', { name: cardRenewal.start, exact: true }).click()
  await expect(toast(page, cardRenewal.started)).toBeVisible()
  await expect(page.getByRole('heading', { name: cardRenewal.on })).toBeVisible()
  await page.setViewportSize(DESK)
  await expectSound(page, 'renewal by card, on')

  const { moveClock } = apiOf(request, origin())
  await moveClock(Date.now() + 4 * DAY_MS)
  try {
    expect((await request.post(`${origin()}/dev/jobs/renew-plans`)).ok()).toBe(true)
  } finally {
    await moveClock(null)
  }
  let link = ''
  await expect(async () => {
    const outbox = await request.get(`${origin()}/dev/outbox?to=${encodeURIComponent(email)}`)
    link = STOP.exec(await outbox.text())?.[0] ?? ''
    expect(link).not.toBe('')
  }).toPass()

  const guest = await openPage(browser, { reducedMotion: 'reduce', viewport: PHONE })
  await guest.goto(link)
  await expect(guest.getByRole('heading', { name: cardRenewal.link.ask.title })).toBeVisible()
  await expectSound(guest, 'the link of an announced charge')
  // Opening the page has changed nothing.
  await page.reload()
  await expect(page.getByRole('heading', { name: cardRenewal.on })).toBeVisible()
  await guest.getByRole('button', { name: cardRenewal.stop }).click()
  await expect(guest.getByRole('heading', { name: cardRenewal.link.done.title })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: cardRenewal.title, exact: true })).toBeVisible()
})
