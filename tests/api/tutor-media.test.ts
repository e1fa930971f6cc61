import { beforeAll, describe, expect, it } from 'vitest'
import type { TutorMediaItem } from '#contract/tutor-media'
import { KEPT_MEDIA } from '#domain/tutors/media'
import { fetchFile, upload } from '#tests/api/uploads'
import { eventually } from '#tests/eventually'
import * as files from '#tests/files'
import { callApi, expectOk, newAdmin, newStudio, onboardedTutor, outcome, type Person, row, run } from '#tests/people'
import { lastAuditEntry } from './staff-fixtures.ts'

const send = (as: Person, tutor: Person, media: Record<string, Uint8Array>) =>
  upload('PUT', `/user/asset/tutor?tutorId=${tutor.id}`, as, media)
const listOf = (as: Person, tutor: Person, query = '') =>
  expectOk<{ list: TutorMediaItem[]; total: number }>(
    callApi('GET', `/tutor-media/list/${tutor.id}?size=100${query}`, { as }),
  )
const show = (as: Person, id: number) => callApi('PUT', `/tutor-media/${id}/shown`, { as })
const shownOf = async (as: Person, tutor: Person, kind = 'image') =>
  (await listOf(as, tutor, `&kind=${kind}`)).list.filter((one) => one.isShown).map((one) => one.id)
const cardOf = (tutor: Person) => expectOk<{ image: string }>(callApi('GET', `/user/tutor/info/${tutor.id}`))

async function studioAndTutor() {
  const studio = await newStudio()
  const tutor = await onboardedTutor()
  await expectOk(callApi('PUT', `/user/${tutor.id}`, { as: tutor, body: { studioId: studio.id } }))
  return { studio, tutor }
}

let admin: Person
beforeAll(async () => {
  admin = await newAdmin()
})

describe('the media that are uploaded of a tutor', () => {
  it('are added to the earlier ones; the newest is shown until the tutor chooses', async () => {
    const { studio, tutor } = await studioAndTutor()
    await expectOk(send(studio, tutor, { image: files.webp(500, 500) }))
    await expectOk(send(studio, tutor, { image: files.png(600, 600), thumbnail: files.png(320, 180) }))
    const { list, total } = await listOf(tutor, tutor, '&kind=image')
    expect(total).toBe(2)
    expect(list.map(({ isShown, chosenAt, uploadedBy }) => [isShown, chosenAt, uploadedBy.id])).toEqual([
      [true, null, studio.id],
      [false, null, studio.id],
    ])
    const [newer, older] = list
    await expectOk(show(tutor, older?.id ?? 0))
    expect(await shownOf(studio, tutor)).toEqual([older?.id])
    expect((await cardOf(tutor)).image).toBe(older?.src)
    expect((await fetchFile(newer?.src ?? '')).status).toBe(200)
    await expectOk(send(studio, tutor, { image: files.png(700, 700) }))
    expect(await shownOf(tutor, tutor)).toEqual([older?.id])
    expect(await outcome(show(studio, newer?.id ?? 0))).toBe('forbidden')
    expect(await shownOf(tutor, tutor, 'thumbnail')).toHaveLength(1)
  })

  it('are shown as their studio says until the tutor has chosen, and as an admin says always', async () => {
    const { studio, tutor } = await studioAndTutor()
    await expectOk(send(studio, tutor, { image: files.png(500, 500) }))
    await expectOk(send(studio, tutor, { image: files.png(600, 600) }))
    const [second, first] = (await listOf(studio, tutor)).list.map(({ id }) => id)
    await expectOk(show(studio, first ?? 0))
    expect(await shownOf(studio, tutor)).toEqual([first])
    expect(await lastAuditEntry('tutorMedia.show')).toMatchObject({ actor_id: studio.id, target_id: tutor.id })
    await expectOk(show(tutor, second ?? 0))
    await expectOk(show(admin, first ?? 0))
    expect(await shownOf(studio, tutor)).toEqual([first])
    await expectOk(show(studio, second ?? 0))
    expect(await outcome(show(studio, 999_999))).toBe('asset-not-found')
  })

  it('are managed by the tutor, the studio and admins only', async () => {
    const { studio, tutor } = await studioAndTutor()
    await expectOk(send(admin, tutor, { image: files.png(500, 500) }))
    const [item] = (await listOf(admin, tutor)).list
    for (const stranger of [await newStudio(), await onboardedTutor()]) {
      expect(await outcome(callApi('GET', `/tutor-media/list/${tutor.id}`, { as: stranger }))).toBe('forbidden')
      expect(await outcome(show(stranger, item?.id ?? 0))).toBe('forbidden')
      expect(await outcome(send(stranger, tutor, { image: files.png(500, 500) }))).toBe('forbidden')
    }
    expect(await outcome(callApi('GET', '/tutor-media/list/999999', { as: admin }))).toBe('tutor-not-found')
    expect((await listOf(studio, tutor)).total).toBe(1)
  })

  it('are uploaded by the tutor where staff allow it, and are then the tutor’s choice', async () => {
    const { studio, tutor } = await studioAndTutor()
    expect(await outcome(send(tutor, tutor, { image: files.webp(480, 480) }))).toBe('forbidden')
    await expectOk(callApi('PUT', `/user/${tutor.id}`, { as: admin, body: { bypassOnboarding: true } }))
    expect(await outcome(send(tutor, tutor, { image: files.webp(480, 481) }))).toBe('bad-request')
    await run('UPDATE users SET verified_email = 0 WHERE id = ?', tutor.id)
    expect(await outcome(send(tutor, tutor, { image: files.webp(480, 480) }))).toBe('forbidden')
    await run('UPDATE users SET verified_email = 1 WHERE id = ?', tutor.id)
    await expectOk(send(tutor, tutor, { image: files.webp(480, 480), thumbnail: files.webp(640, 360) }))
    const [own] = (await listOf(tutor, tutor, '&kind=image')).list
    expect(own).toMatchObject({ isShown: true, uploadedBy: { id: tutor.id } })
    await expectOk(send(studio, tutor, { image: files.png(500, 500) }))
    expect(await shownOf(studio, tutor)).toEqual([own?.id])
  })

  it('may be deleted, and then the next one of the studio is shown', async () => {
    const { studio, tutor } = await studioAndTutor()
    await expectOk(send(studio, tutor, { thumbnail: files.png(320, 180) }))
    const [first] = (await listOf(tutor, tutor)).list
    await expectOk(show(tutor, first?.id ?? 0))
    await expectOk(callApi('PUT', `/user/${tutor.id}`, { as: tutor, body: { thumbnail: null } }))
    expect((await listOf(tutor, tutor)).total).toBe(0)
    await eventually(async () => expect((await fetchFile(first?.src ?? '')).status).toBe(404))
    await expectOk(send(studio, tutor, { thumbnail: files.png(640, 360) }))
    expect(await shownOf(tutor, tutor, 'thumbnail')).toHaveLength(1)
  })

  it('are kept: the latest of each kind, and the one that is shown', async () => {
    const { studio, tutor } = await studioAndTutor()
    await expectOk(send(studio, tutor, { image: files.png(500, 500) }))
    const [first] = (await listOf(tutor, tutor)).list
    await expectOk(show(tutor, first?.id ?? 0))
    await run(
      `INSERT INTO assets (key, kind, owner_id, content_type, bytes, created_at)
       SELECT 'users/images/kept-' || ? || '-' || value, 'image', ?, 'image/png', 9, 1 FROM json_each(?)`,
      tutor.id,
      tutor.id,
      JSON.stringify(Array.from({ length: KEPT_MEDIA }, (_, at) => at)),
    )
    await run(
      `INSERT INTO tutor_media (tutor_id, kind, key, uploaded_by, created_at)
       SELECT owner_id, kind, key, owner_id, 1 FROM assets WHERE owner_id = ? AND key LIKE 'users/images/kept-%' ORDER BY rowid`,
      tutor.id,
    )
    await expectOk(send(studio, tutor, { image: files.png(600, 600) }))
    const { list, total } = await listOf(tutor, tutor)
    expect(total).toBe(KEPT_MEDIA + 1)
    expect(list.at(-1)).toMatchObject({ id: first?.id, isShown: true })
    expect(await row('SELECT key FROM assets WHERE key = ?', `users/images/kept-${tutor.id}-0`)).toBeNull()
  })
})

describe('a studio', () => {
  const details = { address: 'الدقي، شارع التحرير', mapUrl: 'https://maps.app.goo.gl/abc', hours: 'كل يوم من ١٢ لـ ٨' }

  it('says where it is and when it is open, which tutors read', async () => {
    const { studio, tutor } = await studioAndTutor()
    const saved = await expectOk<{ updatedAt: string }>(
      callApi('PUT', `/studio/${studio.id}`, { as: studio, body: details }),
    )
    expect(saved).toMatchObject(details)
    expect(await lastAuditEntry('studio.edit')).toMatchObject({ actor_id: studio.id, after: details })
    expect(await expectOk(callApi('GET', `/studio/${studio.id}`, { as: tutor }))).toMatchObject(details)
    const { list } = await expectOk<{ list: { id: number }[] }>(
      callApi('GET', '/user/studio/list?size=100', { as: tutor }),
    )
    expect(list.find(({ id }) => id === studio.id)).toMatchObject(details)
    await expectOk(callApi('PUT', `/studio/${studio.id}`, { as: admin, body: { hours: null } }))
    expect(await expectOk(callApi('GET', `/studio/${studio.id}`, { as: studio }))).toMatchObject({
      ...details,
      hours: null,
    })
    const stale = { 'if-match': `"${saved.updatedAt}"` }
    expect(
      await outcome(callApi('PUT', `/studio/${studio.id}`, { as: studio, body: { hours: 'x' }, headers: stale })),
    ).toBe('version-conflict')
  })

  it('names no map that is not an address of the web, and no other studio is its own', async () => {
    const { studio, tutor } = await studioAndTutor()
    const edit = (body: object, as = studio, id = studio.id) => outcome(callApi('PUT', `/studio/${id}`, { as, body }))
    expect(await edit({ mapUrl: 'javascript:alert(1)' })).toBe('bad-request')
    expect(await edit({ hours: 'x'.repeat(301) })).toBe('bad-request')
    expect(await edit({})).toBe('empty-request')
    expect(await edit(details, await newStudio())).toBe('forbidden')
    expect(await edit(details, admin, tutor.id)).toBe('user-not-found')
    expect(await outcome(callApi('GET', `/studio/${studio.id}`, { as: await newStudio() }))).toBe('forbidden')
  })

  it('and a tutor who chose it write to each other, nobody else', async () => {
    const { studio, tutor } = await studioAndTutor()
    const stranger = await onboardedTutor()
    const open = (as: Person, userId: number) => callApi('POST', '/chat/new', { as, body: { userId } })
    expect(await outcome(open(stranger, studio.id))).toBe('forbidden')
    expect(await outcome(open(studio, stranger.id))).toBe('forbidden')
    expect(await outcome(open(studio, admin.id))).toBe('forbidden')
    const { roomId } = await expectOk<{ roomId: number }>(open(tutor, studio.id))
    expect(await outcome(open(studio, tutor.id))).toBe('room-exists')
    const { list } = await expectOk<{ list: { roomId: number; otherMember: { id: number } }[] }>(
      callApi('GET', `/chat/list/rooms/${studio.id}`, { as: studio }),
    )
    expect(list).toMatchObject([{ roomId, otherMember: { id: tutor.id } }])
  })
})
