import { expect, type Page } from '@playwright/test'
import { staffAudit } from '#messages/staff-audit'
import { staffPerson } from '#messages/staff-person'
import { dashboardOrigin, openStaffAs, origin, saveOf, toast, tokenOf } from './steps.ts'
import { test } from './test.ts'

const WIDE = { viewport: { width: 1280, height: 900 } }
const SEEN = /فاتح السجل ده دلوقتي/

/** The newest student, whom no other test changes. */
async function newestStudent(page: Page): Promise<number> {
  const headers = { authorization: `Bearer ${await tokenOf('super@hessa.test')}` }
  const found = await page.request.get(`${origin()}/api/v1/user/list?role=4&size=1`, { headers })
  return ((await found.json()) as { list: { id: number }[] }).list[0]?.id ?? 0
}

test('two of staff who open one account see each other, and the second to save chooses between both versions', async ({
  browser,
  expectErrors,
}) => {
  expectErrors(/^412 \/api\/v1\/user\/\d+/)
  const adel = await openStaffAs(browser, 'super@hessa.test', WIDE)
  const dina = await openStaffAs(browser, 'admin@hessa.test', WIDE)
  const id = await newestStudent(adel)
  for (const page of [adel, dina]) await page.goto(`${dashboardOrigin()}/user/${id}?tab=profile`)
  for (const page of [adel, dina]) await expect(page.getByText(SEEN)).toBeVisible()

  const address = (page: Page) => page.getByLabel(staffPerson.profile.address)
  const save = async (page: Page, text: string) => {
    await address(page).fill(text)
    await saveOf(page, address(page)).click()
  }
  await save(adel, 'شارع النيل، المعادي')
  await expect(toast(adel, staffPerson.profile.saved)).toBeVisible()

  await save(dina, 'شارع الهرم، الجيزة')
  const conflict = dina.getByRole('alertdialog', { name: staffAudit.conflict.title })
  await expect(conflict.getByRole('row', { name: /شارع النيل، المعادي.*شارع الهرم، الجيزة/ })).toBeVisible()
  await conflict.getByRole('button', { name: staffAudit.conflict.saveMine }).press('Enter')
  await expect(toast(dina, staffPerson.profile.saved)).toBeVisible()

  await save(adel, 'شارع فيصل')
  await adel.getByRole('button', { name: staffAudit.conflict.keepTheirs }).press('Enter')
  await expect(address(adel)).toHaveValue('شارع الهرم، الجيزة')
  await dina.close()
  await expect(adel.getByText(SEEN)).toHaveCount(0)

  const reason = 'طلب تعديل عنوانه بالتليفون'
  await adel.request.put(`${origin()}/api/v1/user/${id}`, {
    headers: {
      authorization: `Bearer ${await tokenOf('super@hessa.test')}`,
      'x-reason': encodeURIComponent(reason),
    },
    data: { address: 'شارع البحر، طنطا' },
  })
  await adel.goto(`${dashboardOrigin()}/audit?targetKinds=user&targetIds=${id}`)
  const entries = adel.getByRole('row', { name: staffAudit.acts['user.edit'] })
  await expect(entries).toHaveCount(3)
  await entries.filter({ hasText: reason }).locator('[data-row-primary]').press('Enter')
  const entry = adel.getByRole('dialog', { name: staffAudit.acts['user.edit'] })
  await expect(entry.getByRole('row', { name: /شارع الهرم، الجيزة.*شارع البحر، طنطا/ })).toBeVisible()
})
