import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test'
import { account } from '#messages/account'
import { accountMenu } from '#messages/account-menu'
import { bookingIntent } from '#messages/booking-intent'
import { shell } from '#messages/shell'
import { DEMO_TUTOR, keeping, listOf, openPage, origin, soonestTime } from './steps.ts'
import { test } from './test.ts'

/** The first file of the app's code. */
const APP = /\/assets\/index-.*\.js$/

const SLOWED = 6

/** What a person does on a screen that the edge has rendered, and what comes of it. */
type Act = { does: (page: Page) => Promise<unknown>; counts: (page: Page) => Promise<unknown> }

/** Answers how to let the app come, which is held back until then. */
async function holdApp(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(APP, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** Until React has the page, which then needs `before-hydration.js` no more, and has nothing left to do. */
const untilHydrated = (page: Page) =>
  page.evaluate(async () => {
    while ('hessaHydrated' in window) await new Promise(requestAnimationFrame)
    await new Promise((idle) => requestIdleCallback(idle))
  })

/** The code of the app is on its way, has just come and is not run yet, or has the page. */
type Moment = 'before' | 'while' | 'after'

/** Acts on a page of its own, whose processor is slow from the first paint until the act is done. */
async function actAt(browser: Browser, moment: Moment, path: string, acts: readonly Act[]): Promise<void> {
  const page = await openPage(browser)
  const devtools = await page.context().newCDPSession(page)
  const slow = (rate: number) => devtools.send('Emulation.setCPUThrottlingRate', { rate })
  const letAppCome = await holdApp(page)
  const fetched = page.waitForResponse(APP)
  fetched.catch(() => undefined)
  await page.goto(`${origin()}${path}`, { waitUntil: 'commit' })
  await page.evaluate(async () => {
    await new Promise((painted) => new PerformanceObserver(painted).observe({ type: 'paint', buffered: true }))
  })
  await slow(SLOWED)
  if (moment !== 'before') {
    letAppCome()
    await (await fetched).finished()
  }
  if (moment === 'after') await untilHydrated(page)
  for (const act of acts) {
    await slow(SLOWED)
    await act.does(page)
    letAppCome()
    await slow(1)
    await act.counts(page)
    if (act !== acts.at(-1) && new URL(page.url()).pathname !== path) await page.goBack()
  }
  await page.context().close()
}

const expectAllToCount = (browser: Browser, path: string, acts: readonly Act[]): Promise<unknown> =>
  Promise.all([
    // Then one page is enough for all acts.
    actAt(browser, 'after', path, acts),
    ...(['before', 'while'] as const).map(async (moment) => {
      for (const act of acts) await actAt(browser, moment, path, [act])
    }),
  ])

/** Presses as a hand does: before its own presses Playwright asks a page so much that a slow one is hydrated meanwhile. */
async function press(page: Page, selector: string): Promise<void> {
  const [x, y] = await page.evaluate(async (wanted) => {
    // The page may be painted before all of it has arrived.
    while (!document.querySelector(wanted)) await new Promise(requestAnimationFrame)
    const control = document.querySelector(wanted) as Element
    control.scrollIntoView({ block: 'center', inline: 'center' })
    const { x, y, width, height } = control.getBoundingClientRect()
    return [x + width / 2, y + height / 2] as const
  }, selector)
  await page.mouse.click(x, y)
}

/** Key by key, in place of what the field holds. */
async function type(page: Page, selector: string, text: string): Promise<void> {
  await press(page, selector)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}

const openSettings: Act = {
  does: (page) => press(page, '[popovertarget=account-menu]'),
  counts: async (page) => {
    await expect(page.getByRole('dialog', { name: accountMenu.menu }).getByText(shell.settings.theme)).toBeVisible()
    await page.keyboard.press('Escape')
  },
}

const typed = { email: 'me', password: 'no' }

/** What is sent goes no further than the browser. */
function signIn(send: (page: Page) => Promise<void>): Act {
  const sent = new WeakMap<Page, unknown>()
  return {
    does: async (page) => {
      await page.route('**/api/v1/auth/password', async (route) => {
        sent.set(page, route.request().postDataJSON())
        await route.fulfill({ status: 401, json: { code: 'wrong-password' } })
      })
      for (const [name, text] of Object.entries(typed)) await type(page, `input[name=${name}]`, text)
      await send(page)
    },
    counts: async (page) => {
      await expect.poll(() => sent.get(page)).toEqual(typed)
      await expect(page.getByText(account.failed.login)).toBeVisible()
      for (const [name, text] of Object.entries(typed))
        await expect(page.locator(`input[name=${name}]`)).toHaveValue(text)
    },
  }
}

test('sign-in: nothing that a person does after the first paint is lost', async ({ browser, expectErrors }) => {
  expectErrors(/^401 \/api\/v1\/auth\/password/)
  await expectAllToCount(browser, '/login', [
    signIn((page) => page.keyboard.press('Enter')),
    signIn((page) => press(page, 'form [type=submit]')),
    {
      does: (page) => press(page, 'form [aria-pressed]'),
      counts: (page) => expect(page.locator('input[name=password]')).toHaveAttribute('type', 'text'),
    },
    { does: (page) => press(page, 'main > button'), counts: (page) => page.waitForURL(/\/dev\/google\//) },
    {
      does: (page) => press(page, 'header button'),
      counts: (page) => expect(page.locator('html')).toHaveAttribute('lang', 'en-GB'),
    },
  ])
})

const expectBooking = (page: Page) => expect(page.getByRole('region', { name: bookingIntent.label })).toBeVisible()

test('list of tutors: nothing that a person does after the first paint is lost', async ({ browser }) => {
  await expectAllToCount(browser, '/tutors', [
    { does: (page) => press(page, 'button:has(time)'), counts: expectBooking },
    openSettings,
    {
      does: async (page) => {
        await type(page, '[type=search]', 'ا')
        await page.keyboard.press('Enter')
      },
      counts: (page) => page.waitForURL(({ searchParams }) => searchParams.get('search') === 'ا'),
    },
    {
      does: async (page) => {
        // The rating: who is free now or today depends on the hour and on the topic, and a choice without anybody is disabled. Before
        // the topic, whose list has other numbers on the buttons, which moves them.
        await press(page, 'fieldset button:nth-of-type(7)')
        await page.selectOption('fieldset select', { index: 2 })
      },
      counts: async (page) => {
        await page.waitForURL(({ searchParams }) => searchParams.has('topic'))
        await expect(page.locator('fieldset select')).not.toHaveValue('')
        await expect(page.locator('fieldset button[aria-pressed=true]')).toBeVisible()
      },
    },
  ])
})

/** The path of a tutor's page. */
async function pathOfTutor(): Promise<string> {
  const { list } = await (await fetch(`${origin()}/api/v1/user/tutor/list/onboarded?size=1`)).json()
  return `/t/${list[0].id}`
}

test('page of a tutor: nothing that a person does after the first paint is lost', async ({ browser }) => {
  await expectAllToCount(browser, await pathOfTutor(), [
    {
      does: (page) => press(page, 'label:has([name=free-day]):nth-of-type(2)'),
      counts: (page) => expect(page.locator('[name=free-day]').nth(1)).toBeChecked(),
    },
    {
      does: (page) => press(page, '[role=tab][aria-selected=false]'),
      counts: async (page) => {
        await page.waitForURL(/\?tab=reviews$/)
        await expect(page.getByRole('tab').nth(1)).toHaveAttribute('aria-selected', 'true')
      },
    },
    openSettings,
    { does: (page) => press(page, '[data-bar=bottom] button'), counts: expectBooking },
    { does: (page) => press(page, 'li > button.figures'), counts: expectBooking },
  ])
})

test('the app is fetched after the first paint, and leaves the page scrolled as it is', async ({ browser }) => {
  const page = await openPage(browser)
  const isFetched = { app: false }
  page.on('request', (request) => {
    isFetched.app ||= APP.test(request.url())
  })
  const letAppCome = await holdApp(page)
  const styles = Promise.withResolvers<void>()
  await page.route('**/*.css', async (route) => {
    await styles.promise
    await route.continue()
  })
  await page.goto(`${origin()}${await pathOfTutor()}`, { waitUntil: 'commit' })
  // Nothing is painted without them. From here on the app would be asked for before anything else that is.
  await page.evaluate(() => fetch('/icon.svg').then((answer) => answer.text()))
  expect(isFetched.app).toBe(false)
  const fetched = page.waitForRequest(APP)
  styles.resolve()
  await fetched
  await page.locator('[data-bar=bottom]').waitFor()
  await page.evaluate(() => window.scrollTo(0, 300))
  letAppCome()
  await untilHydrated(page)
  expect(await page.evaluate(() => window.scrollY)).toBe(300)
})

test('an app that has loaded before the whole page waits for the rest', async ({ browser }) => {
  const rest = Promise.withResolvers<void>()
  const server = createServer(async (_, answer) => {
    const markup = await (await fetch(`${origin()}/login`)).text()
    const half = markup.indexOf('<form')
    answer.setHeader('content-type', 'text/html; charset=utf-8').write(markup.slice(0, half))
    await rest.promise
    answer.end(markup.slice(half))
  }).listen()
  const { port } = server.address() as AddressInfo
  const page = await openPage(browser)
  await page.route(
    ({ pathname }) => pathname !== '/login',
    (route) => route.continue({ url: new URL(new URL(route.request().url()).pathname, origin()).href }),
  )
  const fetched = page.waitForResponse(APP)
  await page.goto(`http://localhost:${port}/login`, { waitUntil: 'commit' })
  const title = await page.locator('h1').elementHandle()
  await (await fetched).finished()
  // By then an app that does not wait has replaced what was there.
  await page.evaluate(() => fetch('/icon.svg').then((answer) => answer.text()))
  rest.resolve()
  await untilHydrated(page)
  expect(await title?.evaluate(({ isConnected }) => isConnected)).toBe(true)
  server.close()
})

const DAY_MS = 24 * 60 * 60 * 1000

/** Makes the clock of the device differ from the server's. */
const setClock = (page: Page, aheadMs: number) =>
  page.addInitScript((ahead) => {
    const deviceTime = Date.now.bind(Date)
    Date.now = () => deviceTime() + ahead
  }, aheadMs)

type Device = BrowserContextOptions & { cookies?: Record<string, string>; aheadMs?: number; typedEmail?: string }

/** Together they have all that the first render must not depend on, unless the edge knows it too. */
const devices = (): Device[] => {
  const storageState = keeping({ 'hessa.preferences': JSON.stringify({ digits: 'latn', theme: 'dark' }) })
  return [
    { cookies: { preferences: 'latn.dark' } },
    { storageState, timezoneId: 'UTC' },
    { storageState, cookies: { preferences: 'latn.dark' }, viewport: { width: 1280, height: 900 } },
    { cookies: { language: 'en' }, timezoneId: 'America/New_York' },
    { aheadMs: -DAY_MS, typedEmail: 'a@b.eg' },
    { aheadMs: DAY_MS, locale: 'en-US' },
  ]
}

test('the first render is the same at the edge and on every device', async ({ browser, expectErrors }) => {
  expectErrors(/^404 \/t\/99999/)
  const paths = ['/login', '/tutors', await pathOfTutor(), '/t/99999']
  for (const { cookies = {}, aheadMs = 0, typedEmail = '', ...options } of devices()) {
    const page = await openPage(browser, options)
    const url = origin()
    await page.context().addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url })))
    await page.addInitScript((email) => sessionStorage.setItem('hessa.typed-email', email), typedEmail)
    await setClock(page, aheadMs)
    for (const path of paths) {
      await page.goto(`${origin()}${path}`)
      // A difference is an error of the page, which fails the test.
      await untilHydrated(page)
    }
    await page.context().close()
  }
})

test('on a device whose clock is a day behind the days are those of the server, and a time that is pressed is booked', async ({
  browser,
}) => {
  const page = await openPage(browser)
  await setClock(page, -DAY_MS)
  await page.goto(listOf(DEMO_TUTOR))
  const time = soonestTime(page, DEMO_TUTOR)
  const shown = await time.textContent()
  await time.click()
  await expectBooking(page)
  await page.goBack()
  await expect(time).toHaveText(shown ?? '')
})
