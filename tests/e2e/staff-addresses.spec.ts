import { expect, type Page } from '@playwright/test'
import { ui } from '#messages/ui'
import { dashboardOrigin, openStaffAs, untilLoaded } from './steps.ts'
import { test } from './test.ts'

/**
 * Every address of the dashboard with parameters that nobody meant (docs/rules/staff.md 1.3). The routes and the names of their
 * parameters come from the router itself, so that a new screen is tried as well.
 */

type Tried = { path: string; names: string[] }
type Router = {
  routesById: Record<string, { fullPath: string; options: { validateSearch?: (raw: object) => object } }>
  navigate(to: { href: string }): Promise<void>
}

const HOSTILE = [
  '[object Object]',
  '-1',
  '1e9',
  'NaN',
  '%00',
  '[1,"x",null]',
  '{"a":{"b":1}}',
  '__proto__',
  'constructor',
  'x'.repeat(2500),
  'null',
  '2026-02-30..x',
]
/** What somebody may have searched for: any text is one. */
const WORDS = ['q', 'tag', 'requestId', 'email', 'phone']
/** Ids of people and records, of which a large one may exist; what is opened by one says that it does not. */
const IDS = ['open', 'ids', 'users', 'owners', 'actors', 'targetIds', 'interviewers', 'interviewees', 'tutorIds']
/** Filters by a number: any is one. */
const NUMBERS = ['amount', 'birthYear', 'notice', 'weeklyMinutes', 'lessons', 'measured']
const isId = (name: string): boolean => IDS.includes(name) || /ids$/i.test(name)

const routesOf = (page: Page): Promise<Tried[]> =>
  page.evaluate(() => {
    const { __TSR_ROUTER__: router } = globalThis as unknown as { __TSR_ROUTER__: Router }
    return Object.values(router.routesById).flatMap(({ fullPath, options }) =>
      fullPath === undefined || fullPath.endsWith('*') || fullPath.includes('$/') || fullPath.endsWith('/$')
        ? []
        : [{ path: fullPath, names: Object.keys(options.validateSearch?.({}) ?? {}) }],
    )
  })

const follow = (page: Page, href: string): Promise<void> =>
  page.evaluate(async (to) => {
    const { __TSR_ROUTER__: router } = globalThis as unknown as { __TSR_ROUTER__: Router }
    await router.navigate({ href: to })
  }, href)

/** A known record for the parameter of each path. */
const addressOf = (path: string): string => path.replace('$tutorId', '6').replace('$id', '6')

/** What the route itself reads. The orders and filters of a screen with tabs are those of several lists, of which one is shown at most. */
const OF_LISTS = ['tab', 'page', 'size']

/** The parameters whose value no screen can know, after the screen has had its say. */
async function left(page: Page, names: readonly string[]): Promise<string[]> {
  const params = [...new URL(page.url()).searchParams].filter(([name]) =>
    (names.includes('tab') ? OF_LISTS : names).includes(name),
  )
  return params.flatMap(([name, value]) => {
    const isNumber = NUMBERS.includes(name) && /^(?:-1|1000000000)\.\.$/.test(value)
    const isWanted = WORDS.includes(name) || isNumber || (isId(name) && value === '1000000000')
    return isWanted ? [] : [`${name}=${value.slice(0, 40)}`]
  })
}

async function expectShown(page: Page, what: string): Promise<void> {
  await expect(page.getByRole('heading').first(), what).toBeVisible()
  await untilLoaded(page)
  const text = await page.locator('body').innerText()
  expect(text.includes('[object Object]') || text.includes(ui.crash.title), what).toBe(false)
}

test('an address with what nobody meant shows its screen as without it, and loses it', async ({
  browser,
  expectErrors,
}) => {
  test.setTimeout(240_000)
  // A record that does not exist, and a text without any letter to search for.
  expectErrors(/^404 /)
  const page = await openStaffAs(browser, 'super@hessa.test', { viewport: { width: 1280, height: 844 } })
  await page.goto(dashboardOrigin())
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const routes = await routesOf(page)
  expect(routes.length).toBeGreaterThan(25)
  for (const { path, names } of routes) {
    const address = addressOf(path)
    for (let turn = 0; turn < (names.length === 0 ? 1 : HOSTILE.length); turn += 1) {
      const params = new URLSearchParams({ __proto__: '1', constructor: 'x', none: '[object Object]' })
      names.forEach((name, at) => {
        // Texts are searched for as they are: only other parameters get them.
        if (!WORDS.includes(name)) params.set(name, HOSTILE[(at + turn) % HOSTILE.length] ?? '')
      })
      const what = `${address}?${params}`.slice(0, 300)
      await follow(page, `${address}?${params}`)
      await expectShown(page, what)
      if (names.length > 0) await expect.poll(() => left(page, names), { message: what }).toEqual([])
    }
  }
})
