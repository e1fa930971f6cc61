import { expect } from '@playwright/test'
import type { QueueEntry } from '#contract/dashboard'
import { attentionOf } from '#domain/staff/dashboard-queue'
import { staffAttention } from '#messages/staff-attention'
import { staffCharts } from '#messages/staff-charts'
import { staffFigures } from '#messages/staff-figures'
import { staffHome } from '#messages/staff-home'
import { staffSecurity } from '#messages/staff-security'
import { staffShell } from '#messages/staff-shell'
import { dashboardOrigin, expectNoOverflow, expectSound, openStaffAs, origin, PASSWORD, tokenOf } from './steps.ts'
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

test('the bell counts what is the reader’s or has waited too long, and opens each of it from any screen', async ({
  browser,
  request,
}) => {
  const [staff, student] = await Promise.all(
    ['super@hessa.test', 'student@hessa.test'].map(async (email) => ({
      headers: { authorization: `Bearer ${await tokenOf(email)}` },
    })),
  )
  const api = `${origin()}/api/v1`
  const waiting = async () => {
    const answer = await request.get(`${api}/dashboard/queue`, staff)
    return attentionOf(((await answer.json()) as { kinds: QueueEntry[] }).kinds)
  }
  const title = `بلاغ ${crypto.randomUUID().slice(0, 8)}`
  const sent = await request.post(`${api}/report/with/asset`, { ...student, multipart: { title, description: title } })
  expect(sent.ok(), await sent.text()).toBe(true)
  const listed = await request.get(`${api}/report/list?title=${encodeURIComponent(title)}`, staff)
  const { list } = (await listed.json()) as { list: { id: number }[] }
  const id = list[0]?.id

  const page = await openStaffAs(browser, 'super@hessa.test', { viewport: { width: 1280, height: 900 } })
  await page.goto(`${dashboardOrigin()}/topics`)
  const before = await waiting()
  const shown = (count: number) =>
    page.getByRole('banner').getByText(new Intl.NumberFormat('ar-EG').format(count), { exact: true })
  if (before > 0) await expect(shown(before)).toBeVisible()
  // It is counted anew as soon as the record is taken, on whatever screen the reader is.
  const me = (await (await request.get(`${api}/user/current`, staff)).json()) as { id: number }
  const taken = await request.patch(`${api}/report/${id}`, { ...staff, data: { ownerId: me.id } })
  expect(taken.ok(), await taken.text()).toBe(true)
  await expect(shown(before + 1)).toBeVisible()

  const bell = page.getByRole('banner').getByRole('button', { name: staffShell.attention.some.split('{')[0] ?? '' })
  await bell.focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: staffAttention.title })
  const own = panel.getByRole('region', { name: staffAttention.mine })
  const line = own.getByRole('link').filter({ hasText: title })
  await expect(line).toBeVisible()
  await expectSound(page, 'the notification centre')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoOverflow(page, 'the notification centre on a phone')
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(bell).toBeFocused()
  await bell.click()
  await line.click()
  await expect(panel).toBeHidden()
  await expect(page).toHaveURL(`${dashboardOrigin()}/inbox?tab=reports&open=${id}`)
})

test('the daily mail is switched off in the settings, and a link of it that is not ours says so', async ({
  browser,
  expectErrors,
}) => {
  expectErrors(/^400 .*\/staff\/digest\/stop\//)
  const page = await openStaffAs(browser, 'studio@hessa.test', { viewport: { width: 1280, height: 900 } })
  await page.goto(`${dashboardOrigin()}/user-settings`)
  const { digest } = staffSecurity
  const choice = page.getByRole('switch', { name: digest.switch })
  await expect(choice).toBeChecked()
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok())
  await choice.uncheck()
  await saved
  await page.reload()
  await expect(choice).not.toBeChecked()
  await page.goto(`${dashboardOrigin()}/stop-digest#1.unknown`)
  const stop = page.getByRole('button', { name: digest.stop, exact: true })
  await expect(stop).toBeVisible()
  await stop.click()
  await expect(page.getByRole('heading', { name: digest.unknown.title, level: 1 })).toBeVisible()
  await expectSound(page, 'the screen of the daily mail’s link')
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
  const ordersOf = new RegExp(`^${staffFigures.plans.orders.replace('{plan}', '')}`)
  await table.getByRole('link', { name: ordersOf }).first().click()
  await expect(page).toHaveURL(/\/payments\?plans=\d+&createdAt=/)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await page.goBack()
  const sold = table.getByRole('link', { name: new RegExp(`^${staffFigures.plans.columns.sold} `) }).first()
  await sold.click()
  await expect(page).toHaveURL(/\/payments\?tab=subscriptions&plans=\d+&sources=direct&createdAt=/)
  // That it is as many as the figure says is tested with the API: other tests buy plans on days whose figures are stored already.
  await expect(page.getByRole('tabpanel').getByRole('row').nth(1)).toBeVisible()
})

test('a figure of the home screen opens the list of what it counts', async ({ browser }) => {
  const page = await openStaffAs(browser, 'admin@hessa.test', { viewport: { width: 1280, height: 900 } })
  const days = /=\d{4}-\d\d-01\.\.\d{4}-\d\d-\d\d$/.source
  const lists = [
    { name: 'lessonsHeld', address: `/lessons\\?status=fulfilled&start${days}`, isCount: true },
    { name: 'cancellationRate', address: `/lessons\\?status=cancelled&start${days}`, isCount: false },
    { name: 'newStudents', address: `/users\\?role=4&createdAt${days}`, isCount: true },
    { name: 'revenue', address: '/payments\\?paidAt=', isCount: false },
    {
      name: 'returningStudents',
      address: `/payments\\?tab=subscriptions&first=false&createdAt${days}`,
      isCount: false,
    },
    {
      name: 'conversionRate',
      address: `/payments\\?tab=subscriptions&converted=true&createdAt${days}`,
      isCount: false,
    },
  ] as const
  for (const { name, address, isCount } of lists) {
    await page.goto(`${dashboardOrigin()}/?range=lastMonth`)
    const figure = page.getByRole('list', { name: staffHome.figures.totals }).getByRole('link', {
      name: new RegExp(`^${staffHome.names[name]}:`),
    })
    const shown = await figure.innerText()
    await figure.click()
    await expect(page).toHaveURL(new RegExp(address))
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    if (isCount) await expect(page.getByRole('heading', { level: 1 }).locator('..')).toContainText(shown)
  }
})
