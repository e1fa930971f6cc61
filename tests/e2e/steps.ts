import AxeBuilder from '@axe-core/playwright'
import {
  type APIRequestContext,
  type Browser,
  type BrowserContextOptions,
  expect,
  type Locator,
  type Page,
} from '@playwright/test'
import { demoAccounts } from '#db/demo/accounts'
import { account } from '#messages/account'
import { form } from '#messages/form'
import { frame } from '#messages/frame'
import { tutors } from '#messages/tutors'
import type { Theme } from '../../web/platform/preferences.ts'
import { type Host, KNOWN_ROOM, OPENS_DIALOG } from '../screens.ts'

export const PASSWORD = 'Hessa2026!'
/** The tutor and the student of the demo data who sign in in these tests: they have taught and written to each other. */
export const DEMO_TUTOR = nameOf('tutor@hessa.test')
export const DEMO_STUDENT = nameOf('student@hessa.test')

function nameOf(email: string): string {
  const account = demoAccounts.find((one) => one.email === email)
  if (!account) throw new Error(`${email} is no account of the demo data`)
  return account.name
}

export const origin = () => process.env.HESSA_ORIGIN ?? 'http://localhost:8787'
export const dashboardOrigin = () => origin().replace('://', '://admin.')
export const ORIGINS: Record<Host, () => string> = {
  app: origin,
  dashboard: dashboardOrigin,
  site: () => origin().replace('://', '://www.'),
}

/** Watches for another notice than those that are shown now: it may be gone again when the answer is called. */
export function noticed(page: Page, text: string): () => Promise<void> {
  const older = page.locator('[data-toasts] li').evaluateAll((notices) => {
    for (const notice of notices) notice.setAttribute('data-older', '')
  })
  const isNew = page.locator('[data-toasts] li:not([data-older])').filter({ hasText: text }).first()
  const seen = older.then(() => isNew.waitFor())
  seen.catch(() => undefined)
  return () => seen
}

/** A notice that is shown; elsewhere its text is announced once more. */
export const toast = (page: Page, text: string) => page.locator('[data-toasts] li').filter({ hasText: text })

/** The first box of a code, in an open dialog. */
export const firstOfCode = (page: Page) => page.getByRole('dialog').locator('input[autocomplete=one-time-code]')

/** Opens the menu of the account on a phone, from the bar at the bottom. */
export const openAccountMenu = (page: Page) =>
  page.getByRole('navigation').getByRole('button', { name: frame.nav.more, exact: true }).click()

/** The button that saves what belongs together with a field: the smallest part of the page that has both. */
export const saveOf = (page: Page, field: Locator) => {
  const save = page.getByRole('button', { name: form.save, exact: true })
  return page.locator('form, div').filter({ has: field }).filter({ has: save }).last().getByRole('button', {
    name: form.save,
    exact: true,
  })
}

/** Signs in by the form; tests of other things open a browser with `openAs`, where this has been done before. */
export async function logIn(page: Page, email: string): Promise<void> {
  await page.goto(`${origin()}/login`)
  await page.getByLabel(account.fields.email).fill(email)
  await page.locator('input[autocomplete=current-password]').fill(PASSWORD)
  await page.getByRole('button', { name: account.login.submit, exact: true }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
}

const tokens = new Map<string, Promise<string>>()

/** A token of this account, issued now by the product's clock. */
export async function newToken(email: string, at = origin()): Promise<string> {
  const answer = await fetch(`${at}/api/v1/auth/password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  if (!answer.ok) throw new Error(`${email} cannot sign in: ${answer.status}`)
  return ((await answer.json()) as { token: string }).token
}

/** A session of this account, asked for once: hashing the password takes a third of a second of the one core that serves. */
export function tokenOf(email: string): Promise<string> {
  const token = tokens.get(email) ?? newToken(email)
  tokens.set(email, token)
  return token
}

export async function closeContexts(browser: Browser): Promise<void> {
  for (const context of browser.contexts()) await context.close()
}

/** A page of a new browser context: of `browser.newPage()` axe cannot open the page that it works in. */
export const openPage = async (browser: Browser, options: BrowserContextOptions = {}): Promise<Page> =>
  (await browser.newContext(options)).newPage()

/** The stored state of a browser whose local storage has these keys. */
export function keeping(stored: Record<string, string>, at = origin()) {
  const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }))
  return { cookies: [], origins: [{ origin: at, localStorage }] }
}

/** The stored state of a browser in which somebody has signed in; `preferences` are further keys of its local storage. */
export function signedIn(token: string, at = origin(), preferences: Record<string, string> = {}) {
  const { origins } = keeping({ 'hessa.token': JSON.stringify({ type: 'Bearer', value: token }), ...preferences }, at)
  const { hostname } = new URL(at)
  const hint = {
    name: 'signed-in',
    value: '1',
    domain: hostname,
    path: '/',
    expires: -1,
    httpOnly: false,
    secure: false,
  }
  const cookies = [{ ...hint, sameSite: 'Lax' as const }]
  return { cookies, origins }
}

/** A page of a browser in which this person has signed in before. */
export const openAs = async (browser: Browser, email: string, options: BrowserContextOptions = {}): Promise<Page> =>
  openPage(browser, { ...options, storageState: signedIn(await tokenOf(email)) })

/** The same on the dashboard. */
export const openStaffAs = async (
  browser: Browser,
  email: string,
  options: BrowserContextOptions = {},
): Promise<Page> => openPage(browser, { ...options, storageState: signedIn(await tokenOf(email), dashboardOrigin()) })

/** What a browser keeps whose theme follows the device, so that a test can change it without another load. */
export const THEME_OF_DEVICE = { 'hessa.preferences': JSON.stringify({ theme: 'system' satisfies Theme }) }

/** The address of a screen; `at` is where its app is served. */
export async function addressOf(page: Page, path: string, at: string): Promise<string> {
  if (path !== KNOWN_ROOM) return `${at}${path}`
  await page.goto(`${at}/chat`)
  const room = page.getByRole('link', { name: new RegExp(`^(?:${DEMO_TUTOR}|${DEMO_STUDENT})$`) })
  return `${at}${await room.getAttribute('href')}`
}

const LONGEST_WAIT_MS = 30_000

/** Waits until no part of the page says that it is loading. */
export const untilLoaded = (page: Page): Promise<void> =>
  page.locator('[aria-busy=true]').first().waitFor({ state: 'detached', timeout: LONGEST_WAIT_MS })

/**
 * Waits for a screen's heading, or that of the dialog which its address opens. Unlike an expectation it does not pause between
 * its tries, which adds up over many screens.
 */
export async function untilShown(page: Page, path: string): Promise<void> {
  // A dialog hides the screen below it from assistive technology, and comes after it.
  const opened = page.getByRole('dialog').getByRole('heading').first()
  const heading = page.getByRole('heading', { level: 1 })
  await (OPENS_DIALOG.test(path) ? opened : heading.or(opened)).first().waitFor({ timeout: LONGEST_WAIT_MS })
}

/** The code that was mailed to an address last. */
export async function mailedCode(request: APIRequestContext, email: string, at = origin()): Promise<string> {
  let code = ''
  await expect
    .poll(async () => {
      const sent = (await (await request.get(`${at}/dev/outbox?to=${email}`, { maxRetries: 3 })).json()) as {
        params: { code: string }
      }[]
      code = sent.at(-1)?.params.code ?? ''
      return code
    })
    .toMatch(/^\d{5}$/)
  return code
}

/** The reference number of an order for cash, as its ticket shows it. */
export async function referenceOnScreen(page: Page): Promise<string> {
  const shown = page.locator('p[dir=ltr]').filter({ hasText: /^[\d ]{9,}$/ })
  await expect(shown).toBeVisible()
  return (await shown.innerText()).replaceAll(/\s/g, '')
}

/** Waits until nothing changes its colour or place any more: in the middle of a transition a contrast is that of no screen. */
const untilStill = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const isMoving = ({ effect, playState }: Animation) =>
      playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime)
    const moving = () => document.getAnimations().filter(isMoving)
    // What ends may begin the transition of what inherits from it.
    for (let ending = moving(); ending.length > 0; ending = moving())
      await Promise.allSettled(ending.map(({ finished }) => finished))
  })

const WCAG = { type: 'tag' as const, values: ['wcag2a', 'wcag2aa', 'wcag21aa'] }

/** Expects no violation of WCAG 2.1 AA on the page as it is now, outside of `except`; `what` names it in the report. */
export async function expectAccessible(page: Page, what: string, except: readonly string[] = []): Promise<void> {
  await untilStill(page)
  // The other mode opens a page for each check, to put together the results of frames.
  const isLegacy = page.frames().length === 1
  // The builder would send its source, more than a megabyte, twice for each look at one document.
  const isReady = isLegacy && (await page.evaluate(() => 'axe' in globalThis))
  const axe = new AxeBuilder(isReady ? { page, axeSource: 'undefined' } : { page })
  for (const selector of except) axe.exclude(selector)
  const { violations } = await axe
    .options({ runOnly: WCAG, resultTypes: ['violations'] })
    .setLegacyMode(isLegacy)
    .analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(' | ')}`)
  expect.soft(found, what).toEqual([])
}

/** Expects a page that is no wider than the window. */
export async function expectNoOverflow(page: Page, what: string): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect.soft(overflow, `${what} is wider than the window`).toBeLessThanOrEqual(0)
}

export async function expectSound(page: Page, what: string, except: readonly string[] = []): Promise<void> {
  await expectAccessible(page, what, except)
  await expectNoOverflow(page, what)
}

/** A sentence that addresses the reader, in either gender. */
export function inEitherGender(sentence: string): RegExp {
  const pieces = sentence.split(/\{gender, select, female \{([^{}]*)\} other \{([^{}]*)\}\}/)
  const escaped = pieces.map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  // The pieces come in threes: what stands before, the feminine, the masculine.
  return new RegExp(escaped.map((piece, at) => [piece, `(?:${piece}|`, `${piece})`][at % 3]).join(''))
}

/** An authenticator that Chromium plays: it verifies its user and presses its button by itself. */
export async function addAuthenticator(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** The name of a button that books one of a tutor's next times; of any tutor's for an empty name. */
export const bookableTime = (tutorName: string): RegExp =>
  new RegExp(`^${tutors.card.book.split('{')[0]}.*${tutorName}`)

/** The list of tutors, narrowed to a name. */
export const listOf = (tutorName: string): string => `${origin()}/tutors?search=${encodeURIComponent(tutorName)}`

/** The first of the next times on a tutor's card. */
export const soonestTime = (page: Page, tutorName: string): Locator =>
  page.getByRole('button', { name: bookableTime(tutorName) }).first()
