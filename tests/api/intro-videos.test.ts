import { describe, expect, it } from 'vitest'
import { addMonths } from '#domain/cairo'
import { fetchFile, upload } from '#tests/api/uploads'
import { mp4 } from '#tests/files'
import {
  admin,
  callApi,
  expectOk,
  onboardedTutor,
  outcome,
  type Person,
  run,
  setNow,
  tokenFor,
  tutorManager,
  verifiedStudent,
} from '#tests/people'
import { NOW, startClockAtNoon } from './lesson-fixtures.ts'
import { lastAuditEntry } from './staff-fixtures.ts'

startClockAtNoon()

type Video = { id: number; src: string; tutorId: number; reviewerId: number; state: number }
type Lists = { main: { list: Video[] }; forReviewers?: { list: Video[] } }
const [PENDING, REJECTED, APPROVED] = [1, 2, 3]

const submit = (tutor: Person, fields: Record<string, string | Uint8Array> = {}) =>
  outcome(upload('POST', '/intro-video/with/asset', tutor, { duration: '1.5', video: mp4(), ...fields }))
const changed = (as: Person, id: number, body: Record<string, unknown>) =>
  outcome(callApi('PUT', `/intro-video/${id}`, { as, body }))
const lists = (as: Person, query = '') => expectOk<Lists>(callApi('GET', `/intro-video/list${query}`, { as }))

async function videoOf(tutor: Person): Promise<Video> {
  const [latest] = (await lists(tutor)).main.list
  if (!latest) throw new Error('There is no video')
  return latest
}

/** Two managers, the only ones who are activated, and a tutor. */
async function stage() {
  await run('UPDATE tutors SET activated = 0 WHERE id IN (SELECT id FROM users WHERE role = 5)')
  const [mona, heba, tutor] = await Promise.all([tutorManager(), tutorManager('هبة سامي'), onboardedTutor()])
  return { managers: [mona, heba], tutor }
}

const reviewerOf = (managers: Person[], { reviewerId }: Video): Person => {
  const reviewer = managers.find(({ id }) => id === reviewerId)
  if (!reviewer) throw new Error('Somebody else reviews it')
  return reviewer
}

describe('an intro video', () => {
  it('is given to a manager, and seen by those two and admins', async () => {
    const { managers, tutor } = await stage()
    expect(await submit(tutor)).toBe('ok')
    const video = await videoOf(tutor)
    expect(video).toMatchObject({ state: PENDING, tutorId: tutor.id })
    const served = await fetchFile(video.src)
    expect([served.status, served.headers.get('content-type')]).toEqual([200, 'video/mp4'])
    expect((await fetchFile(`${video.src}x`)).status).not.toBe(200)
    const reviewer = reviewerOf(managers, video)
    expect((await lists(reviewer)).forReviewers?.list.map(({ id }) => id)).toContain(video.id)
    const [other] = managers.filter(({ id }) => id !== reviewer.id)
    expect(other && (await lists(other)).forReviewers?.list).toEqual([])
    expect((await lists(await admin(), `?tutorIds[]=${tutor.id}`)).main.list).toHaveLength(1)
    expect(await outcome(callApi('GET', `/intro-video/list?tutorIds[]=${tutor.id}`, { as: tutor }))).toBe('forbidden')
    expect((await lists(await onboardedTutor())).main.list).toEqual([])
  })

  it('lasts one to three minutes and is a film', async () => {
    const { tutor } = await stage()
    expect(await submit(tutor, { duration: '0.9' })).toBe('short-video-dur')
    expect(await submit(tutor, { duration: '3.1' })).toBe('long-video-dur')
    expect(await submit(tutor, { video: new Uint8Array([1, 2, 3]) })).toBe('bad-request')
    expect(await outcome(upload('POST', '/intro-video/with/asset', tutor, { duration: '2' }))).toBe('bad-request')
    for (const nobody of [await verifiedStudent(), await tutorManager(), await admin()])
      expect(await submit(nobody)).toBe('forbidden')
    expect((await lists(tutor)).main.list).toEqual([])
  })

  it('is one a tutor, from however many tabs; after a rejection the next comes three months later, to somebody else', async () => {
    const { managers, tutor } = await stage()
    const answers = await Promise.all([submit(tutor), submit(tutor), submit(tutor)])
    expect(answers.toSorted()).toEqual(['intro-video-exists', 'intro-video-exists', 'ok'])
    const first = await videoOf(tutor)
    expect(await changed(reviewerOf(managers, first), first.id, { state: REJECTED })).toBe('ok')
    expect(await submit(tutor)).toBe('forbidden')
    setNow(addMonths(NOW, 3))
    const later = { ...tutor, token: await tokenFor(tutor.id) }
    expect(await submit(later)).toBe('ok')
    expect((await videoOf(later)).reviewerId).not.toBe(first.reviewerId)
  })
})

describe('a change of an intro video', () => {
  it('is its reviewer’s verdict, or an admin’s choice of another reviewer, who begins anew', async () => {
    const { managers, tutor } = await stage()
    await submit(tutor)
    const video = await videoOf(tutor)
    const reviewer = reviewerOf(managers, video)
    const [other] = managers.filter(({ id }) => id !== reviewer.id)
    if (!other) throw new Error('There are two managers')
    const adel = await admin()
    expect(await changed(other, video.id, { state: APPROVED })).toBe('forbidden')
    expect(await changed(reviewer, video.id, { reviewerId: other.id })).toBe('forbidden')
    expect(await changed(reviewer, video.id, {})).toBe('empty-request')
    expect(await changed(tutor, video.id, { state: APPROVED })).toBe('forbidden')
    expect(await changed(adel, 999_999, { state: APPROVED })).toBe('intro-video-not-found')
    expect(await changed(reviewer, video.id, { state: APPROVED })).toBe('ok')
    expect(await lastAuditEntry('introVideo.update')).toMatchObject({
      actor_id: reviewer.id,
      after: { state: APPROVED },
    })
    expect((await lists(adel, `?approved=true&tutorIds[]=${tutor.id}`)).main.list).toHaveLength(1)
    expect(await changed(adel, video.id, { reviewerId: tutor.id })).toBe('inactive-tutor-manager')
    expect(await changed(adel, video.id, { reviewerId: other.id })).toBe('ok')
    expect(await videoOf(tutor)).toMatchObject({ reviewerId: other.id, state: PENDING })
  })
})
