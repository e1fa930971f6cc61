import { expect } from '@playwright/test'
import { settings } from '../../web/i18n/ar/settings.ts'
import { upload } from '../../web/i18n/ar/upload.ts'
import { png } from '../files.ts'
import { expectAccessible, openAs, origin } from './steps.ts'
import { test } from './test.ts'

const picture = (name: string, width: number, height: number) => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.from(png(width, height)),
})

test('a file is looked at before it is sent, shows how far it is, can be stopped and sent again', async ({
  browser,
}) => {
  const page = await openAs(browser, 'student@hessa.test')
  await page.goto(`${origin()}/s/settings?tab=personal`)
  const chooser = page.locator('input[type=file]')
  const sent: string[] = []
  let letThrough = () => {}
  await page.route('**/api/v1/user/asset', async (route) => {
    sent.push(route.request().method())
    await new Promise<void>((resolve) => {
      letThrough = resolve
    })
    await route.continue().catch(() => {})
  })

  await chooser.setInputFiles(picture('small.png', 479, 480))
  await expect(page.getByText(upload.faults['small-image'].split('{')[0] ?? '')).toBeVisible()
  expect(sent).toEqual([])

  await chooser.setInputFiles(picture('portrait.png', 480, 480))
  await expect(page.getByRole('progressbar', { name: 'portrait.png' })).toBeVisible()
  await expect(page.getByText('٪')).toBeVisible()
  await expectAccessible(page, 'a file on its way')
  await page.getByRole('button', { name: upload.cancel }).click()
  await expect(page.getByText(upload.cancelled)).toBeVisible()
  letThrough()

  await page.getByRole('button', { name: upload.retry }).click()
  await expect(page.getByRole('progressbar', { name: 'portrait.png' })).toBeVisible()
  letThrough()
  await expect(page.getByText(settings.photo.saved).first()).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'portrait.png' })).toBeHidden()
  expect(sent).toEqual(['PUT', 'PUT'])
})
