import { expect } from '@playwright/test'
import { availability } from '#messages/availability'
import { weeks } from '#messages/weeks'
import { expectSound, noticed, openAs, origin } from './steps.ts'
import { test } from './test.ts'

/** In the label of hours in which something is booked. */
const BOOKED = 'محجوز'

test('a tutor keeps a week on a phone: a day copied, touching hours, a week that repeats', async ({ browser }) => {
  const page = await openAs(browser, 'tutor@hessa.test', { viewport: { width: 390, height: 844 }, hasTouch: true })
  await page.goto(`${origin()}/schedule-management`)
  await expect(page.getByRole('heading', { name: availability.title, level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  // The week after this one has no past day: its hours are closed, opened anew and copied.
  await page.getByRole('button', { name: weeks.nextWeek, exact: true }).tap()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  const days = page.locator('ol > li')
  await expect(days).toHaveCount(7)
  const saturday = days.nth(0)
  const slotsOf = (day: typeof saturday) => day.getByRole('listitem').getByRole('button')
  await expect(slotsOf(saturday).first()).toBeVisible()
  // Hours in which the demo has a lesson would be cancelled with it.
  const shown = await days.allInnerTexts()
  const free = shown.findIndex((text, index) => index > 0 && !text.includes(BOOKED))
  expect(free, 'a day of the week without a lesson').toBeGreaterThan(0)
  const day = days.nth(free)
  const [weekday = ''] = (shown[free] ?? '').trim().split(' ')

  const saved = noticed(page, availability.save.done)
  for (let left = await slotsOf(day).count(); left > 0; left--) {
    await slotsOf(day).first().tap()
    await page.getByRole('button', { name: availability.editor.delete, exact: true }).tap()
    await page.getByRole('button', { name: availability.remove.confirm, exact: true }).tap()
    await expect(slotsOf(day)).toHaveCount(left - 1)
  }
  await saturday.getByRole('button', { name: /^انسخ مواعيد/ }).tap()
  const copy = page.getByRole('dialog')
  await copy.getByRole('button', { name: new RegExp(`^${weekday}`) }).tap()
  await expectSound(page, 'copying a day')
  await copy.getByRole('button', { name: availability.copy.confirm, exact: true }).tap()
  await expect(slotsOf(day).first()).toBeVisible()
  await page.getByRole('button', { name: availability.save.undo, exact: true }).tap()
  await expect(slotsOf(day)).toHaveCount(0)

  // Two hours, the second beside the first, become one slot.
  for (const _hour of ['five', 'six']) {
    await day.getByRole('button', { name: /^افتح ميعاد يوم/ }).tap()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^افتح ميعاد/ })
      .tap()
    await expect(slotsOf(day)).toHaveCount(1)
  }
  await page.getByRole('button', { name: availability.save.save, exact: true }).tap()
  await saved()
  await expect(slotsOf(day)).toHaveCount(1)

  await page.getByRole('button', { name: availability.pattern.open, exact: true }).tap()
  const dialog = page.getByRole('dialog', { name: availability.pattern.title })
  const keep = dialog.getByRole('button', { name: availability.pattern.save, exact: true })
  await expect(keep).toBeEnabled()
  await dialog.getByRole('switch', { name: availability.pattern.ramadan }).tap()
  await dialog.getByRole('button', { name: new RegExp(`^${availability.pattern.holidays.copticChristmas}`) }).tap()
  await expectSound(page, 'the week that repeats')
  const savedPattern = noticed(page, 'أسبوعك الثابت اتحفظ')
  await keep.tap()
  await savedPattern()
  await page.getByRole('button', { name: availability.pattern.open, exact: true }).tap()
  await expect(dialog.getByRole('switch', { name: availability.pattern.ramadan })).toBeChecked()
  const stopped = noticed(page, availability.pattern.stopped)
  const stop = dialog.getByRole('button', { name: availability.pattern.stop, exact: true })
  await stop.tap()
  const question = page.getByRole('alertdialog', { name: availability.pattern.stopTitle })
  await question.getByRole('button', { name: availability.pattern.stopKeep, exact: true }).tap()
  await expect(question).toHaveCount(0)
  await stop.tap()
  await question.getByRole('button', { name: availability.pattern.stop, exact: true }).tap()
  await stopped()
  await expect(dialog).toHaveCount(0)
})
