import { expect } from '@playwright/test'
import { account } from '#messages/account'
import { booking } from '#messages/booking'
import { bookingIntent } from '#messages/booking-intent'
import { calendar } from '#messages/calendar'
import { emailVerification } from '#messages/email-verification'
import { frame } from '#messages/frame'
import { lessons } from '#messages/lessons'
import { register } from '#messages/register'
import { firstOfCode, listOf, mailedCode, noticed, openAs, openPage, origin, PASSWORD, soonestTime } from './steps.ts'
import { test } from './test.ts'

const partsOfDay = new RegExp([booking.time.morning, booking.time.afternoon, booking.time.evening].join('|'))
const TUTOR = 'tutor@hessa.test'

test('a guest taps a time, registers, verifies, books it, and the tutor sees it live; moves it, cancels it and has the minutes back', async ({
  browser,
  request,
}) => {
  const email = `nour.${Date.now()}@outlook.com`
  const tutorPage = await openAs(browser, TUTOR, { viewport: { width: 1280, height: 900 } })
  const me = await (
    await request.post(`${origin()}/api/v1/auth/password`, { data: { email: TUTOR, password: PASSWORD } })
  ).json()
  const name = me.user.name as string
  await tutorPage.goto(`${origin()}/upcoming-lessons`)
  const upcoming = tutorPage.getByRole('tab', { name: lessons.upcoming.tabs.upcoming })
  await expect(upcoming).toBeVisible()
  const before = (await upcoming.textContent()) ?? ''

  const page = await openPage(browser)
  await page.goto(listOf(name))
  await soonestTime(page, name).click()
  const intended = page.getByRole('region', { name: bookingIntent.label })
  await expect(intended).toContainText(name)
  await page.getByLabel(account.fields.email).fill(email)
  for (const box of await page.locator('input[autocomplete=new-password]').all()) await box.fill(PASSWORD)
  await page.locator('input[name=consent]').check()
  await page.getByRole('button', { name: register.submit }).click()

  // The booking of the kept time, which has begun by then, waits below.
  await expect(page.getByRole('dialog', { name: emailVerification.title })).toBeVisible()
  await page.waitForURL(({ pathname }) => pathname.startsWith('/t/'))
  const code = await mailedCode(request, email)
  await firstOfCode(page).click()
  // A letter is no part of the code, and does not stay where it was typed.
  await page.keyboard.type('x')
  await expect(firstOfCode(page)).toHaveValue('')
  await page.keyboard.type(code)
  await page.getByRole('dialog').getByRole('button', { name: emailVerification.continue, exact: true }).click()

  const dialog = page.getByRole('dialog')
  const times = dialog.getByRole('radiogroup', { name: partsOfDay }).getByRole('radio')
  const booked = noticed(tutorPage, frame.notifications.booked)
  await dialog.getByRole('button', { name: booking.review.confirm }).click()
  await expect(dialog.getByRole('heading', { name: booking.done.heading })).toBeVisible()
  await booked()
  await expect(dialog.getByRole('link', { name: booking.done.introduce })).toBeVisible()
  await expect(upcoming).not.toHaveText(before)

  // The menu lies over the dialog and outside of its element: what is pressed in it is no press beside the dialog.
  const toCalendar = dialog.getByRole('button', { name: calendar.add.action })
  const menu = page.getByRole('menu')
  await toCalendar.click()
  await expect(menu).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(toCalendar).toBeFocused()
  await toCalendar.click()
  const saved = page.waitForEvent('download')
  await menu.getByRole('menuitem', { name: calendar.add.file }).click()
  await saved
  await expect(menu).toBeHidden()
  await expect(dialog.getByRole('heading', { name: booking.done.heading })).toBeVisible()

  await dialog.getByRole('link', { name: booking.done.upcoming }).click()
  await page.getByRole('button', { name: lessons.card.change }).click()
  await times.last().click()
  const rebooked = noticed(tutorPage, frame.notifications.rebooked)
  await page.getByRole('dialog').getByRole('button', { name: booking.review.confirmMove }).click()
  await expect(page.getByRole('dialog').getByRole('heading', { name: booking.done.moved })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: booking.done.finish }).click()
  await rebooked()

  await page.getByRole('button', { name: lessons.card.cancel }).click()
  const canceled = noticed(tutorPage, frame.notifications.canceled)
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: lessons.cancel.confirm })
    .click()
  await expect(page.getByText(lessons.upcoming.empty.upcomingStudent)).toBeVisible()
  await canceled()

  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('hessa.token') ?? '{}').value as string)
  const { id } = await (
    await request.get(`${origin()}/api/v1/user/current`, { headers: { authorization: `Bearer ${token}` } })
  ).json()
  const sub = await (
    await request.get(`${origin()}/api/v1/sub/user?userId=${id}`, { headers: { authorization: `Bearer ${token}` } })
  ).json()
  expect(sub.remainingWeeklyMinutes).toBe(60)
})
