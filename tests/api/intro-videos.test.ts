import { describe, expect, it } from 'vitest'
import { addMonths } from '#domain/cairo'
import { fetchFile, upload } from '#tests/api/uploads'
import { webmOf } from '#tests/files'
import {
  callApi,
  expectOk,
  newAdmin,
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

type Video = {
  id: number
  src: string
  tutorId: number
  reviewerId: number
  state: number
  reason: string | null
  notes: { at: number; text: string }[]
}
type Lists = { main: { list: Video[] }; forReviewers?: { list: Video[] } }
const [PENDING, REJECTED, APPROVED] = [1, 2, 3]

const submit = (tutor: Person, fields: Record<string, string | Uint8Array> = {}) =>
  outcome(upload('POST', '/intro-video/with/asset', tutor, { duration: '1.5', video: webmOf(90), ...fields }))
const tryChange = (as: Person, id: number, body: Record<string, unknown>) =>
  outcome(callApi('PUT', `/intro-video/${id}`, { as, body }))
const lists = (as: Person, query = '') => expectOk<Lists>(callApi('GET', `/intro-video/list${query}`, { as }))

async function videoOf(tutor: Person): Promise<Video> {
  const [latest] = (await lists(tutor)).main.list
  if (!latest) throw new Error('There is no video')
  return latest
}

/** Two managers, the only activated ones, and a tutor. */
async function videoFixture() {
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
  it('is taken in no way before the e-mail of its tutor is proven', async () => {
    const { tutor } = await videoFixture()
    await run('UPDATE users SET verified_email = 0 WHERE id = ?', tutor.id)
    expect(await submit(tutor)).toBe('forbidden')
    const begun = callApi('POST', '/intro-video/upload', { as: tutor, body: { bytes: 1000 } })
    expect(await outcome(begun)).toBe('forbidden')
    expect((await lists(tutor)).main.list).toEqual([])
  })

  it('is assigned to a manager, and listed to the two and to admins', async () => {
    const { managers, tutor } = await videoFixture()
    expect(await submit(tutor)).toBe('ok')
    const video = await videoOf(tutor)
    expect(video).toMatchObject({ state: PENDING, tutorId: tutor.id })
    const served = await fetchFile(video.src)
    expect([served.status, served.headers.get('content-type')]).toEqual([200, 'video/webm'])
    expect((await fetchFile(`${video.src}x`)).status).toBe(404)
    const reviewer = reviewerOf(managers, video)
    expect((await lists(reviewer)).forReviewers?.list.map(({ id }) => id)).toContain(video.id)
    const [other] = managers.filter(({ id }) => id !== reviewer.id)
    expect(other && (await lists(other)).forReviewers?.list).toEqual([])
    expect((await lists(await newAdmin(), `?tutorIds[]=${tutor.id}`)).main.list).toHaveLength(1)
    const one = (await lists(await newAdmin(), `?ids[]=${video.id}&state=${PENDING}`)).main.list
    expect(one).toMatchObject([{ id: video.id, tutor: { id: tutor.id }, reviewer: { id: reviewer.id } }])
    expect((await lists(await newAdmin(), `?ids[]=${video.id}&state=${APPROVED}`)).main.list).toEqual([])
    expect(await outcome(callApi('GET', `/intro-video/list?tutorIds[]=${tutor.id}`, { as: tutor }))).toBe('forbidden')
    expect((await lists(await onboardedTutor())).main.list).toEqual([])
  })

  it('must last one to three minutes and be a video', async () => {
    const { tutor } = await videoFixture()
    expect(await submit(tutor, { duration: '0.9' })).toBe('short-video-dur')
    expect(await submit(tutor, { duration: '3.1' })).toBe('long-video-dur')
    expect(await submit(tutor, { video: new Uint8Array([1, 2, 3]) })).toBe('bad-request')
    expect(await outcome(upload('POST', '/intro-video/with/asset', tutor, { duration: '2' }))).toBe('bad-request')
    for (const person of [await verifiedStudent(), await tutorManager(), await newAdmin()])
      expect(await submit(person)).toBe('forbidden')
    expect((await lists(tutor)).main.list).toEqual([])
  })

  it('is refused for its fields and for another video before its bytes, in whatever order the form has them', async () => {
    const { tutor } = await videoFixture()
    const noVideo = new Uint8Array(9 * 1024 * 1024).fill(7)
    const send = (fields: Record<string, string | Uint8Array>) =>
      outcome(upload('POST', '/intro-video/with/asset', tutor, fields))
    expect(await submit(tutor, { duration: '0.9', video: noVideo })).toBe('short-video-dur')
    expect(await send({ video: noVideo, duration: '3.1' })).toBe('long-video-dur')
    expect(await send({ video: noVideo, duration: '2' })).toBe('bad-request')
    expect(await submit(tutor)).toBe('ok')
    expect(await submit(tutor, { video: noVideo })).toBe('intro-video-exists')
  })

  it('is limited to one per tutor; after a rejection a new one is allowed three months later, with another reviewer', async () => {
    const { managers, tutor } = await videoFixture()
    const answers = await Promise.all([submit(tutor), submit(tutor), submit(tutor)])
    expect(answers.toSorted()).toEqual(['intro-video-exists', 'intro-video-exists', 'ok'])
    const first = await videoOf(tutor)
    expect(await tryChange(reviewerOf(managers, first), first.id, { state: REJECTED, reason: 'الصوت واطي' })).toBe('ok')
    expect(await submit(tutor)).toBe('forbidden')
    setNow(addMonths(NOW, 3))
    const tutorLater = { ...tutor, token: await tokenFor(tutor.id) }
    expect(await submit(tutorLater)).toBe('ok')
    expect((await videoOf(tutorLater)).reviewerId).not.toBe(first.reviewerId)
  })
})

describe('a change of an intro video', () => {
  it('is a verdict of its reviewer, or another reviewer by an admin, which makes it pending again', async () => {
    const { managers, tutor } = await videoFixture()
    await submit(tutor)
    const video = await videoOf(tutor)
    const reviewer = reviewerOf(managers, video)
    const [other] = managers.filter(({ id }) => id !== reviewer.id)
    if (!other) throw new Error('There are two managers')
    const adel = await newAdmin()
    expect(await tryChange(other, video.id, { state: APPROVED })).toBe('forbidden')
    expect(await tryChange(reviewer, video.id, { reviewerId: other.id })).toBe('forbidden')
    expect(await tryChange(reviewer, video.id, {})).toBe('empty-request')
    expect(await tryChange(tutor, video.id, { state: APPROVED })).toBe('forbidden')
    expect(await tryChange(adel, 999_999, { state: APPROVED })).toBe('intro-video-not-found')
    expect(await tryChange(reviewer, video.id, { state: APPROVED })).toBe('ok')
    expect(await lastAuditEntry('introVideo.update')).toMatchObject({
      actor_id: reviewer.id,
      after: { state: APPROVED },
    })
    expect((await lists(adel, `?approved=true&tutorIds[]=${tutor.id}`)).main.list).toHaveLength(1)
    expect(await tryChange(adel, video.id, { reviewerId: tutor.id })).toBe('inactive-tutor-manager')
    expect(await tryChange(adel, video.id, { reviewerId: other.id })).toBe('ok')
    expect(await videoOf(tutor)).toMatchObject({ reviewerId: other.id, state: PENDING })
  })
})

describe('a review', () => {
  const NOTES = [
    { at: 48, text: 'المثال ده حلو' },
    { at: 4, text: 'ابدأ باسمك' },
  ]
  const SORTED = [...NOTES].reverse()

  /** A pending video, its tutor and its reviewer. */
  async function reviewFixture() {
    const { managers, tutor } = await videoFixture()
    await submit(tutor)
    const video = await videoOf(tutor)
    return { tutor, video, reviewer: reviewerOf(managers, video) }
  }

  it('rejects with a reason, which the tutor reads with the notes', async () => {
    const { tutor, video, reviewer } = await reviewFixture()
    expect(video).toMatchObject({ reason: null, notes: [] })
    const reason = 'الصوت واطي'
    expect(await tryChange(reviewer, video.id, { state: REJECTED })).toBe('intro-video-reason-required')
    expect(await tryChange(reviewer, video.id, { state: REJECTED, reason: '  لا ' })).toBe(
      'intro-video-reason-required',
    )
    const long = 'ص'.repeat(501)
    expect(await tryChange(reviewer, video.id, { state: REJECTED, reason: long })).toBe('intro-video-reason-too-long')
    expect(await videoOf(tutor)).toMatchObject({ state: PENDING })
    expect(await tryChange(reviewer, video.id, { state: REJECTED, reason: ` ${reason} `, notes: NOTES })).toBe('ok')
    expect(await videoOf(tutor)).toMatchObject({ state: REJECTED, reason, notes: SORTED })
    expect(await lastAuditEntry('introVideo.update')).toMatchObject({
      before: { state: PENDING, reason: null, notes: [] },
      after: { state: REJECTED, reason, notes: SORTED },
    })
  })

  it('gives a reason to nothing but a rejection, and takes it away with the rejection', async () => {
    const { tutor, video, reviewer } = await reviewFixture()
    for (const change of [{ reason: 'الصوت واطي' }, { state: APPROVED, reason: 'الصوت واطي' }])
      expect(await tryChange(reviewer, video.id, change)).toBe('illegal')
    expect(await tryChange(reviewer, video.id, { state: REJECTED, reason: 'الصوت واطي' })).toBe('ok')
    expect(await tryChange(reviewer, video.id, { reason: 'الإضاءة ضعيفة' })).toBe('ok')
    expect(await videoOf(tutor)).toMatchObject({ state: REJECTED, reason: 'الإضاءة ضعيفة' })
    expect(await tryChange(reviewer, video.id, { state: PENDING })).toBe('ok')
    expect(await videoOf(tutor)).toMatchObject({ state: PENDING, reason: null })
  })

  it('keeps notes from the tutor until the video is judged', async () => {
    const { tutor, video, reviewer } = await reviewFixture()
    expect(await tryChange(reviewer, video.id, { notes: NOTES })).toBe('ok')
    const noted = (await lists(reviewer)).forReviewers?.list.find(({ id }) => id === video.id)
    expect(noted).toMatchObject({ state: PENDING, notes: SORTED })
    expect(await videoOf(tutor)).toMatchObject({ notes: [] })
    expect(await tryChange(reviewer, video.id, { state: APPROVED })).toBe('ok')
    expect(await videoOf(tutor)).toMatchObject({ state: APPROVED, notes: SORTED })
  })

  it('has at most 30 notes at moments of the video, of 1 to 300 characters', async () => {
    const { tutor, video, reviewer } = await reviewFixture()
    const note = (at: number, text: string) => ({ notes: [{ at, text }] })
    expect(await tryChange(reviewer, video.id, note(3, ' '))).toBe('intro-video-note-empty')
    expect(await tryChange(reviewer, video.id, note(3, 'ص'.repeat(301)))).toBe('intro-video-note-too-long')
    for (const at of [-1, 1.5, 182]) expect(await tryChange(reviewer, video.id, note(at, 'ملاحظة'))).toBe('bad-request')
    const many = Array.from({ length: 31 }, (_, at) => ({ at, text: 'ملاحظة' }))
    expect(await tryChange(reviewer, video.id, { notes: many })).toBe('bad-request')
    expect(await tryChange(reviewer, video.id, { notes: many.slice(1) })).toBe('ok')
    expect(await tryChange(tutor, video.id, { notes: [] })).toBe('forbidden')
  })
})
