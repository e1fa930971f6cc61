import { expect, type Page } from '@playwright/test'
import { account } from '../../web/i18n/ar/account.ts'
import { bookingIntent } from '../../web/i18n/ar/booking-intent.ts'
import { openPage, origin } from './steps.ts'
import { test } from './test.ts'

/** The initial data in a server-rendered page; the app removes it as it starts. */
const initialData = (page: Page) => page.locator('#initial-data')

test('a scroll event without scrolling does not start the app; a sign of a person does', async ({ browser }) => {
  const page = await openPage(browser)
  const fetched = page.waitForResponse(/\/assets\/main-/)
  await page.goto(`${origin()}/tutors`)
  // From here on the app would be there before anything else that is fetched.
  await (await fetched).finished()
  // Chrome fires a spurious scroll event on right-to-left layout now and then.
  await page.evaluate(() => document.dispatchEvent(new Event('scroll', { bubbles: true })))
  await page.evaluate(() => fetch('/icon.svg').then((answer) => answer.text()))
  await expect(initialData(page)).toBeAttached()
  await page.mouse.wheel(0, 400)
  await expect(initialData(page)).not.toBeAttached()
})

test('nothing that is typed is lost while the app arrives, and the form is sent', async ({ browser, expectErrors }) => {
  expectErrors(/^401 \/api\/v1\/auth\/password/)
  const page = await openPage(browser)
  await page.goto(`${origin()}/login`)
  const fields = { email: page.locator('input[name=email]'), password: page.locator('input[name=password]') }
  const typed = { email: 'nobody.with.a.long.address@hessa.test', password: 'not the password' }
  for (const name of ['email', 'password'] as const) {
    await fields[name].focus()
    await expect(initialData(page)).not.toBeAttached()
    for (const key of typed[name]) {
      await page.keyboard.type(key)
      await page.evaluate(() => new Promise(requestAnimationFrame))
    }
    await expect(fields[name]).toHaveValue(typed[name])
  }
  await fields.password.press('Enter')
  await expect(page.getByText(account.failed.login)).toBeVisible()
  for (const name of ['email', 'password'] as const) await expect(fields[name]).toHaveValue(typed[name])
})

test('a button that the app replaces while the mouse holds it is pressed, unless the mouse leaves it', async ({
  browser,
}) => {
  const page = await openPage(browser)
  const google = page.getByRole('button', { name: account.google.action.login })
  const hold = async () => {
    const down = Promise.withResolvers<void>()
    await page.route(/\/assets\/main-/, async (route) => {
      await down.promise
      await route.continue()
    })
    await page.goto(`${origin()}/login`)
    const rendered = await google.elementHandle()
    await google.hover()
    await page.mouse.down()
    down.resolve()
    await page.waitForFunction((button) => button?.isConnected === false, rendered)
    await page.unroute(/\/assets\/main-/)
  }
  await hold()
  await page.mouse.move(1, 1)
  await page.mouse.up()
  await page.locator('input[name=email]').click()
  await hold()
  await page.mouse.up()
  await page.waitForURL(/\/dev\/google\//)
})

test('on a device whose clock is a day behind the days are those of the server, and a time that is pressed is booked', async ({
  browser,
}) => {
  const page = await openPage(browser)
  await page.addInitScript(() => {
    const deviceTime = Date.now.bind(Date)
    Date.now = () => deviceTime() - 86_400_000
  })
  await page.goto(`${origin()}/tutors`)
  const time = page.locator('button:has(time)').first()
  const shown = await time.textContent()
  await time.click()
  await expect(page.getByRole('region', { name: bookingIntent.label })).toBeVisible()
  await page.goBack()
  await expect(time).toHaveText(shown ?? '')
})

type Held = { held: (() => void)[] }

test('a time that is pressed before its tutor is drawn is booked once all are', async ({ browser }) => {
  const page = await openPage(browser)
  // Turns of drawing wait for the test: nothing else begins at once while something waits for its turn.
  await page.addInitScript(() => {
    const later = window.setTimeout
    const held: (() => void)[] = []
    Object.assign(window, { held })
    window.setTimeout = ((act: () => void, ms?: number, ...more: unknown[]) => {
      if (ms !== undefined || !document.querySelector('[data-server-nodes]')) return later(act, ms, ...more)
      return held.push(act)
    }) as typeof setTimeout
  })
  await page.goto(`${origin()}/tutors`)
  await page.keyboard.press('Shift')
  const waiting = page.locator('[data-server-nodes]')
  await waiting
    .filter({ has: page.locator('time') })
    .last()
    .locator('button:has(time)')
    .last()
    .click()
  await page.evaluate(() => {
    const { held } = window as unknown as Held
    for (const act of held) act()
  })
  await expect(waiting).toHaveCount(0)
  await expect(page.getByRole('region', { name: bookingIntent.label })).toBeVisible()
})
