import { expect, type Page, test } from '@playwright/test'
import { chat } from '../../web/i18n/ar/chat.ts'
import { shell } from '../../web/i18n/ar/shell.ts'
import { tutors } from '../../web/i18n/ar/tutors.ts'
import { ui } from '../../web/i18n/ar/ui.ts'
import { expectAccessible, logIn, openPage, origin } from './steps.ts'

const SCREENS: Record<string, { as: string | null; paths: string[] }> = {
  guest: {
    as: null,
    paths: [
      '/login',
      '/register/student',
      '/register/tutor',
      '/tutors',
      '/t/5',
      '/t/5?tab=reviews',
      '/plans',
      '/card-added',
      '/reference/1',
      '/nowhere',
    ],
  },
  student: {
    as: 'student@hessa.test',
    paths: [
      '/s/dashboard',
      '/tutors',
      '/t/5',
      '/upcoming-lessons',
      '/lessons-schedule',
      '/chat',
      '/chat?room=144',
      '/chat?room=t-29',
      '/plans',
      '/payments',
      '/checkout/1/month',
      '/lesson/1',
      '/t/dashboard',
    ],
  },
  tutor: {
    as: 'tutor@hessa.test',
    paths: [
      '/t/dashboard',
      '/upcoming-lessons',
      '/lessons-schedule',
      '/schedule-management',
      '/chat',
      '/chat?room=144',
      '/invoices',
      '/invoices?tab=lessons',
      '/lesson/1',
      '/interview/1',
      '/demo-session/1',
    ],
  },
  'student at home': {
    as: 'student@hessa.test',
    paths: [
      '/s/settings',
      ...['personal', 'learning', 'password', 'notifications', 'display'].map((tab) => `/s/settings?tab=${tab}`),
      '/complete-profile',
      '/complete-profile?step=learning',
      '/complete-profile?step=topics',
    ],
  },
  'tutor at home': {
    as: 'tutor@hessa.test',
    paths: ['/t/account-settings', '/t/account-settings?tab=personal', '/t/profile-settings'],
  },
}
const WIDTHS = [390, 1280]
/** More than the machine needs when it has nothing else to do. */
const MS_A_SCREEN = 20_000

/** What a screen reader, a keyboard and a narrow phone need of every screen. */
async function expectSound(page: Page, path: string): Promise<void> {
  await page.goto(`${origin()}${path}`)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await expectAccessible(page, `${path} at ${page.viewportSize()?.width}`)
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect.soft(overflow, `${path} is wider than the phone`).toBeLessThanOrEqual(0)
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
}

for (const [who, { as, paths }] of Object.entries(SCREENS))
  for (const width of WIDTHS)
    test(`every screen of a ${who} is sound at ${width} px`, async ({ browser }) => {
      test.setTimeout(MS_A_SCREEN * paths.length)
      const page = await openPage(
        await browser.newContext({ viewport: { width, height: 844 }, reducedMotion: 'reduce' }),
      )
      if (as) await logIn(page, as)
      for (const path of paths) {
        await expectSound(page, path)
        if (process.env.SHOTS)
          await page.screenshot({
            path: `${process.env.SHOTS}/${who}-${width}-${path.replaceAll(/\W+/g, '-')}.png`,
            fullPage: true,
          })
      }
    })

test('who is signed in never sees a guest’s frame, however long the answer takes', async ({ page }) => {
  await logIn(page, 'student@hessa.test')
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

test('what does not come says so by name, and asks again', async ({ page }) => {
  await logIn(page, 'student@hessa.test')
  await page.route(/\/(tutor\/info|chat\/list\/rooms|stats)\//, (route) => route.fulfill({ status: 500, body: '' }))
  const again = page.getByRole('button', { name: ui.retry })

  await page.goto(`${origin()}/t/5`)
  await expect(page.getByRole('heading', { level: 1, name: ui.error.title })).toBeVisible()
  await expect(again).toBeVisible()
  await expect(page).toHaveTitle(tutors.profile.untitled)

  await page.goto(`${origin()}/s/dashboard`)
  await expect(page.getByRole('main').getByRole('alert').first()).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await page.goto(`${origin()}/chat?room=1`)
  await expect(page.getByRole('link', { name: chat.list.toList })).toBeVisible()
})
