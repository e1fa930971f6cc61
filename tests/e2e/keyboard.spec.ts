import { expect, type Locator, type Page } from '@playwright/test'
import { account } from '#messages/account'
import { accountMenu } from '#messages/account-menu'
import { availability } from '#messages/availability'
import { booking } from '#messages/booking'
import { chat } from '#messages/chat'
import { dashboard } from '#messages/dashboard'
import { frame } from '#messages/frame'
import { lessons } from '#messages/lessons'
import { logout } from '#messages/logout'
import { profile } from '#messages/profile'
import { settings } from '#messages/settings'
import { shell } from '#messages/shell'
import { staffShell } from '#messages/staff-shell'
import { tutors } from '#messages/tutors'
import { ui } from '#messages/ui'
import { weeks } from '#messages/weeks'
import {
  DEMO_STUDENT,
  DEMO_TUTOR,
  expectAccessible,
  listOf,
  openAs,
  openPage,
  origin,
  PASSWORD,
  soonestTime,
} from './steps.ts'
import { test } from './test.ts'

/** Presses Tab until the focus is on what is meant, as somebody without a mouse does. */
async function tabTo(page: Page, target: Locator, most = 60): Promise<void> {
  for (let step = 0; step < most; step++) {
    if (await target.evaluate((one) => one === document.activeElement).catch(() => false)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reached ${target}`)
}

/** Waits until a list neither scrolls nor changes its rows: it draws and measures them in the frames after it has scrolled. */
const untilStill = (list: Locator): Promise<void> =>
  list.evaluate(async (box) => {
    const state = () => `${box.scrollTop} ${box.scrollHeight} ${box.querySelector('[data-index]')?.outerHTML}`
    for (let before = '', same = 0; same < 10; await new Promise(requestAnimationFrame)) {
      same = state() === before ? same + 1 : 0
      before = state()
    }
  })

const inWindow = (one: Locator): Promise<boolean> =>
  one.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return bottom > 0 && top < innerHeight
  })

const isInside = (outer: Locator) => outer.evaluate((one) => one.contains(document.activeElement))

/** The focus goes around inside an open dialog, whichever way it is sent. */
async function expectFocusStays(page: Page, dialog: Locator): Promise<void> {
  for (const key of ['Tab', 'Shift+Tab'])
    for (let step = 0; step < 12; step++) {
      await page.keyboard.press(key)
      expect(await isInside(dialog)).toBe(true)
    }
}

test('a student books a lesson with the keyboard alone, and hears of each step', async ({ browser }) => {
  const page = await openAs(browser, 'student@hessa.test', { viewport: { width: 1280, height: 900 } })
  await page.goto(listOf(DEMO_TUTOR))
  const book = soonestTime(page, DEMO_TUTOR)
  await expect(book).toBeVisible()
  const film = page.getByRole('button', { name: tutors.card.film.replace('{name}', DEMO_TUTOR) })
  // The link that covers the card must not take what is meant for the film.
  await film.click({ trial: true })
  await tabTo(page, book)
  await page.keyboard.press('Enter')

  const dialog = page.getByRole('dialog')
  const firstTime = dialog
    .getByRole('radiogroup', {
      name: new RegExp([booking.time.morning, booking.time.afternoon, booking.time.evening].join('|')),
    })
    .getByRole('radio')
    .first()
  const confirm = dialog.getByRole('button', { name: booking.review.confirm })
  await expect(confirm).toBeVisible()
  await expectFocusStays(page, dialog)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(book).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(confirm).toBeVisible()
  await tabTo(page, dialog.getByRole('button', { name: booking.review.edit }))
  await page.keyboard.press('Enter')
  await expect(firstTime).toBeVisible()
  await expectAccessible(page, 'booking: choosing a time')
  await tabTo(page, firstTime)
  await page.keyboard.press('Space')
  await expect(confirm).toBeVisible()
  await expectAccessible(page, 'booking: the review')
  await tabTo(page, confirm)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('an element with the focus on a phone never lies under the header or the bar', async ({ browser }) => {
  const page = await openAs(browser, 'student@hessa.test', { viewport: { width: 390, height: 700 } })
  await page.goto(`${origin()}/upcoming-lessons?tab=past`)
  await expect(page.getByRole('tabpanel').getByRole('article')).not.toHaveCount(0)
  const bars = page.locator('header, nav')
  for (let step = 0; step < 30; step++) {
    await page.keyboard.press('Tab')
    const focused = page.locator(':focus')
    if ((await focused.count()) === 0) break
    if (await bars.evaluateAll((all) => all.some((bar) => bar.contains(document.activeElement)))) continue
    const covered = await focused.evaluate((one) => {
      const { top, bottom, left, right } = one.getBoundingClientRect()
      const there = document.elementFromPoint(
        (left + right) / 2,
        (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2,
      )
      return there?.closest('header, nav') !== null && !one.contains(there) ? one.outerHTML : null
    })
    expect(covered).toBeNull()
  }
})

test('Tab goes from the e-mail to the password, then to the button, and then to the link', async ({ browser }) => {
  const page = await openPage(browser)
  await page.goto(`${origin()}/login`)
  await page.getByLabel(account.fields.email).fill('student@hessa.test')
  await page.keyboard.press('Tab')
  await expect(page.locator('input[name=password]')).toBeFocused()
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: account.login.submit, exact: true })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: account.login.forgot })).toBeFocused()
})

test('the focus follows a step within a screen', async ({ browser }) => {
  const page = await openAs(browser, 'student@hessa.test', { viewport: { width: 390, height: 844 } })
  await page.goto(`${origin()}/complete-profile`)
  await page.getByRole('button', { name: profile.student.skip, exact: true }).press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: profile.student.learning })).toBeFocused()

  await page.goto(`${origin()}/s/settings`)
  await page.getByRole('button', { name: settings.lines.display }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: settings.tabs.display })).toBeFocused()
  await page.getByRole('button', { name: settings.back, exact: true }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: settings.title })).toBeFocused()
})

test('the focus arrives at the heading of a screen, however long the screen takes to load', async ({ browser }) => {
  const page = await openAs(browser, 'student@hessa.test', { viewport: { width: 1280, height: 900 } })
  await page.goto(listOf(DEMO_TUTOR))
  await expect(soonestTime(page, DEMO_TUTOR)).toBeVisible()
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.getByRole('navigation').getByRole('link', { name: frame.nav.plans, exact: true }).click()
  await expect(page.getByText(ui.loading)).toBeVisible()
  held.resolve()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  // After the number of messages that nobody has read.
  const titleOf = (title: string) => new RegExp(`${shell.titleOf.replace('{title}', title).replace('|', '\\|')}$`)
  await expect(page).toHaveTitle(titleOf(shell.titles.plans))
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page).toHaveTitle(titleOf(shell.titles.tutors))
})

test('the account’s menu and signing out are reached and left by the keyboard', async ({ browser }) => {
  const page = await openAs(browser, 'student@hessa.test', { viewport: { width: 1280, height: 900 } })
  await page.goto(`${origin()}/s/dashboard`)
  const menu = page
    .locator('header')
    .getByRole('button', { name: new RegExp(accountMenu.label.replace('{name}', '.+')) })
  await tabTo(page, menu)
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: accountMenu.menu })
  await expect(panel).toBeFocused()
  await expectAccessible(page, 'the account’s menu')
  const leave = panel.getByRole('button', { name: shell.logout.action })
  await tabTo(page, leave)
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog', { name: logout.title }))
  await expect(question).toBeVisible()
  await expectAccessible(page, 'the question before leaving')
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
})

test('a tutor opens and takes back hours with the keyboard alone', async ({ browser }) => {
  const page = await openAs(browser, 'tutor@hessa.test', { viewport: { width: 1280, height: 900 } })
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

  // Of the free hours of a week Tab stops at one; arrow keys lead to the others and to the slots.
  const next = page.getByRole('button', { name: weeks.nextWeek, exact: true })
  await tabTo(page, next, 80)
  await page.keyboard.press('Enter')
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  const [beforeDay = ''] = availability.addAt.split('{')
  const hours = page.locator(`[data-column] button[aria-label^="${beforeDay}"]`)
  const stop = hours.and(page.locator('[tabindex="0"]'))
  await tabTo(page, stop, 80)
  await expect(stop).toHaveCount(1)
  const hour = hours.and(page.getByLabel((await stop.getAttribute('aria-label')) ?? '', { exact: true }))
  await page.keyboard.press('ArrowUp')
  await expect(hour).not.toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(hour).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(editor).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(hour).toBeFocused()
})

/** What a menu offers, chosen as somebody without a mouse does. */
async function choose(page: Page, menu: Locator, action: string | RegExp): Promise<void> {
  await menu.press('Enter')
  await page.getByRole('menuitem', { name: action, exact: true }).press('Enter')
}

test('in the chat the focus follows an element that moves, and returns from a dialog', async ({ browser }) => {
  const page = await openAs(browser, 'tutor@hessa.test', { viewport: { width: 1280, height: 900 } })
  await page.goto(`${origin()}/chat`)
  const name = DEMO_STUDENT
  const row = page.getByRole('button', { name: chat.room.actions.replace('{name}', name), exact: true })
  for (const _way of ['to the other group', 'and back']) {
    await choose(page, row, new RegExp(`^(${chat.room.pin}|${chat.room.unpin})$`))
    await expect(row).toBeFocused()
  }

  await page.getByRole('link', { name, exact: true }).press('Enter')
  const box = page.getByRole('textbox', { name: chat.composer.label.replace('{name}', name), exact: true })
  await expect(box).toBeFocused()
  await box.fill('focus')
  await box.press('Enter')
  const said = page.getByRole('log').getByRole('article').filter({ hasText: 'focus' }).last()
  const menu = said.getByRole('button', { name: chat.message.actions })
  await choose(page, menu, chat.message.edit)
  await expect(box).toHaveValue('focus')
  await expect(box).toBeFocused()
  await box.press('Escape')
  await expect(box).toHaveValue('')
  await expect(box).toBeFocused()
  for (const _time of ['with its code to load', 'at once']) {
    await choose(page, menu, chat.message.delete)
    await expect(page.getByRole('button', { name: chat.delete.keep, exact: true })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(menu).toBeFocused()
  }
})

test('a dialog that takes the place of another returns the focus to what opened the first', async ({ browser }) => {
  const page = await openAs(browser, 'tutor@hessa.test', { viewport: { width: 1280, height: 900 } })
  await page.goto(`${origin()}/lessons-schedule`)
  const lesson = page.getByRole('button', { name: new RegExp(lessons.states.pending) }).first()
  for (const _time of ['with its code to load', 'at once']) {
    await lesson.press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: lessons.card.cancel, exact: true }).press('Enter')
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(lesson).toBeFocused()
  }
})

test('in a long conversation the focus stays visible and in the document, whatever the list does', async ({
  browser,
}) => {
  const page = await openAs(browser, 'tutor@hessa.test', { viewport: { width: 320, height: 844 } })
  await page.goto(`${origin()}/chat`)
  const name = DEMO_STUDENT
  await page.getByRole('link', { name, exact: true }).click()
  const box = page.getByRole('textbox', { name: chat.composer.label.replace('{name}', name), exact: true })
  const log = page.getByRole('log')
  for (let place = 0; place < 40; place++) {
    await box.fill(`message ${place} ${'in many lines of a narrow window '.repeat(6)}`)
    await page.getByRole('button', { name: chat.composer.send, exact: true }).click()
  }
  const first = log.getByText(/^message 0 /)
  const last = log.getByText(/^message 39 /)
  await expect(last).toBeInViewport()

  await test.step('rows above it become lower in a wide window when they are drawn again', async () => {
    for (let place = 38; place >= 0; place -= 4)
      await log.getByText(new RegExp(`^message ${place} `)).evaluate((row) => row.scrollIntoView())
    await expect(first).toBeAttached()
    await page.getByRole('button', { name: chat.list.latest }).click()
    await expect(last).toBeInViewport()
    await page.setViewportSize({ width: 1280, height: 844 })
    await untilStill(log)
    await expect(last).toBeInViewport()
    await log.focus()
    for (let stop = 0; stop < 4; stop++) {
      await page.keyboard.press('Tab')
      await expect(page.locator(':focus')).toHaveAccessibleName(chat.message.actions)
      await untilStill(log)
      expect(await inWindow(page.locator(':focus'))).toBe(true)
    }
  })

  await test.step('its own row stays when the list is scrolled far away', async () => {
    const focused = page.locator(':focus')
    const text = await focused.locator('xpath=ancestor::article').innerText()
    await log.evaluate((list) => list.scrollTo(0, list.scrollHeight))
    await expect(last).toBeInViewport()
    await expect(focused.locator('xpath=ancestor::article')).toHaveText(text, { useInnerText: true })
    await page.keyboard.press('Tab')
    await expect(focused).toHaveAccessibleName(chat.message.actions)
    await expect(focused).toBeInViewport()
  })
})

test('on a phone the focus goes to the conversation, and back to the row', async ({ browser }) => {
  const page = await openAs(browser, 'tutor@hessa.test', { hasTouch: true, isMobile: true })
  await page.goto(`${origin()}/chat`)
  const row = page.getByRole('link', { name: DEMO_STUDENT, exact: true })
  await row.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: DEMO_STUDENT, exact: true })).toBeFocused()
  await page.getByRole('link', { name: chat.header.back }).press('Enter')
  await expect(row).toBeFocused()
})

test('the focus is on the new screen after staff sign in and out', async ({ browser }) => {
  const page = await openPage(browser)
  const titleOf = (title: string) => staffShell.titleOf.replace('{title}', title)
  await page.goto(origin().replace('://', '://admin.'))
  await expect(page).toHaveTitle(titleOf(staffShell.places.login))
  await page.getByLabel(account.fields.email).fill('admin@hessa.test')
  await page.locator('input[autocomplete=current-password]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page).toHaveTitle(titleOf(staffShell.places.home))
  await expectAccessible(page, 'the dashboard')
  const [beforeName = ''] = accountMenu.label.split('{')
  await page.getByRole('button', { name: beforeName }).press('Enter')
  await page.getByRole('button', { name: staffShell.notStaff.logout }).press('Enter')
  await page.getByRole('button', { name: logout.confirm }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: dashboard.login.title })).toBeFocused()
})
