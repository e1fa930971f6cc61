import { expect, type Locator, type Page, test } from '@playwright/test'
import { availability } from '../../web/i18n/ar/availability.ts'
import { booking } from '../../web/i18n/ar/booking.ts'
import { shell } from '../../web/i18n/ar/shell.ts'
import { tutors } from '../../web/i18n/ar/tutors.ts'
import { expectAccessible, logIn, openPage, origin } from './steps.ts'

/** Walks with Tab until the focus is on what is meant, as somebody without a mouse does. */
async function tabTo(page: Page, target: Locator, most = 60): Promise<void> {
  for (let step = 0; step < most; step++) {
    if (await target.evaluate((one) => one === document.activeElement).catch(() => false)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reached ${target}`)
}

const isInside = (outer: Locator) => outer.evaluate((one) => one.contains(document.activeElement))

/** The focus goes around inside an open dialog, whichever way it is sent. */
async function expectFocusStays(page: Page, dialog: Locator): Promise<void> {
  for (const key of ['Tab', 'Shift+Tab'])
    for (let step = 0; step < 12; step++) {
      await page.keyboard.press(key)
      expect(await isInside(dialog)).toBe(true)
    }
}

test('a student books a lesson with the keyboard alone, and is told of each step', async ({ browser }) => {
  const page = await openPage(await browser.newContext({ viewport: { width: 1280, height: 900 } }))
  await logIn(page, 'student@hessa.test')
  await page.goto(`${origin()}/tutors`)
  const book = page.getByRole('button', { name: new RegExp(`^${tutors.card.book}`) }).first()
  await expect(book).toBeVisible()
  await tabTo(page, book)
  await page.keyboard.press('Enter')

  const dialog = page.getByRole('dialog')
  const firstTime = dialog
    .getByRole('radiogroup', {
      name: new RegExp([booking.time.morning, booking.time.afternoon, booking.time.evening].join('|')),
    })
    .getByRole('radio')
    .first()
  await expect(firstTime).toBeVisible()
  await expectAccessible(page, 'booking: choosing a time')
  await expectFocusStays(page, dialog)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(book).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(firstTime).toBeVisible()
  await tabTo(page, firstTime)
  await page.keyboard.press('Space')
  const confirm = dialog.getByRole('button', { name: booking.review.confirm })
  await expect(confirm).toBeVisible()
  await expectAccessible(page, 'booking: the review')
  await tabTo(page, confirm)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('the account’s menu and the way out are reached and left by the keyboard', async ({ browser }) => {
  const page = await openPage(await browser.newContext({ viewport: { width: 1280, height: 900 } }))
  await logIn(page, 'student@hessa.test')
  const menu = page
    .locator('header')
    .getByRole('button', { name: new RegExp(shell.profile.label.replace('{name}', '.+')) })
  await tabTo(page, menu)
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: shell.profile.menu })
  await expect(panel).toBeVisible()
  await expectAccessible(page, 'the account’s menu')
  const leave = panel.getByRole('button', { name: shell.logout.action })
  await tabTo(page, leave)
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog', { name: shell.logout.title }))
  await expect(question).toBeVisible()
  await expectAccessible(page, 'the question before leaving')
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
})

test('a tutor opens and takes back hours with the keyboard alone', async ({ browser }) => {
  const page = await openPage(await browser.newContext({ viewport: { width: 1280, height: 900 } }))
  await logIn(page, 'tutor@hessa.test')
  await page.goto(`${origin()}/schedule-management`)
  const add = page.getByRole('button', { name: availability.add, exact: true })
  await expect(add).toBeVisible()
  await tabTo(page, add, 80)
  await page.keyboard.press('Enter')
  const editor = page.getByRole('dialog', { name: availability.editor.addTitle })
  await expect(editor).toBeVisible()
  await expectAccessible(page, 'opening hours')
  await expectFocusStays(page, editor)
  await page.keyboard.press('Escape')
  await expect(editor).toBeHidden()
  await expect(add).toBeFocused()

  const copy = page.getByRole('button', { name: availability.copyWeek, exact: true })
  await tabTo(page, copy, 80)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: availability.copy.title })).toBeVisible()
  await expectAccessible(page, 'copying a week')
  await page.keyboard.press('Escape')
})
