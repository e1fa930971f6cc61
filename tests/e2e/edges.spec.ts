import { expect } from '@playwright/test'
import { form } from '#messages/form'
import { maintenance } from '#messages/maintenance'
import { profile } from '#messages/profile'
import { settings } from '#messages/settings'
import { expectAccessible, openAs, origin } from './steps.ts'
import { test } from './test.ts'

const PHONE = { width: 390, height: 844 }
const TURNED = { width: 844, height: 390 }

test('what is typed survives turning the phone, and maintenance', async ({ browser, expectErrors }) => {
  expectErrors(/^503 /)
  const page = await openAs(browser, 'student@hessa.test', { viewport: TURNED })
  await page.goto(`${origin()}/s/settings`)
  const name = page.getByLabel(profile.fields.name, { exact: true })
  await name.fill('سارة محمود حسن')
  await page.setViewportSize(PHONE)
  await expect(page.getByRole('heading', { level: 1, name: settings.tabs.personal })).toBeVisible()
  await expect(name).toHaveValue('سارة محمود حسن')
  await page.setViewportSize(TURNED)
  await expect(page.getByRole('tab', { name: settings.tabs.personal })).toBeVisible()
  await expect(name).toHaveValue('سارة محمود حسن')

  const under = { code: 'under-maintenance', message: 'under-maintenance', details: { until: null } }
  await page.route('**/api/v1/**', (route) => route.fulfill({ status: 503, json: under }))
  await page.getByRole('button', { name: form.save, exact: true }).first().click()
  const cover = page.getByRole('dialog', { name: maintenance.title })
  await expect(cover).toBeVisible()
  await expectAccessible(page, 'maintenance')
  await cover.getByRole('button', { name: maintenance.retry }).click()
  await expect(cover.getByText(maintenance.notYet)).toBeVisible()
  await page.unrouteAll()
  await cover.getByRole('button', { name: maintenance.retry }).click()
  await expect(cover).toBeHidden()
  await expect(name).toHaveValue('سارة محمود حسن')
})
