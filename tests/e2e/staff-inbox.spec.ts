import { expect, type Page } from '@playwright/test'
import { staffInbox } from '../../web/i18n/ar/staff-inbox.ts'
import { staffPlans } from '../../web/i18n/ar/staff-plans.ts'
import { dashboardOrigin, expectSound, newToken, noticed, openStaffAs, origin } from './steps.ts'
import { test } from './test.ts'

const WIDE = { viewport: { width: 1280, height: 900 } }
const STUDENT = 'student@hessa.test'

/** A report as the app sends it. */
async function report(title: string): Promise<void> {
  const body = new FormData()
  body.append('title', title)
  body.append('description', 'الصوت بيقطع كل دقيقة')
  body.append('log', new File(['12:00:02 ICE failed\n'], 'log.txt', { type: 'text/plain' }))
  const headers = { authorization: `Bearer ${await newToken(STUDENT)}` }
  const answer = await fetch(`${origin()}/api/v1/report/with/asset`, { method: 'POST', headers, body })
  expect(answer.status).toBe(200)
}

const undo = (page: Page) => page.getByRole('button', { name: staffInbox.undo, exact: true }).click()

test('a report is taken, answered by mail, closed, and opened again from the notice', async ({ browser, request }) => {
  const title = `بلاغ ${Date.now()}`
  await report(title)
  const page = await openStaffAs(browser, 'admin@hessa.test', WIDE)
  await page.goto(`${dashboardOrigin()}/inbox`)
  await page.getByRole('button', { name: title }).click()
  const pane = page.getByRole('region', { name: staffInbox.pane })
  await expect(pane.getByRole('heading', { name: title })).toBeFocused()
  await pane.getByRole('button', { name: staffInbox.showLog }).click()
  await expect(pane.getByText('ICE failed')).toBeVisible()
  await expectSound(page, 'an open report')

  await pane.getByRole('button', { name: staffInbox.take, exact: true }).click()
  await expect(pane.getByText(staffInbox.states[1], { exact: true })).toBeVisible()
  await pane.getByRole('textbox').fill('صلّحناها، جرّب تاني.')
  await expect(pane.getByRole('region', { name: staffInbox.preview })).toContainText(title)
  await pane.getByRole('button', { name: staffInbox.send[1], exact: true }).click()
  await expect(pane.getByText(staffInbox.states[2], { exact: true })).toBeVisible()
  await expect
    .poll(async () => JSON.stringify(await (await request.get(`${origin()}/dev/outbox?to=${STUDENT}`)).json()))
    .toContain(title)

  await pane.getByRole('button', { name: staffInbox.closeRecord, exact: true }).click()
  await expect(pane.getByText(staffInbox.states[3], { exact: true })).toBeVisible()
  await undo(page)
  await expect(pane.getByText(staffInbox.states[2], { exact: true })).toBeVisible()
})

test('a plan is changed with what a student would see beside it, and changed back', async ({ browser }) => {
  const page = await openStaffAs(browser, 'super@hessa.test', WIDE)
  await page.goto(`${dashboardOrigin()}/plans`)
  const price = page.getByRole('row').nth(1).getByRole('cell').nth(1)
  await expect(price).toBeVisible()
  const before = await price.innerText()

  await page.getByRole('row').nth(1).locator('[data-row-primary]').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(staffPlans.fields.baseMonthlyPrice).fill('1234')
  await expect(dialog.getByRole('region', { name: staffPlans.preview })).toContainText(/١.٢٣٤/)
  const isSaved = noticed(page, staffPlans.saved)
  await dialog.getByRole('button', { name: staffPlans.save, exact: true }).click()
  await isSaved()
  await expect(price).toContainText(/١.٢٣٤/)
  const isUndone = noticed(page, staffPlans.undone)
  await undo(page)
  await isUndone()
  await expect(price).toHaveText(before)
})
