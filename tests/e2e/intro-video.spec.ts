import { expect } from '@playwright/test'
import { introVideo } from '#messages/intro-video'
import { longVideo } from './long-video.ts'
import { expectAccessible, openAs, origin } from './steps.ts'
import { test } from './test.ts'

const SECONDS = 80

test('an intro video is sent over a line that drops and a page that is closed, each part once', async ({
  browser,
  expectErrors,
}) => {
  expectErrors(/^net::ERR_CONNECTION_RESET .*\/part\/2$/)
  const video = await longVideo(SECONDS)
  expect(video.length).toBeGreaterThan(5 * 1024 * 1024)

  const page = await openAs(browser, 'newcomer@hessa.test')
  await page.goto(`${origin()}/t/onboarding`)
  const parts: string[] = []
  let answer: 'hang' | 'drop' | 'pass' = 'pass'
  await page.route('**/intro-video/upload/*/part/*', async (route) => {
    const part = route.request().url().split('/').at(-1) ?? ''
    parts.push(`${part} ${answer}`)
    if (answer === 'drop') return route.abort('connectionreset')
    if (answer === 'pass') await route.continue()
    if (part === '1') answer = 'hang'
  })

  await page.locator('input[type=file]').setInputFiles({ name: 'intro.webm', mimeType: 'video/webm', buffer: video })
  await expect(page.getByText(introVideo.clip.length.replace('{length}', '١:٢٠'))).toBeVisible()
  await page.getByRole('button', { name: introVideo.clip.send }).click()
  await expect.poll(() => parts).toEqual(['1 pass', '2 hang'])
  await expect(page.getByText(introVideo.sending.note)).toBeVisible()
  await expectAccessible(page, 'an intro video on its way')

  answer = 'drop'
  await page.reload()
  // The app tries again by itself after 1, 2, 4 … seconds: the press comes within the third of these waits.
  await expect.poll(() => parts.filter((part) => part === '2 drop').length).toBe(3)
  await expect(page.getByText(introVideo.sending.interrupted)).toBeVisible()
  answer = 'pass'
  await page.getByRole('button', { name: introVideo.sending.tryNow }).click()
  await expect(page.getByText(introVideo.sent.pending)).toBeVisible()
  await expect(page.getByLabel(introVideo.sent.player)).toBeVisible()
  expect(parts.filter((part) => part.startsWith('1'))).toEqual(['1 pass'])
  expect(parts.at(-1)).toBe('2 pass')
})
