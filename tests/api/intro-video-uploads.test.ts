import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output } from 'mediabunny'
import { describe, expect, it, vi } from 'vitest'
import type { IntroVideoUpload } from '#contract/intro-video-uploads'
import { hours } from '#domain/cairo'
import { PART_BYTES, UPLOAD_LIFETIME_MS } from '#domain/onboarding/video-uploading'
import { upload } from '#tests/api/uploads'
import { bytesOf, mp4, webmOf } from '#tests/files'
import {
  bindings,
  callApi,
  expectOk,
  onboardedTutor,
  outcome,
  type Person,
  rows,
  run,
  setNow,
  triggerJob,
  tutorManager,
} from '#tests/people'
import { NOW, startClockAtNoon } from './lesson-fixtures.ts'

startClockAtNoon()

async function newTutor(): Promise<Person> {
  await tutorManager()
  return onboardedTutor()
}

const begin = (as: Person, bytes: number) =>
  expectOk<IntroVideoUpload>(callApi('POST', '/intro-video/upload', { as, body: { bytes } }))
const put = (as: Person, id: string, number: number, part: Uint8Array) =>
  outcome(upload('PUT', `/intro-video/upload/${id}/part/${number}`, as, { part }))
const stateOf = (as: Person, id: string) =>
  expectOk<IntroVideoUpload>(callApi('GET', `/intro-video/upload/${id}`, { as }))
const complete = (as: Person, id: string) => outcome(callApi('POST', `/intro-video/upload/${id}/complete`, { as }))
const videosOf = (tutor: Person) =>
  rows<{ src: string; state: number }>('SELECT src, state FROM intro_videos WHERE tutor_id = ?', tutor.id)
const storedVideos = async () => {
  const { objects } = await bindings.FILES.list({ prefix: 'tutors/intro-videos/' })
  return objects.map(({ key }) => key)
}

/** Sends all parts and completes the upload. */
async function send(as: Person, video: Uint8Array): Promise<string> {
  const { id, partBytes } = await begin(as, video.length)
  for (let from = 0, number = 1; from < video.length; from += partBytes, number++) {
    const answer = await put(as, id, number, video.subarray(from, from + partBytes))
    if (answer !== 'ok') return answer
  }
  return complete(as, id)
}

/** A real MP4 of one frame a second. */
async function mp4Of(seconds: number): Promise<Uint8Array> {
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat(), target })
  const source = new EncodedVideoPacketSource('vp8')
  output.addVideoTrack(source)
  await output.start()
  const decoderConfig = { codec: 'vp8', codedWidth: 320, codedHeight: 180 }
  for (let second = 0; second < seconds; second++)
    await source.add(new EncodedPacket(new Uint8Array(20), 'key', second, 1), { decoderConfig })
  await output.finalize()
  return new Uint8Array(target.buffer ?? new ArrayBuffer(0))
}

/** Of three parts. */
const largeWebm = () => webmOf(90, { frameBytes: 2 * PART_BYTES })

describe('an upload in parts', () => {
  it('takes the parts in any order and more than once, says which have arrived, and becomes the video', async () => {
    const tutor = await newTutor()
    const video = largeWebm()
    const { id, arrived, partBytes } = await begin(tutor, video.length)
    expect([arrived, partBytes]).toEqual([[], PART_BYTES])
    const part = (number: number) => video.subarray((number - 1) * PART_BYTES, number * PART_BYTES)
    for (const number of [3, 1, 1]) expect(await put(tutor, id, number, part(number))).toBe('ok')
    expect(await stateOf(tutor, id)).toMatchObject({ arrived: [1, 3], isComplete: false })
    expect(await complete(tutor, id)).toBe('upload-incomplete')
    expect(await put(tutor, id, 2, part(2))).toBe('ok')
    expect(await complete(tutor, id)).toBe('ok')
    const [stored] = await videosOf(tutor)
    const object = await bindings.FILES.get(stored?.src ?? '')
    const bytes = new Uint8Array((await object?.arrayBuffer()) ?? new ArrayBuffer(0))
    expect([bytes.length, bytes.every((byte, index) => byte === video[index])]).toEqual([video.length, true])
  })

  it('is completed once, however often and at the same time that is asked', async () => {
    const tutor = await newTutor()
    const video = webmOf(90)
    const { id } = await begin(tutor, video.length)
    await put(tutor, id, 1, video)
    expect(await Promise.all([complete(tutor, id), complete(tutor, id)])).toEqual(['ok', 'ok'])
    expect(await complete(tutor, id)).toBe('ok')
    expect(await stateOf(tutor, id)).toMatchObject({ isComplete: true })
    expect(await put(tutor, id, 1, video)).toBe('bad-request')
    expect(await videosOf(tutor)).toHaveLength(1)
    expect(await outcome(callApi('POST', '/intro-video/upload', { as: tutor, body: { bytes: 1 } }))).toBe(
      'intro-video-exists',
    )
  })

  it('has parts of the announced size only, the first of which begins a video', async () => {
    const tutor = await newTutor()
    const { id } = await begin(tutor, PART_BYTES + 10)
    expect(await put(tutor, id, 1, new Uint8Array(PART_BYTES - 1))).toBe('bad-request')
    expect(await put(tutor, id, 1, new Uint8Array(PART_BYTES))).toBe('bad-request')
    expect(await put(tutor, id, 2, new Uint8Array(11))).toBe('bad-request')
    expect(await put(tutor, id, 3, new Uint8Array(10))).toBe('bad-request')
    expect(await put(tutor, id, 2, new Uint8Array(10))).toBe('ok')
    expect((await stateOf(tutor, id)).arrived).toEqual([2])
  })

  it('ends when it is given up, replaced or six hours old, and leaves nothing behind', async () => {
    const tutor = await newTutor()
    const open = async () => {
      const { id } = await begin(tutor, 10)
      return id
    }
    const before = await storedVideos()
    const givenUp = await open()
    expect(await outcome(callApi('DELETE', `/intro-video/upload/${givenUp}`, { as: tutor }))).toBe('ok')
    const replaced = await open()
    const storage = 'SELECT key, storage_id AS storageId FROM intro_video_uploads WHERE id = ?'
    const [stored] = await rows<{ key: string; storageId: string }>(storage, replaced)
    const last = await open()
    // Its parts are dropped after the answer: the storage takes no more of them.
    await vi.waitFor(async () => {
      const more = bindings.FILES.resumeMultipartUpload(stored?.key ?? '', stored?.storageId ?? '')
      await expect(more.uploadPart(1, new Uint8Array(10))).rejects.toThrow('does not exist')
    })
    for (const id of [givenUp, replaced]) expect(await complete(tutor, id)).toBe('upload-not-found')
    expect(UPLOAD_LIFETIME_MS).toBe(hours(6))
    setNow(NOW + UPLOAD_LIFETIME_MS + 1)
    await triggerJob('clear-expired')
    expect(await rows('SELECT id FROM intro_video_uploads WHERE id = ?', last)).toEqual([])
    expect(await storedVideos()).toEqual(before)
  })
})

describe('an intro video is judged by its bytes:', () => {
  it('one of one to three minutes is accepted, as WebM and as MP4', async () => {
    for (const video of [webmOf(60), webmOf(180), await mp4Of(61)]) {
      const tutor = await newTutor()
      expect(await send(tutor, video)).toBe('ok')
    }
  })

  it('anything else is refused, whatever its header claims, and is not kept', async () => {
    const tutor = await newTutor()
    const before = await storedVideos()
    expect(await send(tutor, webmOf(59, { claimedSeconds: 90 }))).toBe('short-video-dur')
    expect(await send(tutor, webmOf(181, { claimedSeconds: 90 }))).toBe('long-video-dur')
    expect(await send(tutor, await mp4Of(30))).toBe('short-video-dur')
    expect(await send(tutor, webmOf(90, { track: 'sound' }))).toBe('bad-request')
    expect(await send(tutor, mp4())).toBe('bad-request')
    expect(await send(tutor, bytesOf('a text that calls itself video.mp4'))).toBe('bad-request')
    expect(await send(tutor, webmOf(90).fill(0xff, 60))).toBe('bad-request')
    expect(await videosOf(tutor)).toEqual([])
    expect(await storedVideos()).toEqual(before)
  })

  it('a file that is sent as one form with another duration is refused', async () => {
    const tutor = await newTutor()
    const before = await storedVideos()
    const sendForm = (video: Uint8Array) =>
      outcome(upload('POST', '/intro-video/with/asset', tutor, { duration: '1.5', video }))
    expect(await sendForm(webmOf(20, { claimedSeconds: 90 }))).toBe('short-video-dur')
    expect(await sendForm(webmOf(200))).toBe('long-video-dur')
    expect(await sendForm(mp4())).toBe('bad-request')
    expect(await storedVideos()).toEqual(before)
    expect(await sendForm(await mp4Of(120))).toBe('ok')
  })

  it('a WebM that would fill the memory of the worker is refused', async () => {
    const tutor = await newTutor()
    expect(await send(tutor, webmOf(90, { frameBytes: 17 * 1024 * 1024 }))).toBe('bad-request')
  })
})

it('a tutor who may send no video now begins no upload', async () => {
  await run('UPDATE tutors SET activated = 0 WHERE id IN (SELECT id FROM users WHERE role = 5)')
  const tutor = await onboardedTutor()
  expect(await outcome(callApi('POST', '/intro-video/upload', { as: tutor, body: { bytes: 10 } }))).toBe(
    'user-not-found',
  )
})
