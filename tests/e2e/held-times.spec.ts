import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test'
import { booking } from '#messages/booking'
import { apiOf, DESK, newStudent, PHONE } from './call-steps.ts'
import { DEMO_TUTOR, expectSound, openPage, origin, signedIn } from './steps.ts'
import { test } from './test.ts'

const partsOfDay = new RegExp([booking.time.morning, booking.time.afternoon, booking.time.evening].join('|'))
/** What a message says before its first argument. */
const before = (message: string) => message.slice(0, message.indexOf('{'))

const dialogOf = (page: Page) => page.getByRole('dialog')
const timesOf = (page: Page) => dialogOf(page).getByRole('radiogroup', { name: partsOfDay }).getByRole('radio')

/** A new student's page with the booking of this tutor open. */
async function bookingPage(browser: Browser, request: APIRequestContext, tutor: number, viewport: typeof DESK) {
  const { token } = await newStudent(request, origin())
  const page = await openPage(browser, { storageState: signedIn(token), reducedMotion: 'reduce', viewport })
  await page.goto(`${origin()}/t/${tutor}?book=true`)
  await expect(timesOf(page).last()).toBeVisible()
  return page
}

test('a time that one student confirms is taken for another, who sees it free again when the first turns back', async ({
  browser,
  request,
}) => {
  const { list } = await apiOf(request, origin()).get<{ list: { id: number }[] }>(
    `/user/tutor/list/onboarded?search=${encodeURIComponent(DEMO_TUTOR)}`,
  )
  const tutor = list[0]?.id ?? 0
  const [first, second] = await Promise.all([
    bookingPage(browser, request, tutor, PHONE),
    bookingPage(browser, request, tutor, DESK),
  ])
  const time = await timesOf(first).last().innerText()
  const seen = timesOf(second).filter({ hasText: time })
  await expect(seen).toBeVisible()

  await timesOf(first).last().click()
  await expect(dialogOf(first).getByText(before(booking.review.held))).toBeVisible()
  await expectSound(first, 'the confirmation of a held time')
  await expect(seen).toBeHidden()

  await dialogOf(first).getByRole('button', { name: booking.review.edit }).click()
  await expect(seen).toBeVisible()

  // The second takes it meanwhile: the first is told of the nearest other one.
  await seen.click()
  await expect(dialogOf(second).getByText(before(booking.review.held))).toBeVisible()
  await expect(timesOf(first).filter({ hasText: time })).toBeHidden()
  await dialogOf(second).getByRole('button', { name: booking.review.confirm }).click()
  await expect(dialogOf(second).getByRole('heading', { name: booking.done.heading })).toBeVisible()
})

test('a time that cannot be held for want of an answer can still be confirmed', async ({
  browser,
  request,
  expectErrors,
}) => {
  expectErrors(/ERR_FAILED .*held-time/)
  const { list } = await apiOf(request, origin()).get<{ list: { id: number }[] }>(
    `/user/tutor/list/onboarded?search=${encodeURIComponent(DEMO_TUTOR)}`,
  )
  const page = await bookingPage(browser, request, list[0]?.id ?? 0, PHONE)
  await page.route('**/held-time*', (route) => route.abort())
  await timesOf(page).first().click()
  await dialogOf(page).getByRole('button', { name: booking.review.confirm }).click()
  await expect(dialogOf(page).getByRole('heading', { name: booking.done.heading })).toBeVisible()
})
