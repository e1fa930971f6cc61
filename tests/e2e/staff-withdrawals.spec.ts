import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { dataTable } from '../../web/i18n/ar/data-table.ts'
import { staffPalette } from '../../web/i18n/ar/staff-palette.ts'
import { staffPayments } from '../../web/i18n/ar/staff-payments.ts'
import { staffWithdrawals } from '../../web/i18n/ar/staff-withdrawals.ts'
import { dashboardOrigin, newToken, openStaffAs, origin } from './steps.ts'
import { test } from './test.ts'

const WIDE = { viewport: { width: 1280, height: 900 } }
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Reads a call of the API as an admin. */
async function asAdmin<T>(request: APIRequestContext, path: string): Promise<T> {
  const authorization = `Bearer ${await newToken('admin@hessa.test')}`
  return (await request.get(`${origin()}/api/v1${path}`, { headers: { authorization } })).json() as Promise<T>
}

/** The words of a sentence before its first blank. */
const beginning = (sentence: string): string => sentence.slice(0, sentence.indexOf('{')).trim()

async function find(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k')
  const search = page.getByRole('combobox', { name: staffPalette.label })
  await expect(search).toBeFocused()
  await page.keyboard.type(words)
}

test('a withdrawal is found by the palette, and paid with its receipt', async ({ browser, request }) => {
  const path = '/invoice?statuses=0&methods=1&size=1'
  const { list } = await asAdmin<{ list: { id: number }[] }>(request, path)
  const id = String(list[0]?.id)
  const page = await openStaffAs(browser, 'admin@hessa.test', WIDE)
  await page.goto(dashboardOrigin())
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await find(page, `#${id}`)
  const found = page.getByRole('option', { name: staffPalette.withdrawal.replace('{id}', id), exact: false })
  await expect(found).toBeVisible()
  await found.click()
  await expect(page).toHaveURL(new RegExp(`/invoices\\?open=${id}$`))

  const panel = page.getByRole('dialog', { name: staffWithdrawals.panel.title.replace('{id}', id) })
  await expect(panel.getByRole('heading', { name: staffWithdrawals.flags.title })).toBeVisible()
  await panel.getByRole('button', { name: staffWithdrawals.actions.pay }).click()
  const paying = page.getByRole('dialog', { name: beginning(staffWithdrawals.pay.title) })
  await paying.getByRole('button', { name: staffWithdrawals.pay.confirm, exact: true }).click()
  await expect(paying.getByRole('alert').filter({ hasText: staffWithdrawals.pay.needed })).toBeVisible()
  await paying.locator('input[type=file]').setInputFiles({ name: 'receipt.png', mimeType: 'image/png', buffer: PNG })
  await paying.getByRole('button', { name: staffWithdrawals.pay.confirm, exact: true }).click()
  await expect(paying).toBeHidden()
  await expect(panel.getByText(staffWithdrawals.status[3], { exact: true }).first()).toBeVisible()
  await expect(panel.getByRole('img', { name: staffWithdrawals.panel.receipt.alt.replace('{id}', id) })).toBeVisible()
})

test('a student is found by phone, and a payment is refunded', async ({ browser, request }) => {
  const paid = await asAdmin<{ list: { id: number; userId: number; amount: number; providerRefNum: string | null }[] }>(
    request,
    '/tx/list?statuses=1&size=100',
  )
  let phone: string | null = null
  let order = paid.list[0]
  for (const one of paid.list) {
    const user = await asAdmin<{ phone: string | null }>(request, `/user/${one.userId}`)
    if (!user.phone || !one.providerRefNum) continue
    phone = user.phone
    order = one
    break
  }
  const page = await openStaffAs(browser, 'super@hessa.test', WIDE)
  await page.goto(dashboardOrigin())
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await find(page, String(phone))
  const person = page.getByRole('option').filter({ hasText: String(phone) })
  await expect(person.first()).toBeVisible()
  await person.first().click()
  await expect(page).toHaveURL(new RegExp(`/user/${order?.userId}`))

  await find(page, String(order?.providerRefNum))
  await page
    .getByRole('option')
    .filter({ hasText: String(order?.providerRefNum) })
    .click()
  const panel = page.getByRole('dialog', { name: staffPayments.order.title.replace('{id}', String(order?.id)) })
  await panel.getByRole('button', { name: staffPayments.actions.refund }).click()
  const refunding = page.getByRole('alertdialog')
  await refunding.getByLabel(staffPayments.refund.amount).fill('1')
  await refunding.getByLabel(dataTable.reason.label).fill('اتفقنا مع الطالب على الموبايل')
  await refunding.getByRole('button', { name: beginning(staffPayments.refund.confirm) }).click()
  await expect(refunding).toBeHidden()
  await expect(panel.getByText(staffPayments.status[5], { exact: true })).toBeVisible()
  await expect(panel.getByText('اتفقنا مع الطالب على الموبايل').first()).toBeVisible()
})
