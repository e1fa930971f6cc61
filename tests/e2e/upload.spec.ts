import { expect } from '@playwright/test'
import { settings } from '#messages/settings'
import { upload } from '#messages/upload'
import { drawablePng } from './drawable-png.ts'
import { expectAccessible, openAs, origin, toast } from './steps.ts'
import { test } from './test.ts'

const PLACE = 'taken at 30.0444 N 31.2357 E'
const picture = (name: string, width: number, height: number) => ({
  name,
  mimeType: 'image/png',
  buffer: drawablePng(width, height, PLACE),
})

test('a photo is checked, cropped and encoded again before it is sent, and its upload can be stopped and repeated', async ({
  browser,
}) => {
  const page = await openAs(browser, 'student@hessa.test')
  await page.goto(`${origin()}/s/settings?tab=personal`)
  const chooser = page.locator('input[type=file]')
  const sent: Buffer[] = []
  let letThrough = () => {}
  await page.route('**/api/v1/user/asset', async (route) => {
    sent.push(route.request().postDataBuffer() ?? Buffer.alloc(0))
    await new Promise<void>((resolve) => {
      letThrough = resolve
    })
    await route.continue().catch(() => {})
  })

  await chooser.setInputFiles(picture('small.png', 479, 480))
  await expect(page.getByText(upload.faults['small-image'].split('{')[0] ?? '')).toBeVisible()
  expect(sent).toEqual([])

  await chooser.setInputFiles(picture('huge.png', 10_001, 500))
  await expect(page.getByText(upload.faults['large-image'].split('{')[0] ?? '')).toBeVisible()

  await chooser.setInputFiles(picture('portrait.png', 480, 480))
  await page.getByRole('button', { name: upload.crop.save }).click()
  await expect(page.getByRole('progressbar', { name: 'portrait.webp' })).toBeVisible()
  await expect(page.getByText('٪')).toBeVisible()
  await expect.poll(() => sent.length).toBe(1)
  await expectAccessible(page, 'a file on its way')
  await page.getByRole('button', { name: upload.cancel }).click()
  await expect(page.getByText(upload.cancelled)).toBeVisible()
  letThrough()

  await page.getByRole('button', { name: upload.retry }).click()
  await expect(page.getByRole('progressbar', { name: 'portrait.webp' })).toBeVisible()
  await expect.poll(() => sent.length).toBe(2)
  letThrough()
  await expect(toast(page, settings.photo.saved)).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'portrait.webp' })).toBeHidden()
  for (const body of sent) {
    expect(body.includes('WEBP')).toBe(true)
    expect(body.includes('tEXt') || body.includes(PLACE)).toBe(false)
  }
})
