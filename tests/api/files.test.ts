import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { createHmac } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { fetchFile, upload } from '#tests/api/uploads'
import { eventually } from '#tests/eventually'
import * as files from '#tests/files'
import {
  bindings,
  callApi,
  expectOk,
  newAdmin,
  newStudent,
  newStudio,
  newSuperAdmin,
  onboardedTutor,
  type Person,
  row,
  run,
  setNow,
} from '#tests/people'
import { app } from '../../worker/app.ts'
import type { Env } from '../../worker/env.ts'
import { lastAuditEntry } from './staff-fixtures.ts'

const { FILES } = env as unknown as { FILES: R2Bucket }
const HOUR = 3_600_000
const MIB = 1024 * 1024

let adel: Person
let admin: Person

const imageOf = async (person: Person) =>
  (await expectOk<{ image: string | null }>(callApi('GET', '/user/current', { as: person }))).image
const keyOf = async (person: Person) =>
  (await row<{ image: string }>('SELECT image FROM users WHERE id = ?', person.id))?.image ?? ''

const signatureOf = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('base64url')

/** A file that begins with these bytes, padded with zeros to a size. */
function padded(head: Uint8Array, size: number): Uint8Array {
  const bytes = new Uint8Array(size)
  bytes.set(head)
  return bytes
}

beforeAll(async () => {
  adel = await newSuperAdmin()
  admin = await newAdmin()
})
beforeEach(() => () => vi.useRealTimers())

describe('a profile image', () => {
  const set = (as: Person, image: Uint8Array, query = '') => upload('PUT', `/user/asset${query}`, as, { image })

  it('is served with the type of its content, at a new address after each upload; the old file is deleted', async () => {
    const sara = await newStudent()
    await expectOk(set(sara, files.png(480, 480)))
    const first = await imageOf(sara)
    const firstKey = await keyOf(sara)
    const served = await fetchFile(first ?? '')
    expect(served.status).toBe(200)
    expect(served.headers.get('content-type')).toBe('image/png')
    expect(served.headers.get('x-content-type-options')).toBe('nosniff')
    expect(served.headers.get('content-security-policy')).toMatch(/default-src 'none'.*; sandbox$/)
    expect(served.headers.get('content-disposition')).toBe('inline')
    expect(new Uint8Array(await served.arrayBuffer())).toEqual(files.png(480, 480))
    await expectOk(set(sara, files.jpeg(600, 800)))
    const second = await imageOf(sara)
    expect(second).not.toBe(first)
    expect((await fetchFile(second ?? '')).headers.get('content-type')).toBe('image/jpeg')
    await eventually(async () => expect(await FILES.head(firstKey)).toBeNull())
    expect(await row('SELECT key FROM assets WHERE owner_id = ?', sara.id)).toEqual({ key: await keyOf(sara) })
    const secondKey = await keyOf(sara)
    await expectOk(callApi('PUT', `/user/${sara.id}`, { as: sara, body: { image: null } }))
    expect(await imageOf(sara)).toBeNull()
    await eventually(async () => expect(await FILES.head(secondKey)).toBeNull())
    expect(await row('SELECT key FROM assets WHERE owner_id = ?', sara.id)).toBeNull()
  })

  it('must be a PNG, JPEG or GIF of at least 480×480 and at most 8 MiB', async () => {
    const sara = await newStudent()
    const before = (await FILES.list({ prefix: 'users/images/' })).objects.length
    for (const image of [files.png(479, 480), files.svg(), files.mp4(), files.bytesOf('')])
      expect(await set(sara, image)).toMatchObject({ status: 400, code: 'bad-request' })
    expect(await set(sara, padded(files.png(600, 600), 8 * MIB + 1))).toMatchObject({
      status: 400,
      code: 'large-file-size',
    })
    expect(await upload('PUT', '/user/asset', sara, { other: files.png(600, 600) })).toMatchObject({
      code: 'bad-request',
    })
    expect(await callApi('PUT', '/user/asset', { as: sara, raw: '{}' })).toMatchObject({ status: 400 })
    expect(await imageOf(sara)).toBeNull()
    expect((await FILES.list({ prefix: 'users/images/' })).objects).toHaveLength(before)
    await expectOk(set(sara, padded(files.gif(480, 480), 8 * MIB)))
  })

  it('is refused when it claims an absurd size or holds no picture', async () => {
    const sara = await newStudent()
    const bombs = [files.png(30_000, 30_000), files.gif(500, 500, { width: 60_000, height: 60_000 })]
    for (const image of [...bombs, files.jpeg(60_000, 600), files.emptyPng(600, 600)]) {
      expect(await set(sara, image)).toMatchObject({ status: 400, code: 'bad-request' })
      const screenshot = { title: 'صورة', description: 'صورة كبيرة', screenshot: image }
      expect(await upload('POST', '/report/with/asset', sara, screenshot)).toMatchObject({ code: 'bad-request' })
    }
    expect(await imageOf(sara)).toBeNull()
  })

  it('is set by its owner and by admins, never by tutors', async () => {
    const sara = await newStudent()
    const nour = await newStudent('nour')
    const tutor = await onboardedTutor()
    expect(await set(nour, files.png(500, 500), `?forUser=${sara.id}`)).toMatchObject({
      status: 403,
      code: 'forbidden',
    })
    expect(await set(tutor, files.png(500, 500))).toMatchObject({ code: 'forbidden' })
    expect(await upload('PUT', '/user/asset', null, { image: files.png(500, 500) })).toMatchObject({ status: 401 })
    await expectOk(set(admin, files.png(500, 500), `?forUser=${sara.id}`))
    expect(await imageOf(sara)).not.toBeNull()
    expect(await lastAuditEntry('user.setImage')).toMatchObject({
      actor_id: admin.id,
      target_id: sara.id,
      before: { image: null },
      after: { image: await keyOf(sara) },
    })
    expect(await set(admin, files.png(500, 500), `?forUser=${adel.id}`)).toMatchObject({ code: 'forbidden' })
    expect(await set(admin, files.png(500, 500), '?forUser=999999')).toMatchObject({ code: 'user-not-found' })
  })

  it('of concurrent uploads one remains, and no other file', async () => {
    const sara = await newStudent()
    await Promise.all([set(sara, files.png(500, 500)), set(sara, files.png(501, 501)), set(sara, files.gif(502, 502))])
    const { results } = await run('SELECT key FROM assets WHERE owner_id = ?', sara.id)
    expect(results).toEqual([{ key: await keyOf(sara) }])
  })
})

describe('a tutor’s media', () => {
  const set = (as: Person, tutorId: number, media: Record<string, Uint8Array>) =>
    upload('PUT', `/user/asset/tutor?tutorId=${tutorId}`, as, media)

  it('are set by the tutor’s studio and by admins, all or none, and shown on the card', async () => {
    const studio = await newStudio()
    const tutor = await onboardedTutor()
    const all = { image: files.jpeg(800, 800), video: files.webm(), thumbnail: files.png(320, 180) }
    expect(await set(studio, tutor.id, all)).toMatchObject({ status: 403, code: 'forbidden' })
    await expectOk(callApi('PUT', `/user/${tutor.id}`, { as: tutor, body: { studioId: studio.id } }))
    const card = () => expectOk<Record<string, string>>(callApi('GET', `/user/tutor/info/${tutor.id}`))
    const before = await card()
    expect(await set(studio, tutor.id, { ...all, video: files.quickTime() })).toMatchObject({ code: 'bad-request' })
    expect(await card()).toMatchObject({ image: before.image, thumbnail: before.thumbnail, video: before.video })
    await expectOk(set(studio, tutor.id, all))
    const after = await card()
    const types = await Promise.all(
      [after.image, after.video, after.thumbnail].map(async (url) =>
        (await fetchFile(url ?? '')).headers.get('content-type'),
      ),
    )
    expect(types).toEqual(['image/jpeg', 'video/webm', 'image/png'])
    expect(await lastAuditEntry('tutor.setMedia')).toMatchObject({ actor_id: studio.id, target_id: tutor.id })
    await expectOk(set(admin, tutor.id, { thumbnail: files.gif(320, 180) }))
    expect(await card()).toMatchObject({ image: after.image, video: after.video })
    expect((await card()).thumbnail).not.toBe(after.thumbnail)
    expect(await set(tutor, tutor.id, all)).toMatchObject({ code: 'forbidden' })
    expect(await set(admin, tutor.id, { image: files.png(600, 601) })).toMatchObject({ code: 'bad-request' })
    expect(await set(admin, tutor.id, { thumbnail: files.png(319, 180) })).toMatchObject({ code: 'bad-request' })
    expect(await set(admin, tutor.id, {})).toMatchObject({ code: 'bad-request' })
    expect(await set(admin, 999_999, all)).toMatchObject({ status: 404, code: 'tutor-not-found' })
  })

  it('a large video is streamed in parts, and leaves no file when it is refused', async () => {
    const tutor = await onboardedTutor()
    const videos = async () => (await FILES.list({ prefix: 'tutors/videos/' })).objects.length
    const before = await videos()
    const large = padded(files.mp4(), 20 * MIB + 3)
    large[17 * MIB] = 7
    await expectOk(set(admin, tutor.id, { video: large }))
    const { video } = await expectOk<{ video: string }>(callApi('GET', `/user/tutor/info/${tutor.id}`))
    const served = await fetchFile(video)
    expect(served.headers.get('content-type')).toBe('video/mp4')
    const digest = async (bytes: ArrayBuffer | Uint8Array) =>
      Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
    expect(await digest(await served.arrayBuffer())).toEqual(await digest(large))
    expect(await row("SELECT bytes FROM assets WHERE owner_id = ? AND kind = 'video'", tutor.id)).toEqual({
      bytes: 20 * MIB + 3,
    })
    const stranger = await newStudio()
    expect(await set(stranger, tutor.id, { video: large })).toMatchObject({ status: 403, code: 'forbidden' })
    expect(await set(stranger, tutor.id, { video: files.svg() })).toMatchObject({ status: 403, code: 'forbidden' })
    expect(await set(admin, tutor.id, { video: files.mp4(), image: files.svg() })).toMatchObject({
      code: 'bad-request',
    })
    await eventually(async () => expect(await videos()).toBe(before + 1))
  })

  it('a video is answered in ranges and not again when it has not changed', async () => {
    const tutor = await onboardedTutor()
    await expectOk(set(admin, tutor.id, { video: padded(files.mp4(), 1000) }))
    const { video } = await expectOk<{ video: string }>(callApi('GET', `/user/tutor/info/${tutor.id}`))
    const part = await fetchFile(video, null, { range: 'bytes=100-199' })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe('bytes 100-199/1000')
    expect((await part.arrayBuffer()).byteLength).toBe(100)
    const end = await fetchFile(video, null, { range: 'bytes=-10' })
    expect(end.headers.get('content-range')).toBe('bytes 990-999/1000')
    await end.arrayBuffer()
    for (const range of ['bytes=1000-', 'bytes=5000-6000']) {
      const past = await fetchFile(video, null, { range })
      expect([past.status, past.headers.get('content-range')]).toEqual([416, 'bytes */1000'])
      expect((await past.arrayBuffer()).byteLength).toBe(0)
    }
    const beyond = await fetchFile(video, null, { range: 'bytes=990-5000' })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([206, 'bytes 990-999/1000'])
    await beyond.arrayBuffer()
    const whole = await fetchFile(video)
    expect(whole.headers.get('accept-ranges')).toBe('bytes')
    await whole.arrayBuffer()
    const again = await fetchFile(video, null, { 'if-none-match': whole.headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
  })

  it('a range past the end is told apart from a storage that fails', async () => {
    const tutor = await onboardedTutor()
    await expectOk(set(admin, tutor.id, { video: padded(files.mp4(), 1000) }))
    const { video } = await expectOk<{ video: string }>(callApi('GET', `/user/tutor/info/${tutor.id}`))
    const failing = { get: () => Promise.reject(new Error('get: failed')), head: (key: string) => FILES.head(key) }
    const statusOf = async (range: string) => {
      const request = new Request(`http://localhost${new URL(video, 'http://localhost').pathname}`, {
        headers: { range },
      })
      const answer = await app.fetch(request, { ...bindings, FILES: failing as never }, createExecutionContext())
      await answer.text()
      return answer.status
    }
    expect(await statusOf('bytes=1000-')).toBe(416)
    expect(await statusOf('bytes=999-')).toBe(500)
  })
})

describe('a report of a problem', () => {
  type Report = { id: number; title: string; screenshot: string | null; log: string | null; resolved: boolean }
  const report = (as: Person | null, fields: Record<string, string | Uint8Array>) =>
    upload('POST', '/report/with/asset', as, { title: 'الفيديو واقف', description: 'الصورة بتقف كل شوية', ...fields })
  const list = async (query: string) =>
    expectOk<{ list: Report[]; total: number }>(callApi('GET', `/report/list?${query}`, { as: admin }))

  it('is sent by anybody signed in, with or without a screenshot and a log', async () => {
    const sara = await newStudent()
    await expectOk(report(sara, { screenshot: files.png(100, 50), log: files.bytesOf('10:00 GET /tutors\n') }))
    await expectOk(report(sara, {}))
    const { list: found, total } = await list(`users[]=${sara.id}`)
    expect(total).toBe(2)
    expect(found.map(({ screenshot, log }) => [screenshot !== null, log !== null])).toEqual([
      [false, false],
      [true, true],
    ])
    expect((await list(`users[]=${sara.id}&screenshot=true`)).total).toBe(1)
    expect((await list(`users[]=${sara.id}&log=false&resolved=false&title=${encodeURIComponent('فيديو')}`)).total).toBe(
      1,
    )
    expect(await report(null, {})).toMatchObject({ status: 401 })
    expect(await report(sara, { title: '' })).toMatchObject({ status: 400, code: 'bad-request' })
    expect(await report(sara, { title: 'x'.repeat(129) })).toMatchObject({ code: 'bad-request' })
    expect(await report(sara, { screenshot: files.svg() })).toMatchObject({ code: 'bad-request' })
    expect(await report(sara, { log: padded(files.bytesOf('x'), MIB) })).toMatchObject({ code: 'bad-request' })
    const long = files.bytesOf('x'.repeat(MIB + 1))
    expect(await report(sara, { log: long })).toMatchObject({ status: 400, code: 'large-file-size' })
    expect(await callApi('GET', '/report/list', { as: sara })).toMatchObject({ code: 'forbidden' })
  })

  it('has files at signed addresses that expire after one to two hours', async () => {
    const now = setNow('2026-02-11T10:00:00Z')
    const sara = await newStudent()
    await expectOk(report(sara, { screenshot: files.png(100, 50), log: files.bytesOf('a log') }))
    const [created] = (await list(`users[]=${sara.id}`)).list
    const screenshot = await fetchFile(created?.screenshot ?? '')
    expect(screenshot.headers.get('content-type')).toBe('image/png')
    expect(screenshot.headers.get('cache-control')).toMatch(/^private/)
    await screenshot.arrayBuffer()
    expect(await (await fetchFile(created?.log ?? '')).text()).toBe('a log')
    const { key } = (await row<{ key: string }>(
      "SELECT key FROM assets WHERE owner_id = ? AND kind = 'screenshot'",
      sara.id,
    )) ?? { key: '' }
    const unsigned = `/api/v1/assets/uploads/${key.replaceAll('/', '.')}`
    const [, until, signature] = /\.(\w+)\.([\w-]+)$/.exec(created?.screenshot ?? '') ?? []
    const later = (Number.parseInt(until ?? '', 36) + HOUR).toString(36)
    for (const forged of [unsigned, `${unsigned}.${later}.${signature}`, `${unsigned}.${until}.${'A'.repeat(43)}`])
      expect((await fetchFile(forged)).status).toBe(404)
    const signed = unsigned.slice(unsigned.lastIndexOf('/') + 1)
    const byTokenKey = signatureOf(bindings.JWT_SECRET, `file ${signed}.${until}`)
    expect((await fetchFile(`${unsigned}.${until}.${byTokenKey}`)).status).toBe(404)
    setNow(now + 2 * HOUR)
    expect((await fetchFile(created?.screenshot ?? '')).status).toBe(404)
  })

  it('keeps its addresses while the key that signs them is renewed', async () => {
    const sara = await newStudent()
    await expectOk(report(sara, { log: files.bytesOf('a log') }))
    const [created] = (await list(`users[]=${sara.id}`)).list
    const before = bindings.FILE_ADDRESS_SECRET
    const renewed = { ...bindings, FILE_ADDRESS_SECRET: 'a renewed key, which nobody else knows' }
    const statusWith = async (env: Env) => {
      const request = new Request(`http://localhost${created?.log}`)
      const answer = await app.fetch(request, env, createExecutionContext())
      await answer.text()
      return answer.status
    }
    expect(await statusWith({ ...renewed, FILE_ADDRESS_SECRET_BEFORE: before })).toBe(200)
    expect(await statusWith(renewed)).toBe(404)
  })

  it('is resolved and reopened by admins', async () => {
    const sara = await newStudent()
    await expectOk(report(sara, {}))
    const id = (await list(`users[]=${sara.id}`)).list[0]?.id
    const resolve = (as: Person, body: unknown) => callApi('PUT', '/report', { as, body })
    await expectOk(resolve(admin, { id, resolved: true }))
    expect((await list(`users[]=${sara.id}&resolved=true`)).total).toBe(1)
    expect(await lastAuditEntry('report.resolve')).toMatchObject({
      target_id: id,
      before: { resolved: false },
      after: { resolved: true },
    })
    expect(await resolve(sara, { id, resolved: false })).toMatchObject({ code: 'forbidden' })
    expect(await resolve(admin, { id: 999_999, resolved: true })).toMatchObject({ code: 'report-not-found' })
  })
})

describe('a receipt', () => {
  it('is read by the tutor of the withdrawal and by admins', async () => {
    const tutor = await onboardedTutor()
    const other = await onboardedTutor()
    await FILES.put('invoices/receipts/one', files.png(10, 10), { httpMetadata: { contentType: 'image/png' } })
    await run(
      `INSERT INTO withdrawals (user_id, method, receiver, amount, receipt, created_at, updated_at)
       VALUES (?, 0, '01012345678', 10000, 'invoices/receipts/one', 1, 1)`,
      tutor.id,
    )
    const path = '/api/v1/assets/receipts/invoices.receipts.one'
    const served = await fetchFile(path, tutor)
    expect(served.status).toBe(200)
    expect(served.headers.get('cache-control')).toBe('private, no-store')
    await served.arrayBuffer()
    expect((await fetchFile(path, admin)).status).toBe(200)
    expect((await fetchFile(path, other)).status).toBe(403)
    expect((await fetchFile(path, await newStudent())).status).toBe(403)
    expect((await fetchFile(path)).status).toBe(401)
    expect((await fetchFile('/api/v1/assets/receipts/nothing', admin)).status).toBe(404)
    expect((await fetchFile('/api/v1/assets/uploads/invoices.receipts.one', admin)).status).toBe(404)
  })
})
