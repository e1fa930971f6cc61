import { expect } from '@playwright/test'
import { dataTable } from '#messages/data-table'
import { platformNotice } from '#messages/platform-notice'
import { serverStats } from '#messages/server-stats'
import { staffSettings } from '#messages/staff-settings'
import { dashboardOrigin, openAs, openStaffAs, origin } from './steps.ts'
import { test } from './test.ts'

const REQUESTS = 200
const WIDE = { viewport: { width: 1280, height: 900 } }

test('an admin sees the requests of others appear, and the runs of jobs', async ({ browser, request }) => {
  await request.post(`${origin()}/dev/jobs/clear-expired`)
  const page = await openStaffAs(browser, 'admin@hessa.test', WIDE)
  await page.goto(`${dashboardOrigin()}/server-stats`)
  const job = page.getByRole('row', { name: serverStats.jobs.names['clear-expired'] })
  await expect(job).toContainText(serverStats.jobs.ok)
  await expect(page.getByText(serverStats.state.open)).toBeVisible()

  const flush = page.getByRole('table', { name: serverStats.calls.title }).getByText('DELETE /cache/flush')
  await expect(flush).toHaveCount(0)
  // A sample has the calls with the most requests, and other tests have made many of other calls.
  for (let count = 0; count < REQUESTS; count++) await request.delete(`${origin()}/api/v1/cache/flush`)
  await expect(flush).toBeVisible({ timeout: 20_000 })

  await page.getByRole('button', { name: serverStats.pause }).click()
  await expect(page.getByText(serverStats.state.paused)).toBeVisible()
  await page.getByRole('button', { name: serverStats.resume }).click()
  await expect(page.getByText(serverStats.state.open)).toBeVisible()
})

test('an announcement is shown to everybody, says who made it, and is taken back from the toast', async ({
  browser,
}) => {
  const page = await openStaffAs(browser, 'super@hessa.test', WIDE)
  await page.goto(`${dashboardOrigin()}/platform-settings`)
  const name = staffSettings.names.bannerShown
  const setting = page.getByRole('listitem').filter({ hasText: staffSettings.hints.bannerShown })
  await expect(setting).toContainText(staffSettings.off)
  await setting.getByRole('button', { name: staffSettings.editOf.replace('{name}', name) }).click()
  await page.getByLabel(dataTable.reason.label).fill('صيانة الليلة')
  await page.getByRole('button', { name: staffSettings.dialog.save, exact: true }).click()
  await expect(setting).toContainText(staffSettings.on)
  // A toast stays while it has the focus, however long the other browser takes to open.
  const undo = page.getByRole('button', { name: staffSettings.undo })
  await undo.focus()

  const student = await openAs(browser, 'student@hessa.test')
  await student.goto(`${origin()}/plans`)
  await expect(student.getByRole('complementary', { name: platformNotice.label })).toBeVisible()

  await undo.click()
  await expect(setting).toContainText(staffSettings.off)
})
