import { expect, type Page } from '@playwright/test'
import { chat } from '#messages/chat'
import { shell } from '#messages/shell'
import { tutorProfile } from '#messages/tutor-profile'
import { ui } from '#messages/ui'
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
import { expectTabOrder } from './tab-order.ts'
import { test } from './test.ts'

// No test waits for the one before it, so that both workers have work until the end.
test.describe.configure({ mode: 'parallel' })

const PHONE_WIDTH = 390
const DESK_WIDTH = 1280
/** Where WCAG 1.4.10 asks for no scrolling in two directions: a window of 1280 px at 400 %. */
const NARROWEST_WIDTH = 320
const HEIGHT = 844
type Theme = 'light' | 'dark'
/** More than the machine needs when it has nothing else to do. */
const MS_A_SCREEN = 20_000

/** Rows of a long list after the first ones, which are made alike: axe's time grows with them. */
const LATER_ROWS = ['tr:nth-child(n + 5)', 'li:nth-child(n + 7)']
/** What is beside every screen, looked at with the first one. */
const FRAME = ['[data-side-nav]', 'body > footer']

async function turnTo(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: HEIGHT })
  await untilLoaded(page)
}

/** Opens a screen as a link does, without loading the app again, and waits until it is rendered. Answers whether there was a router. */
const follow = (page: Page, address: string): Promise<boolean> =>
  page.evaluate(async (absolute) => {
    type Router = { navigate(to: { href: string }): Promise<void> }
    const { __TSR_ROUTER__: router } = globalThis as { __TSR_ROUTER__?: Router }
    const { pathname, search, hash } = new URL(absolute)
    // For an absolute address it would load the document.
    await router?.navigate({ href: `${pathname}${search}${hash}` })
    return router !== undefined
  }, address)

/** The sizes of Chrome's settings, which rem follows in style sheets and in their widths of windows. */
const FONT_SIZES = { standard: 16, fixed: 13 }
const TWICE = { standard: 32, fixed: 26 }

/** What a thumb hits without a second try. */
const TARGET_PX = 44

/** Selects, radios and the links of navigations are as high as a thumb needs; buttons may be larger than they are drawn. */
async function expectTargets(page: Page, what: string): Promise<void> {
  const small = await page.evaluate((least) => {
    const controls = document.querySelectorAll(
      'select, label:has([type=radio]), button[role=radio], nav li a, footer li a',
    )
    return (
      [...controls]
        // A link that covers its row takes the press of all of it.
        .filter((control) => getComputedStyle(control, '::after').position !== 'absolute')
        .map((control) => ({ control, height: control.getBoundingClientRect().height }))
        .filter(({ control, height }) => control.checkVisibility() && height > 1 && height < least - 0.5)
        .map(({ control, height }) => `${control.outerHTML.slice(0, 120)}: ${height}`)
    )
  }, TARGET_PX)
  expect.soft(small, `${what} has targets below ${TARGET_PX} px`).toEqual([])
}

/** WCAG 1.4.4: with text of twice the size, as the reader has set it, the page is no wider and no heading is cut off. */
async function expectRoomForLargeText(page: Page, what: string): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Page.setFontSizes', { fontSizes: TWICE })
  await untilLoaded(page)
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll('h1, h2, h3')]
      .filter((heading) => {
        const { clientWidth, clientHeight, scrollWidth, scrollHeight } = heading
        // What is there for screen readers alone has one pixel.
        if (clientWidth <= 1 || getComputedStyle(heading).overflow === 'visible') return false
        return scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1
      })
      .map(({ textContent }) => textContent),
  )
  expect.soft(cut, `${what} cuts headings off`).toEqual([])
  await expectNoOverflow(page, what)
  await cdp.send('Page.setFontSizes', { fontSizes: FONT_SIZES })
  await cdp.detach()
}

/**
 * Looks at the screen that is open, on a phone in one theme and on a desk in the other, and goes through it with Tab in the last of them,
 * which is the first of the next screen: to change either costs as much as to open a screen.
 */
async function lookAt(page: Page, path: string, index: number, themeOfPhone: Theme): Promise<void> {
  const except = index === 0 ? LATER_ROWS : [...LATER_ROWS, ...FRAME]
  const themeOfDesk = themeOfPhone === 'light' ? 'dark' : 'light'
  const look = async (width: number, theme: Theme) => {
    await page.emulateMedia({ colorScheme: theme })
    await turnTo(page, width)
    await expectSound(page, `${path} at ${width} px, ${theme}`, except)
  }
  const lookAtPhone = async () => {
    await look(PHONE_WIDTH, themeOfPhone)
    await expectTargets(page, `${path} at ${PHONE_WIDTH} px`)
    await expectRoomForLargeText(page, `${path} at ${PHONE_WIDTH} px with text of twice the size`)
  }
  const lookAtDesk = async () => {
    await look(DESK_WIDTH, themeOfDesk)
    await expectRoomForLargeText(page, `${path} at ${DESK_WIDTH} px with text of twice the size`)
  }
  const isPhoneLast = index % 2 === 0
  await (isPhoneLast ? lookAtDesk() : lookAtPhone())
  await turnTo(page, NARROWEST_WIDTH)
  await expectNoOverflow(page, `${path} at ${NARROWEST_WIDTH} px`)
  await (isPhoneLast ? lookAtPhone() : lookAtDesk())
  await expectTabOrder(page, `${path} at ${isPhoneLast ? PHONE_WIDTH : DESK_WIDTH} px`)
}

for (const [position, [who, { as, paths, host }]] of Object.entries(VISITORS).entries())
  test(`every screen of a ${who} is accessible and fits, on a phone and on a desktop`, async ({
    browser,
    expectErrors,
  }) => {
    // Some screens are those of a room or a lesson that is not this person’s, or not there.
    expectErrors(/^404 \/nowhere$/, /^40[34] \/api\/v1\/(chat\/room|lesson)\//, /\/parties\/session\/.* 403/)
    test.setTimeout(MS_A_SCREEN * paths.length)
    const at = ORIGINS[host]()
    const storageState = as ? signedIn(await tokenOf(as), at, THEME_OF_DEVICE) : keeping(THEME_OF_DEVICE, at)
    const page = await openPage(browser, { reducedMotion: 'reduce', storageState })
    for (const [index, path] of paths.entries()) {
      const address = await addressOf(page, path, at)
      // Who is not signed in arrives from elsewhere: at a page that the edge has rendered.
      if (as === null || !(await follow(page, address))) await page.goto(address)
      await untilShown(page, path)
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
      await lookAt(page, path, index, position % 2 === 0 ? 'light' : 'dark')
    }
  })

test('a person who is signed in never sees a guest’s frame, however long the answer takes', async ({ browser }) => {
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

test('a part that does not load is named, and can be loaded again', async ({ browser, expectErrors }) => {
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
