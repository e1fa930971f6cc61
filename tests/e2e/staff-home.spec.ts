import { expect } from '@playwright/test'
import type { QueueEntry } from '#contract/dashboard'
import { staffCharts } from '#messages/staff-charts'
import { staffFigures } from '#messages/staff-figures'
import { staffHome } from '#messages/staff-home'
import { dashboardOrigin, openStaffAs, origin, PASSWORD } from './steps.ts'
import { test } from './test.ts'

const { kinds } = staffHome

test('a withdrawal that a tutor requests appears on the open home screen, and one tap leads to it', async ({
  browser,
  request,
}) => {
  const signIn = async (email: string) => {
    const answer = await request.post(`${origin()}/api/v1/auth/password`, { data: { email, password: PASSWORD } })
    const { user, token } = (await answer.json()) as { user: { id: number }; token: string }
    return { id: user.id, headers: { authorization: `Bearer ${token}` } }
  }
  const admin = await signIn('super@hessa.test')
  const get = async (path: string) =>
    (await request.get(`${origin()}/api/v1${path}`, { headers: admin.headers })).json() as Promise<unknown>
  const { list } = (await get('/user/list?role=3&size=100')) as { list: { id: number; email: string }[] }
  const earner = async () => {
    for (const { id, email } of list) {
      const { spendable } = (await get(`/invoice/stats/${id}`)) as { spendable: number }
      if (spendable >= 100_00) return email
    }
    throw new Error('No tutor of the demo has earned enough')
  }
  const tutor = await signIn(await earner())

  const page = await openStaffAs(browser, 'super@hessa.test')
  await page.goto(`${dashboardOrigin()}/`)
  // The points of a chart are reached by arrow keys, once Tab has reached it.
  const chart = page.getByRole('application', { name: staffCharts.lessons })
  await expect(chart).toBeVisible()
  await chart.focus()
  await expect(chart).toBeFocused()
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: kinds.withdrawal }) })
  const waiting = (await get('/dashboard/queue')) as { kinds: QueueEntry[] }
  const { count: before = 0, items: [longest] = [] } = waiting.kinds.find(({ kind }) => kind === 'withdrawal') ?? {}
  const shown = (count: number) => new Intl.NumberFormat('ar-EG').format(count)
  await expect(card.getByText(shown(before), { exact: true })).toBeVisible()

  const requested = await request.post(`${origin()}/api/v1/invoice`, {
    headers: tutor.headers,
    data: { method: 0, receiver: '01012345678', amount: 100_00 },
  })
  expect(requested.ok()).toBe(true)
  await expect(card.getByText(shown(before + 1), { exact: true })).toBeVisible()
  const oldest = card.getByRole('link', { name: longest?.person?.name ?? '' })
  await expect(oldest.locator('time')).toBeVisible()
  await oldest.click()
  await expect(page).toHaveURL(`${dashboardOrigin()}/invoices?open=${longest?.id}`)
})

test('the figures of the plans are sorted by what they brought in, and a plan leads to its orders', async ({
  browser,
}) => {
  const page = await openStaffAs(browser, 'admin@hessa.test', { viewport: { width: 1280, height: 900 } })
  await page.goto(`${dashboardOrigin()}/figures?range=days90`)
  const table = page.getByRole('table', { name: staffFigures.plans.title })
  const rows = table.getByRole('row')
  await expect(rows.nth(1)).toBeVisible()
  await table.getByRole('button', { name: staffFigures.plans.columns.minutesUsed }).click()
  await expect(table.getByRole('columnheader', { name: staffFigures.plans.columns.minutesUsed })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await table.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/payments\?plans=\d+$/)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
})
