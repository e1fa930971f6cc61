import { expect, type Page } from '@playwright/test'
import { chat } from '../../web/i18n/ar/chat.ts'
import { shell } from '../../web/i18n/ar/shell.ts'
import { tutors } from '../../web/i18n/ar/tutors.ts'
import { ui } from '../../web/i18n/ar/ui.ts'
import { dashboardOrigin, expectNoOverflow, expectSound, openAs, openPage, openStaffAs, origin } from './steps.ts'
import { test } from './test.ts'

/** The conversation at the top of the list, whose address is read from the list. */
const NEWEST_ROOM = '/chat?room=newest'

/** Addresses that show a dialog over their screen. */
const OPENS_DIALOG = /[?&]open=/

const DESK_WIDTH = 1280

type Group = { as: string | null; paths: string[]; isStaff?: true; isOfSite?: true; widths?: readonly number[] }

const siteOrigin = () => origin().replace('//', '//www.')

const SCREENS: Record<string, Group> = {
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
      '/undo-email-change',
      '/undo-email-change#0123456789',
      '/reference/1',
      '/nowhere',
    ],
  },
  'visitor of the site': {
    as: null,
    isOfSite: true,
    paths: ['/', '/pricing', '/tutor', '/method', '/about', '/faq', '/faq/student', '/terms'],
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
      NEWEST_ROOM,
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
      NEWEST_ROOM,
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
      ...['personal', 'learning', 'password', 'notifications', 'calendar', 'display'].map(
        (tab) => `/s/settings?tab=${tab}`,
      ),
      '/complete-profile',
      '/complete-profile?step=learning',
      '/complete-profile?step=topics',
    ],
  },
  'tutor at home': {
    as: 'tutor@hessa.test',
    paths: ['/t/account-settings', '/t/account-settings?tab=personal', '/t/profile-settings'],
  },
  newcomer: { as: 'newcomer@hessa.test', paths: ['/t/onboarding'] },
  applicant: { as: 'applicant@hessa.test', paths: ['/t/dashboard'] },
  'super admin': {
    as: 'super@hessa.test',
    isStaff: true,
    widths: [390, DESK_WIDTH, 1920],
    // biome-ignore format: one screen a line
    paths: [
      '/',
      '/users',
      '/users?role=3&q=a&size=100',
      '/tutors',
      '/interviews',
      '/interviews?tab=demos',
      '/media',
      '/media?tab=rejected',
      '/photo-sessions',
      '/photo-session/20',
      '/lessons',
      '/lessons?status=fulfilled',
      '/?range=days7',
      '/server-stats',
      '/platform-settings',
      '/user-settings',
      '/inbox',
      '/inbox?tab=contact',
      '/inbox?tab=messages',
      '/plans',
      '/plans?tab=coupons',
      '/plan-invites',
      '/plan-invites?tab=emails',
      '/topics',
      '/topics?order=true',
      '/user/6',
      '/user/6?tab=minutes',
      '/tutor/5',
      '/tutor/5?tab=week',
      '/audit',
      '/invoices',
      '/invoices?tab=files',
      '/invoices?open=1',
      '/payments',
      '/payments?tab=subscriptions',
      '/payments?open=1',
      '/nowhere',
    ],
  },
  'regular admin': {
    as: 'admin@hessa.test',
    isStaff: true,
    // biome-ignore format: one screen a line
    paths: [
      '/',
      '/users',
      '/inbox',
      '/plans',
    ],
  },
  'tutor manager': {
    as: 'manager@hessa.test',
    isStaff: true,
    // biome-ignore format: one screen a line
    paths: [
      '/',
      '/users',
      '/interviews',
      '/interviews?tab=demos',
      '/media',
    ],
  },
  studio: {
    as: 'studio@hessa.test',
    isStaff: true,
    // biome-ignore format: one screen a line
    paths: [
      '/',
      '/users',
      '/photo-sessions',
    ],
  },
}
const WIDTHS = [390, DESK_WIDTH]
/** More than the machine needs when it has nothing else to do. */
const MS_A_SCREEN = 20_000

async function addressOf(page: Page, path: string): Promise<string> {
  if (path !== NEWEST_ROOM) return path
  await page.goto(`${origin()}/chat`)
  const room = page.getByRole('navigation', { name: chat.title }).getByRole('listitem').first().getByRole('link')
  return (await room.getAttribute('href')) ?? ''
}

/** Opens an address once, and looks at it in each width: what a width shows must not depend on the one before. */
async function visit(page: Page, path: string, widths: readonly number[], at = origin()): Promise<void> {
  await page.goto(`${at}${await addressOf(page, path)}`)
  // A dialog that the address opens hides the screen below it from assistive technology, and comes after it.
  const opened = page.getByRole('dialog').getByRole('heading').first()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(OPENS_DIALOG.test(path) ? opened : heading.or(opened).first()).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 })
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    const what = `${path} at ${width}`
    // No breakpoint lies above the width of a desk: beyond it only the sizes change.
    await (width > DESK_WIDTH ? expectNoOverflow(page, what) : expectSound(page, what))
    if (process.env.SHOTS) {
      const name = `${width}-${path.replaceAll(/\W+/g, '-')}.png`
      await page.screenshot({ path: `${process.env.SHOTS}/${name}`, fullPage: true })
    }
  }
}

for (const [who, { as, paths, isStaff, isOfSite, widths = WIDTHS }] of Object.entries(SCREENS))
  test(`every screen of a ${who} is sound at ${widths.join(' and ')} px`, async ({ browser, expectErrors }) => {
    // Some screens are those of a room or a lesson that is not this person’s, or not there.
    expectErrors(/^40[34] \/api\/v1\/(chat\/room|lesson)\//, /\/parties\/session\/.* 403/)
    test.setTimeout(MS_A_SCREEN * paths.length)
    const options = { reducedMotion: 'reduce' } as const
    const open = isStaff ? openStaffAs : openAs
    const page = await (as ? open(browser, as, options) : openPage(browser, options))
    for (const path of paths) {
      await page.setViewportSize({ width: widths[0] ?? DESK_WIDTH, height: 844 })
      await visit(page, path, widths, isOfSite ? siteOrigin() : isStaff ? dashboardOrigin() : origin())
    }
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
  await expect(page).toHaveTitle(tutors.profile.untitled)

  await page.goto(`${origin()}/s/dashboard`)
  await expect(page.getByRole('main').getByRole('alert').first()).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await page.goto(`${origin()}/chat?room=1`)
  await expect(page.getByRole('link', { name: chat.list.toList })).toBeVisible()
})
