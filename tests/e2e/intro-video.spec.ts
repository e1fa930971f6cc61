import { expect, type Page } from '@playwright/test'
import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Output, WebMOutputFormat } from 'mediabunny'
import { introVideo } from '#messages/intro-video'
import { expectAccessible, openAs, origin } from './steps.ts'
import { test } from './test.ts'

const SECONDS = 62
/** More than one part of an upload has. */
const FRAME_BYTES = 100_000

type Frame = { base64: string; isKey: boolean }

/** Encodes noise, one frame a second, which a codec cannot make small. */
const framesOf = (page: Page): Promise<Frame[]> =>
  page.evaluate(
    async ({ seconds, bitsPerFrame }) => {
      const frames: Frame[] = []
      const encoder = new VideoEncoder({
        output: (chunk) => {
          const bytes = new Uint8Array(chunk.byteLength)
          chunk.copyTo(bytes)
          const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
          frames.push({ base64: btoa(text), isKey: chunk.type === 'key' })
        },
        error: (error) => {
          throw error
        },
      })
      encoder.configure({ codec: 'vp8', width: 640, height: 360, bitrate: bitsPerFrame, framerate: 1 })
      const pixels = new Uint8Array(640 * 360 * 4)
      for (let second = 0; second < seconds; second++) {
        for (let at = 0; at < pixels.length; at += 65_536) crypto.getRandomValues(pixels.subarray(at, at + 65_536))
        const timestamp = second * 1_000_000
        const settings = { format: 'RGBX', codedWidth: 640, codedHeight: 360, timestamp } as const
        const frame = new VideoFrame(pixels, settings)
        encoder.encode(frame, { keyFrame: second % 10 === 0 })
        frame.close()
      }
      await encoder.flush()
      return frames
    },
    { seconds: SECONDS, bitsPerFrame: FRAME_BYTES * 8 },
  )

/** A WebM that a browser plays. */
async function realVideo(page: Page): Promise<Buffer> {
  const target = new BufferTarget()
  const output = new Output({ format: new WebMOutputFormat(), target })
  const source = new EncodedVideoPacketSource('vp8')
  output.addVideoTrack(source)
  await output.start()
  const decoderConfig = { codec: 'vp8', codedWidth: 640, codedHeight: 360 }
  for (const [second, { base64, isKey }] of (await framesOf(page)).entries()) {
    const packet = new EncodedPacket(Buffer.from(base64, 'base64'), isKey ? 'key' : 'delta', second, 1)
    await source.add(packet, { decoderConfig })
  }
  await output.finalize()
  return Buffer.from(target.buffer ?? new ArrayBuffer(0))
}

test('an intro video is sent over a line that drops and a page that is closed, each part once', async ({
  browser,
  expectErrors,
}) => {
  expectErrors(/^net::ERR_CONNECTION_RESET .*\/part\/2$/)
  const page = await openAs(browser, 'newcomer@hessa.test')
  await page.goto(`${origin()}/t/onboarding`)
  const video = await realVideo(page)
  expect(video.length).toBeGreaterThan(5 * 1024 * 1024)

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
  await expect(page.getByText(/١:٠١/).first()).toBeVisible()
  await page.getByRole('button', { name: introVideo.clip.send }).click()
  await expect.poll(() => parts).toEqual(['1 pass', '2 hang'])
  await expect(page.getByText(introVideo.sending.note)).toBeVisible()
  await expectAccessible(page, 'an intro video on its way')

  answer = 'drop'
  await page.reload()
  await expect(page.getByText(introVideo.sending.interrupted)).toBeVisible()
  answer = 'pass'
  await page.getByRole('button', { name: introVideo.sending.tryNow }).click()
  await expect(page.getByText(introVideo.sent.pending)).toBeVisible()
  await expect(page.getByLabel(introVideo.sent.player)).toBeVisible()
  expect(parts.filter((part) => part.startsWith('1'))).toEqual(['1 pass'])
  expect(parts.at(-1)).toBe('2 pass')
})
