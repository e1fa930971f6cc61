import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  callApi,
  expectOk,
  newAdmin,
  newStudent,
  newStudio,
  newSuperAdmin,
  onboardedTutor,
  openSlot,
  type Person,
  run,
  setNow,
  verifiedStudent,
} from '#tests/people'
import { lastAuditEntry } from './staff-fixtures.ts'

/** A Wednesday noon in Cairo, far from any change of daylight saving time. */
const WEDNESDAY = Date.parse('2026-02-11T10:00:00Z')
const HOUR = 3_600_000

type Rating = { id: number; value: number; feedback: string | null; updatedAt: string }
type RatingWithPeople = Rating & { rater: { id: number }; ratee: { id: number; name: string; image: string } }
type RatingPage = { list: RatingWithPeople[]; total: number }

const rate = (as: Person, rateeId: number, value = 5, feedback: string | null = null) =>
  callApi('POST', '/rating/', { as, body: { rateeId, value, feedback } })

/** A student whose lesson with this tutor has begun. */
async function studentInLessonOf(tutor: Person): Promise<Person> {
  setNow(WEDNESDAY)
  const student = await verifiedStudent()
  const slot = await openSlot(tutor, WEDNESDAY + HOUR, 1)
  const body = { tutorId: tutor.id, slotId: slot.id, start: slot.start, duration: 15 }
  await expectOk(callApi('POST', '/lesson/', { as: student, body }))
  setNow(WEDNESDAY + HOUR + 1)
  return student
}

beforeEach(() => {
  setNow(WEDNESDAY)
  return () => vi.useRealTimers()
})

describe('rating a tutor', () => {
  it('is possible once, after a lesson has begun, and changes the tutor’s card at once', async () => {
    const tutor = await onboardedTutor()
    const card = () =>
      expectOk<{ avgRating: number; ratingCount: number }>(callApi('GET', `/user/tutor/info/${tutor.id}`))
    const stranger = await newStudent()
    expect(await rate(stranger, tutor.id)).toMatchObject({ status: 403, code: 'forbidden' })
    const sara = await studentInLessonOf(tutor)
    expect(await card()).toMatchObject({ avgRating: 0, ratingCount: 0 })
    const rating = await expectOk<Rating>(rate(sara, tutor.id, 4, 'شرح جميل وواضح'))
    expect(rating).toMatchObject({ value: 4, feedback: 'شرح جميل وواضح' })
    expect(await card()).toMatchObject({ avgRating: 4, ratingCount: 1 })
    expect(await rate(sara, tutor.id)).toMatchObject({ status: 409, code: 'rating-exists' })
    await expectOk(callApi('PUT', `/rating/${rating.id}`, { as: sara, body: { value: 2 } }))
    expect(await card()).toMatchObject({ avgRating: 2, ratingCount: 1 })
    await expectOk(callApi('DELETE', `/rating/${rating.id}`, { as: sara }))
    expect(await card()).toMatchObject({ avgRating: 0, ratingCount: 0 })
    expect(await callApi('GET', `/rating/${rating.id}`, { as: sara })).toMatchObject({ code: 'rating-not-found' })
  })

  it('is not possible before the lesson begins, nor after its cancellation', async () => {
    const tutor = await onboardedTutor()
    const sara = await studentInLessonOf(tutor)
    setNow(WEDNESDAY + HOUR)
    expect(await rate(sara, tutor.id)).toMatchObject({ code: 'forbidden' })
    setNow(WEDNESDAY + HOUR + 1)
    const { list } = await expectOk<{ list: { lesson: { id: number } }[] }>(
      callApi('GET', `/lesson/list/?users[]=${sara.id}`, { as: sara }),
    )
    await expectOk(callApi('DELETE', `/lesson/${list[0]?.lesson.id}`, { as: tutor }))
    expect(await rate(sara, tutor.id)).toMatchObject({ code: 'forbidden' })
  })

  it('counts once for concurrent requests', async () => {
    const tutor = await onboardedTutor()
    const sara = await studentInLessonOf(tutor)
    const answers = await Promise.all([rate(sara, tutor.id), rate(sara, tutor.id), rate(sara, tutor.id)])
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409, 409])
  })

  it('answers an error code for each invalid value or text', async () => {
    const tutor = await onboardedTutor()
    const sara = await studentInLessonOf(tutor)
    expect(await rate(sara, tutor.id, 0)).toMatchObject({ status: 400, code: 'too-low-rating-value' })
    expect(await rate(sara, tutor.id, 6)).toMatchObject({ status: 400, code: 'too-high-rating-value' })
    expect(await rate(sara, tutor.id, 5, 'اه')).toMatchObject({ status: 400, code: 'too-short-rating-text' })
    expect(await rate(sara, tutor.id, 5, 'ا'.repeat(1001))).toMatchObject({ code: 'too-long-rating-text' })
    expect(await rate(sara, 999_999)).toMatchObject({ status: 404, code: 'user-not-found' })
    const rating = await expectOk<Rating>(rate(sara, tutor.id))
    expect(await callApi('PUT', `/rating/${rating.id}`, { as: sara, body: {} })).toMatchObject({
      code: 'empty-request',
    })
  })
})

describe('who has given a rating', () => {
  it('is a first name and an initial without an id, for all but the rater and admins', async () => {
    const tutor = await onboardedTutor()
    const sara = await studentInLessonOf(tutor)
    await run('UPDATE users SET name = ? WHERE id = ?', 'سارة محمد علي', sara.id)
    await expectOk(rate(sara, tutor.id, 5, 'بتشرح كويس'))
    type Received = { list: { name: string; userId: number | null; rater: { id: number | null; name: string } }[] }
    const seen = async (as: Person | null) => {
      const lists = ['tutor', 'ratee'].map((of) =>
        expectOk<Received>(callApi('GET', `/rating/list/${of}/${tutor.id}`, { as })),
      )
      const [onPage, received] = (await Promise.all(lists)).map(({ list: [one] }) => one)
      return [onPage?.name, onPage?.userId, received?.rater.name, received?.rater.id]
    }
    const ofStrangers = ['سارة ع.', null, 'سارة ع.', null]
    for (const as of [null, tutor, await verifiedStudent()]) expect(await seen(as)).toEqual(ofStrangers)
    expect(await seen(sara)).toEqual(['سارة محمد علي', sara.id, 'سارة محمد علي', sara.id])
    expect((await seen(await newSuperAdmin())).slice(2)).toEqual(['سارة محمد علي', sara.id])
    const texts = await Promise.all(
      ['tutor', 'ratee'].map(async (of) =>
        JSON.stringify((await callApi('GET', `/rating/list/${of}/${tutor.id}`)).body),
      ),
    )
    for (const text of texts) expect(text).not.toMatch(new RegExp(`محمد|"[a-zA-Z]*[iI]d":${sara.id}\\b`))
  })
})

describe('rating a studio', () => {
  it('is possible for tutors whose video it made; its ratings are shown to admins', async () => {
    const adel = await newSuperAdmin()
    const studio = await newStudio()
    const tutor = await onboardedTutor()
    expect(await rate(tutor, studio.id)).toMatchObject({ code: 'forbidden' })
    await run('UPDATE tutors SET studio_id = ? WHERE id = ?', studio.id, tutor.id)
    await expectOk(rate(tutor, studio.id, 3))
    const list = (as: Person | null) => callApi('GET', `/rating/list/ratee/${studio.id}`, { as })
    expect(await list(tutor)).toMatchObject({ status: 403, code: 'forbidden' })
    expect(await list(null)).toMatchObject({ status: 401, code: 'unauthenticated' })
    expect((await expectOk<RatingPage>(list(adel))).total).toBe(1)
  })
})

describe('reading and moderating ratings', () => {
  it('a rating is read and changed by its rater and by admins, whose changes are audited', async () => {
    const admin = await newAdmin()
    const tutor = await onboardedTutor('كريم سامي')
    const sara = await studentInLessonOf(tutor)
    const rating = await expectOk<Rating>(rate(sara, tutor.id, 1, 'كلام مش لطيف'))
    const read = (as: Person) => callApi('GET', `/rating/${rating.id}`, { as })
    expect(await read(tutor)).toMatchObject({ status: 403, code: 'forbidden' })
    const seen = await expectOk<RatingWithPeople>(read(sara))
    expect(seen).toMatchObject({ rater: { id: sara.id }, ratee: { id: tutor.id, name: 'كريم سامي' } })
    expect(seen.ratee.image).toMatch(/^\/api\/v1\/assets\/uploads\//)

    await expectOk(callApi('PUT', `/rating/${rating.id}`, { as: admin, body: { feedback: null } }))
    expect(await lastAuditEntry('rating.edit')).toMatchObject({
      actor_id: admin.id,
      target_id: rating.id,
      before: { value: 1, feedback: 'كلام مش لطيف' },
      after: { value: 1, feedback: null },
    })
    await expectOk(callApi('DELETE', `/rating/${rating.id}`, { as: admin }))
    expect(await lastAuditEntry('rating.delete')).toMatchObject({ before: { raterId: sara.id, rateeId: tutor.id } })
  })

  it('lists given ratings to the rater only, and received ones of a tutor to everybody', async () => {
    const tutor = await onboardedTutor()
    const sara = await studentInLessonOf(tutor)
    await expectOk(rate(sara, tutor.id))
    const given = (as: Person) => callApi('GET', `/rating/list/rater/${sara.id}`, { as })
    expect((await expectOk<RatingPage>(given(sara))).list[0]?.ratee.id).toBe(tutor.id)
    expect(await given(tutor)).toMatchObject({ code: 'forbidden' })
    const received = await expectOk<RatingPage>(callApi('GET', `/rating/list/ratee/${tutor.id}?size=1`))
    expect(received).toMatchObject({ total: 1, list: [{ ratee: { id: tutor.id } }] })
    expect(await callApi('GET', '/rating/list/ratee/999999')).toMatchObject({ code: 'user-not-found' })
    expect(await callApi('GET', `/rating/list/ratee/${sara.id}`, { as: tutor })).toMatchObject({ code: 'forbidden' })
  })
})
