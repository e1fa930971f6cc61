import { type APIRequestContext, expect } from '@playwright/test'
import { serverStats } from '#messages/server-stats'
import { dashboardOrigin, openStaffAs, origin } from './steps.ts'
import { test } from './test.ts'

const WIDE = { viewport: { width: 1280, height: 900 } }

type Figures = { app: string; page: string; visits: number; lcp: number | null; cls: number | null }

/** What staff read of the visits to a page. */
async function figuresOf(request: APIRequestContext, token: string, app: string, page: string) {
  const answer = await request.get(`${origin()}/api/v1/server-stats`, { headers: { authorization: `Bearer ${token}` } })
  const { visits } = (await answer.json()) as { visits: Figures[] }
  return visits.find((one) => one.app === app && one.page === page)
}

test('the speed of a page is sent when its visitor leaves it, and shown to admins', async ({ browser, request }) => {
  const signIn = { data: { email: 'admin@hessa.test', password: 'Hessa2026!' } }
  const { token } = await (await request.post(`${origin()}/api/v1/auth/password`, signIn)).json()
  const visitor = await (await browser.newContext()).newPage()
  const visited = [
    { app: 'app', page: '/plans', address: `${origin()}/plans` },
    { app: 'site', page: '/about', address: `${origin().replace('localhost', 'www.localhost')}/about` },
  ] as const
  for (const { app, page, address } of visited) {
    const before = (await figuresOf(request, token, app, page))?.visits ?? 0
    // A visit that is left before it is measured sends nothing, and one of many from one network is not counted.
    await expect(async () => {
      const measured = visitor.waitForResponse((response) => response.url().includes('/visit-figures'))
      await visitor.goto(address)
      await (await measured).finished()
      await visitor.mouse.click(5, 5)
      await visitor.goto('about:blank')
      // A beacon of a page that is being left is not shown to the test; what arrived is.
      const figures = await figuresOf(request, token, app, page)
      expect(figures?.visits).toBeGreaterThan(before)
      expect([typeof figures?.lcp, typeof figures?.cls]).toEqual(['number', 'number'])
    }).toPass()
  }

  const page = await openStaffAs(browser, 'admin@hessa.test', WIDE)
  await page.goto(`${dashboardOrigin()}/server-stats`)
  const table = page.getByRole('table', { name: serverStats.visits.title })
  for (const { app, page: path } of visited) {
    const row = table.getByRole('row').filter({ has: page.getByText(path, { exact: true }) })
    await expect(row.filter({ hasText: serverStats.visits.apps[app] })).toBeVisible()
  }
})
