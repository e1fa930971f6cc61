import { expect } from '@playwright/test'
import { account } from '#messages/account'
import { challenge } from '#messages/challenge'
import { chat } from '#messages/chat'
import { copying } from '#messages/copying'
import { dataTable } from '#messages/data-table'
import { frame } from '#messages/frame'
import { maintenance } from '#messages/maintenance'
import { plans } from '#messages/plans'
import { profile } from '#messages/profile'
import { settings } from '#messages/settings'
import { shell } from '#messages/shell'
import { tutorFilters } from '#messages/tutor-filters'
import {
  DEMO_TUTOR,
  dashboardOrigin,
  expectAccessible,
  noticed,
  openAccountMenu,
  openAs,
  openPage,
  openStaffAs,
  origin,
  PASSWORD,
  saveOf,
} from './steps.ts'
import { test } from './test.ts'

const PHONE = { width: 390, height: 844 }
const TURNED = { width: 844, height: 390 }

test('what is typed survives turning the phone, and maintenance', async ({ browser, expectErrors }) => {
  expectErrors(/^503 /)
  const page = await openAs(browser, 'student@hessa.test', { viewport: TURNED })
  await page.goto(`${origin()}/s/settings`)
  const name = page.getByLabel(profile.fields.name, { exact: true })
  await name.fill('سارة محمود حسن')
  await page.setViewportSize(PHONE)
  await expect(page.getByRole('heading', { level: 1, name: settings.tabs.personal })).toBeVisible()
  await expect(name).toHaveValue('سارة محمود حسن')
  await page.setViewportSize(TURNED)
  await expect(page.getByRole('tab', { name: settings.tabs.personal })).toBeVisible()
  await expect(name).toHaveValue('سارة محمود حسن')

  const under = { code: 'under-maintenance', message: 'under-maintenance', details: { until: null } }
  await page.route('**/api/v1/**', (route) => route.fulfill({ status: 503, json: under }))
  await saveOf(page, name).click()
  const cover = page.getByRole('dialog', { name: maintenance.title })
  await expect(cover).toBeVisible()
  await expectAccessible(page, 'maintenance')
  await cover.getByRole('button', { name: maintenance.retry }).click()
  await expect(cover.getByText(maintenance.notYet)).toBeVisible()
  await page.unrouteAll()
  await cover.getByRole('button', { name: maintenance.retry }).click()
  await expect(cover).toBeHidden()
  await expect(name).toHaveValue('سارة محمود حسن')
})

/** As browsers inside other apps, and those whose person has forbidden it. */
const FORBIDDEN: Record<string, () => void> = {
  forbidden: () => {
    const get = () => {
      throw new DOMException('forbidden', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'BroadcastChannel'])
      Object.defineProperty(window, name, { get })
    for (const name of ['locks', 'serviceWorker']) Object.defineProperty(navigator, name, { get })
    Object.defineProperty(document, 'cookie', { get, set: get })
  },
  missing: () => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'BroadcastChannel'])
      Object.defineProperty(window, name, { value: null })
    for (const name of ['locks', 'serviceWorker']) Object.defineProperty(navigator, name, { value: undefined })
  },
}

for (const [what, forbid] of Object.entries(FORBIDDEN))
  test(`with a storage that is ${what} a person reads, signs in, and is told why Google cannot be used`, async ({
    browser,
  }) => {
    const page = await openPage(browser, { viewport: PHONE })
    await page.addInitScript(forbid)
    await page.goto(`${origin()}/plans`)
    await expect(page.getByRole('heading', { level: 1, name: plans.title })).toBeVisible()
    await page.goto(`${origin()}/login`)
    const told = noticed(page, account.google.noStorage)
    await page.getByRole('button', { name: account.google.action.login }).click()
    await told()
    await page.getByLabel(account.fields.email).fill('student@hessa.test')
    await page.locator('input[autocomplete=current-password]').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/s/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    // The outbox speaks to the other tabs, and waits for its turn among them.
    await page.getByRole('navigation').getByRole('link', { name: frame.nav.chat }).click()
    await page.getByRole('link', { name: DEMO_TUTOR, exact: true }).click()
    const text = crypto.randomUUID()
    await page.getByRole('textbox', { name: chat.composer.label.replace('{name}', DEMO_TUTOR), exact: true }).fill(text)
    await page.getByRole('button', { name: chat.composer.send, exact: true }).click()
    await expect(page.getByRole('article').filter({ hasText: text }).getByText(chat.message.sent)).toBeAttached()
  })

/** As browsers inside other apps and pages without TLS, and as one whose person has refused. */
const NO_CLIPBOARD = {
  missing: () => Object.defineProperty(navigator, 'clipboard', { value: undefined }),
  refused: () => {
    const writeText = () => Promise.reject(new DOMException('refused', 'NotAllowedError'))
    Object.defineProperty(navigator, 'clipboard', { value: { writeText } })
  },
}

test('a copy says that it has failed, with a clipboard that refuses and without one', async ({ browser }) => {
  const page = await openAs(browser, 'student@hessa.test', { viewport: PHONE })
  await page.addInitScript(NO_CLIPBOARD.refused)
  await page.goto(`${origin()}/chat`)
  await page.getByRole('link', { name: DEMO_TUTOR, exact: true }).click()
  const failed = noticed(page, copying.failed)
  const text = crypto.randomUUID()
  await page.getByRole('textbox', { name: chat.composer.label.replace('{name}', DEMO_TUTOR), exact: true }).fill(text)
  await page.getByRole('button', { name: chat.composer.send, exact: true }).click()
  const message = page.getByRole('article').filter({ hasText: text })
  await message.getByRole('button', { name: chat.message.actions }).click()
  await page.getByRole('menuitem', { name: chat.message.copy }).click()
  await failed()
  // To be selected and copied by hand.
  await expect(page.locator('[data-toasts] li').getByText(text)).toBeVisible()

  const staff = await openStaffAs(browser, 'super@hessa.test')
  await staff.addInitScript(NO_CLIPBOARD.missing)
  await staff.goto(`${dashboardOrigin()}/user/6`)
  const failedThere = noticed(staff, copying.failed)
  const copy = staff.getByRole('button', { name: dataTable.copy.replace('{text}', '6'), exact: true })
  await copy.click()
  await failedThere()
  await expect(copy).not.toHaveAccessibleName(dataTable.copied)
})

test('the list of topics shows the choice at once, and keeps its name where a search leaves nobody of it', async ({
  browser,
}) => {
  const page = await openPage(browser, { viewport: PHONE })
  await page.goto(`${origin()}/tutors`)
  const topic = page.getByRole('combobox', { name: tutorFilters.topic })
  await topic.selectOption({ index: 2 })
  const id = await topic.inputValue()
  expect(id).not.toBe('')
  await page.waitForURL(({ searchParams }) => searchParams.get('topic') === id)
  await page.goto(`${origin()}/tutors?topic=${id}&search=nobody`)
  await expect(page.getByText(tutorFilters.list.noneFit)).toBeVisible()
  await expect(topic).toHaveValue(id)
})

test('without a choice the theme is that of the device', async ({ browser }) => {
  for (const [colorScheme, colour] of [
    ['dark', 'rgb(13, 27, 27)'],
    ['light', 'rgb(251, 248, 242)'],
  ] as const) {
    const page = await openPage(browser, { viewport: PHONE, colorScheme })
    await page.goto(`${origin()}/login`)
    await expect(page.locator('body')).toHaveCSS('background-color', colour)
    await page.context().close()
  }
})

test('the account menu can be scrolled through where its text is twice the size', async ({ browser }) => {
  const page = await openAs(browser, 'student@hessa.test', { viewport: PHONE })
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
  await page.goto(`${origin()}/upcoming-lessons`)
  await openAccountMenu(page)
  const menu = page.getByRole('dialog')
  await expect(menu.getByRole('button', { name: shell.logout.action })).toBeVisible()
  const { y } = (await menu.boundingBox()) ?? { y: Number.NaN }
  expect(y).toBeGreaterThanOrEqual(0)
})

test('a page without TLS says what it cannot do: sign in with Google, and check a sign-in', async ({
  browser,
  expectErrors,
}) => {
  expectErrors(/^401 /)
  const page = await openPage(browser, { viewport: PHONE })
  await page.addInitScript(() => Object.defineProperty(crypto, 'subtle', { value: undefined }))
  await page.goto(`${origin()}/login`)
  const told = noticed(page, account.google.noTls)
  await page.getByRole('button', { name: account.google.action.login }).click()
  await told()

  const details = { challenge: 'one', bits: 8, iterations: 1000, rounds: 3 }
  const json = { code: 'challenge-required', message: '', details }
  await page.route('**/auth/password', (route) => route.fulfill({ status: 401, json }))
  await page.getByLabel(account.fields.email).fill('student@hessa.test')
  await page.locator('input[autocomplete=current-password]').fill(PASSWORD)
  await page.getByRole('button', { name: account.login.submit, exact: true }).click()
  await expect(page.getByText(challenge.impossible)).toBeVisible()
})
