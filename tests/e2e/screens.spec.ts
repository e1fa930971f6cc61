import { expect, type Page } from '@playwright/test'
import { chat } from '../../web/i18n/ar/chat.ts'
import { shell } from '../../web/i18n/ar/shell.ts'
import { tutorProfile } from '../../web/i18n/ar/tutor-profile.ts'
import { ui } from '../../web/i18n/ar/ui.ts'
import { VISITORS } from '../screens.ts'
import {
  addressOf,
  expectNoOverflow,
  expectSound,
  keeping,
  ORIGINS,
  openAs,
  openPage,
  origin,
  signedIn,
  THEME_OF_DEVICE,
  tokenOf,
  untilLoaded,
  untilShown,
} from './steps.ts'
import { test } from './test.ts'

// No test waits for the one before it, so that both workers have work until the end.
test.describe.configure({ mode: 'parallel' })

const PHONE_WIDTH = 390
const DESK_WIDTH = 1280
/** Where WCAG 1.4.10 asks for no scrolling in two directions: a window of 1280 px at 400 %. */
const NARROWEST_WIDTH = 320
/** No breakpoint lies above the width of a desk: beyond it only the sizes change. */
const WIDEST_WIDTH = 1920
const HEIGHT = 844
/** More than the machine needs when it has nothing else to do. */
const MS_A_SCREEN = 20_000

/** Rows of a long list after the first ones, which are made alike: axe's time grows with them. */
const LATER_ROWS = ['tr:nth-child(n + 9)', 'li:nth-child(n + 13)']

async function turnTo(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: HEIGHT })
  await untilLoaded(page)
}

/**
 * Opens an address once, and looks at it in each width: what a width shows must not depend on the one before. Phones show it in
 * one theme, desks in the other, and the screen after it the other way round.
 */
async function visit(page: Page, address: string, path: string, themeOfPhone: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: themeOfPhone })
  await page.setViewportSize({ width: PHONE_WIDTH, height: HEIGHT })
  await page.goto(address)
  await untilShown(page, path)
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')

  await turnTo(page, PHONE_WIDTH)
  await expectSound(page, `${path} at ${PHONE_WIDTH} px, ${themeOfPhone}`, LATER_ROWS)
  const themeOfDesk = themeOfPhone === 'light' ? 'dark' : 'light'
  await page.emulateMedia({ colorScheme: themeOfDesk })
  await turnTo(page, DESK_WIDTH)
  await expectSound(page, `${path} at ${DESK_WIDTH} px, ${themeOfDesk}`, LATER_ROWS)
  for (const width of [WIDEST_WIDTH, NARROWEST_WIDTH]) {
    await turnTo(page, width)
    await expectNoOverflow(page, `${path} at ${width} px`)
  }
}

for (const [who, { as, paths, host }] of Object.entries(VISITORS))
  test(`every screen of a ${who} is sound on a phone and on a desk`, async ({ browser, expectErrors }) => {
    // Some screens are those of a room or a lesson that is not this person’s, or not there.
    expectErrors(/^404 \/nowhere$/, /^40[34] \/api\/v1\/(chat\/room|lesson)\//, /\/parties\/session\/.* 403/)
    test.setTimeout(MS_A_SCREEN * paths.length)
    const at = ORIGINS[host]()
    const storageState = as ? signedIn(await tokenOf(as), at, THEME_OF_DEVICE) : keeping(THEME_OF_DEVICE, at)
    const page = await openPage(browser, { reducedMotion: 'reduce', storageState })
    for (const [index, path] of paths.entries())
      await visit(page, await addressOf(page, path, at), path, index % 2 === 0 ? 'light' : 'dark')
  })

test('who is signed in never sees a guest’s frame, however long the answer takes', async ({ browser }) => {
  const page = await openAs(browser, 'student@hessa.test')
  const held = Promise.withResolvers<void>()
  await page.route('**/user/current', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(`${origin()}/tutors`)
  await expect(page.getByText(ui.loading)).toBeVisible()
  await expect(page.getByRole('link', { name: shell.guest.register })).toHaveCount(0)
  held.resolve()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: shell.guest.register })).toHaveCount(0)
})

test('what does not come says so by name, and asks again', async ({ browser, expectErrors }) => {
  expectErrors(/^(500|403) \/api\/v1\//)
  const page = await openAs(browser, 'student@hessa.test')
  await page.route(/\/(tutor\/info|chat\/list\/rooms|stats)\//, (route) => route.fulfill({ status: 500, body: '' }))
  const again = page.getByRole('button', { name: ui.retry })

  await page.goto(`${origin()}/t/5`)
  await expect(page.getByRole('heading', { level: 1, name: ui.error.title })).toBeVisible()
  await expect(again).toBeVisible()
  await expect(page).toHaveTitle(tutorProfile.profile.untitled)

  await page.goto(`${origin()}/s/dashboard`)
  await expect(page.getByRole('main').getByRole('alert').first()).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await page.goto(`${origin()}/chat?room=1`)
  await expect(page.getByRole('link', { name: chat.list.toList })).toBeVisible()
})
