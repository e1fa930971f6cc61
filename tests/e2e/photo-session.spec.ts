import { expect, type Page } from '@playwright/test'
import { chat } from '#messages/chat'
import { photoSession } from '#messages/photo-session'
import { staffStudio } from '#messages/staff-studio'
import { upload } from '#messages/upload'
import { drawablePng } from './drawable-png.ts'
import { dashboardOrigin, expectAccessible, openAs, openStaffAs, origin, toast } from './steps.ts'
import { test } from './test.ts'

const portraits = (page: Page) => page.getByRole('figure').filter({ has: page.locator('img.aspect-square') })

test('a studio uploads a cropped portrait, the tutor sees it appear and chooses which one students see', async ({
  browser,
}) => {
  const tutor = await openAs(browser, 'tutor@hessa.test')
  await tutor.goto(`${origin()}/t/profile-settings`)
  await expect(portraits(tutor)).toHaveCount(1)

  const studio = await openStaffAs(browser, 'studio@hessa.test')
  const { id } = (await (
    await tutor.request.get(`${origin()}/api/v1/user/current`, {
      headers: { authorization: `Bearer ${await tutor.evaluate(() => JSON.parse(localStorage['hessa.token']).value)}` },
    })
  ).json()) as { id: number }
  await studio.goto(`${dashboardOrigin()}/photo-session/${id}`)
  await studio
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'portrait.png', mimeType: 'image/png', buffer: drawablePng(1200, 900) })
  const dialog = studio.getByRole('dialog', { name: upload.crop.title })
  await expect(dialog.getByLabel(upload.crop.zoom)).toBeVisible()
  await dialog.getByLabel(upload.crop.area).focus()
  await studio.keyboard.press('ArrowRight')
  await expectAccessible(studio, 'the crop of a portrait')
  await dialog.getByRole('button', { name: upload.crop.save }).click()
  await expect(toast(studio, photoSession.upload.done.image)).toBeVisible()

  await expect(portraits(tutor)).toHaveCount(2)
  await expect(portraits(tutor).first()).toContainText(photoSession.media.shown)
  await portraits(tutor).last().getByRole('button').click()
  await expect(portraits(tutor).last()).toContainText(photoSession.media.shown)
  await expectAccessible(tutor, 'the portraits of a tutor')

  await tutor.getByRole('button', { name: photoSession.studio.message }).click()
  await tutor.getByLabel(chat.composer.label.split('{')[0] ?? '').fill('نتقابل يوم الحد الساعة ٣؟')
  await tutor.keyboard.press('Enter')
  await studio.reload()
  await expect(studio.getByText(staffStudio.one.chosen)).toBeVisible()
  await expect(studio.getByText('نتقابل يوم الحد الساعة ٣؟')).toBeVisible()
  await expectAccessible(studio, 'a photo session')
})
