import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { seeded } from '#db/demo/random'
import {
  callApi,
  expectOk,
  insertLesson,
  newAdmin,
  newStudent,
  newStudio,
  newSuperAdmin,
  onboardedTutor,
  openSlot,
  type Person,
  rows,
  run,
  setNow,
  verifiedStudent,
} from '#tests/people'
import { newStaff } from './staff-fixtures.ts'

const WEDNESDAY = Date.parse('2026-02-11T10:00:00Z')
const HOUR = 3_600_000
const iso = (at: number) => new Date(at).toISOString()

type TutorSummary = { id: number; name: string | null; image: string | null }
type Page<T = TutorSummary> = { list: T[]; total: number }

let admin: Person
let adel: Person

const idsOf = ({ list }: Page) => list.map(({ id }) => id)

beforeAll(async () => {
  adel = await newSuperAdmin()
  admin = await newAdmin()
})
beforeEach(() => () => vi.useRealTimers())

describe('a tutor’s onboarding state', () => {
  const meta = (tutorId: number, as: Person) => callApi('GET', `/user/tutor/meta?tutorId=${tutorId}`, { as })

  it('shows the passed steps, by the latest interview', async () => {
    const tutor = await onboardedTutor()
    const manager = await newStaff(adel, 5)
    const slot = await openSlot(manager, Date.now() + HOUR - (Date.now() % HOUR), 2, 1)
    const none = { passedIntroVideo: false, passedInterview: false, passedDemoSession: false }
    expect((await meta(tutor.id, tutor)).body).toMatchObject({ id: tutor.id, activated: true, ...none })
    const interview = (status: number, createdAt: number) =>
      run(
        `INSERT INTO interviews (session_id, interviewer_id, interviewee_id, slot_id, start, status, created_at, updated_at)
         VALUES (?, ?, ?, ?, 900000, ?, ?, ?)`,
        `interview:${crypto.randomUUID()}`,
        manager.id,
        tutor.id,
        slot.id,
        status,
        createdAt,
        createdAt,
      )
    await interview(2, 1)
    expect((await meta(tutor.id, tutor)).body).toMatchObject({ ...none, passedInterview: true })
    await interview(3, 2)
    await run(
      'INSERT INTO intro_videos (src, tutor_id, reviewer_id, state, created_at, updated_at) VALUES (?, ?, ?, 3, 1, 1)',
      'tutors/intro-videos/x',
      tutor.id,
      manager.id,
    )
    await run(
      `INSERT INTO demo_sessions (session_id, tutor_id, slot_id, start, status, created_at, updated_at)
       VALUES (?, ?, ?, 900000, 2, 1, 1)`,
      `demo:${crypto.randomUUID()}`,
      tutor.id,
      slot.id,
    )
    expect((await meta(tutor.id, admin)).body).toMatchObject({
      passedIntroVideo: true,
      passedInterview: false,
      passedDemoSession: true,
    })
    expect((await meta(manager.id, manager)).body).toMatchObject({
      passedIntroVideo: true,
      passedInterview: true,
      passedDemoSession: true,
    })
  })

  it('is shown to the tutor and to admins', async () => {
    const tutor = await onboardedTutor()
    const other = await onboardedTutor()
    expect(await meta(tutor.id, other)).toMatchObject({ status: 403, code: 'forbidden' })
    expect(await meta(tutor.id, await newStudent())).toMatchObject({ code: 'forbidden' })
    expect(await meta(999_999, admin)).toMatchObject({ status: 404, code: 'tutor-not-found' })
  })
})

describe('tutors whom a student has not written to', () => {
  it('are no longer listed once the two share a chat room', async () => {
    setNow(WEDNESDAY)
    const sara = await verifiedStudent()
    const omar = await onboardedTutor('عمر حسن')
    const karim = await onboardedTutor('كريم سامي')
    const uncontacted = () =>
      expectOk<Page<TutorSummary & { online: boolean; lastSeen: string | null; bio: string }>>(
        callApi('GET', '/user/tutor/list/uncontacted?size=100', { as: sara }),
      )
    const first = await uncontacted()
    expect(idsOf(first)).toEqual(expect.arrayContaining([omar.id, karim.id]))
    expect(first.list.find(({ id }) => id === omar.id)).toMatchObject({ name: 'عمر حسن', online: false, role: 3 })
    expect(first.list[0]).not.toHaveProperty('email')
    const slot = await openSlot(omar, WEDNESDAY + HOUR, 1)
    const body = { tutorId: omar.id, slotId: slot.id, start: slot.start, duration: 15 }
    await expectOk(callApi('POST', '/lesson/', { as: sara, body }))
    const after = await uncontacted()
    expect(idsOf(after)).toContain(karim.id)
    expect(idsOf(after)).not.toContain(omar.id)
    expect([first.total, after.total]).toEqual([first.list.length, first.list.length - 1])
    await expectOk(callApi('PUT', `/user/${karim.id}`, { as: admin, body: { activated: false } }))
    expect(idsOf(await uncontacted())).not.toContain(karim.id)
  })
})

describe('all tutors for admins', () => {
  it('are filtered by fields and by missing fields', async () => {
    const omar = await onboardedTutor('عمر المحمدي', 45)
    await run('UPDATE tutors SET video = NULL, about = NULL WHERE id = ?', omar.id)
    await run('UPDATE users SET birth_year = 1971, notification_method = 1 WHERE id = ?', omar.id)
    const find = async (query: string) =>
      idsOf(await expectOk<Page>(callApi('GET', `/user/tutor/full-tutors?${query}&size=100`, { as: admin })))
    const byName = `name=${encodeURIComponent('عمر المحمدى')}`
    expect(await find(byName)).toEqual([omar.id])
    for (const query of [
      'video=false',
      'thumbnail=true',
      'image=true',
      'password=true',
      'activated=true',
      'about=null',
      'notice=45',
      'notice[gte]=45&notice[lt]=46',
      'notice[noeq]=44',
      'birthYear[lte]=1971',
      'verifiedEmail=true',
      'notificationMethod[]=1',
      'city[]=1&city[]=2',
      'gender[]=male',
      'createdAt[gte]=2020-01-01T00:00:00Z',
    ])
      expect(await find(`${byName}&${query}`), query).toEqual([omar.id])
    for (const query of [
      'video=true',
      'password=false',
      'activated=false',
      'phone=null',
      'notice[gt]=45',
      'birthYear=1970',
      'verifiedWhatsapp=true',
      'city[]=9',
      'gender[]=female',
      'createdAt[lt]=2020-01-01T00:00:00Z',
      'match=suffix&email=tutor',
      'email=%25',
    ])
      expect(await find(`${byName}&${query}`), query).toEqual([])
    const full = await expectOk<
      Page<TutorSummary & { meta: { createdAt: string }; createdAt: string; studioId: null }>
    >(callApi('GET', `/user/tutor/full-tutors?${byName}`, { as: admin }))
    expect(full.list[0]).toMatchObject({ id: omar.id, notice: 45, studioId: null, role: 3, video: null })
    expect(full.list[0]?.meta.createdAt).toMatch(/Z$/)
    expect(full.list[0]).not.toHaveProperty('passwordHash')
    expect(await callApi('GET', '/user/tutor/full-tutors', { as: omar })).toMatchObject({ code: 'forbidden' })
  })

  it('have the minutes taught in lessons that overlap the window and were not cancelled', async () => {
    setNow(WEDNESDAY)
    const omar = await onboardedTutor()
    const slot = await openSlot(omar, WEDNESDAY + HOUR, 2)
    const book = async (start: number, duration: 15 | 30) => {
      const student = await verifiedStudent()
      const body = { tutorId: omar.id, slotId: slot.id, start: iso(start), duration }
      return expectOk<{ id: number }>(callApi('POST', '/lesson/', { as: student, body }))
    }
    await book(WEDNESDAY + HOUR, 30)
    await book(WEDNESDAY + 2 * HOUR, 15)
    const cancelled = await book(WEDNESDAY + 2 * HOUR + HOUR / 2, 30)
    await expectOk(callApi('DELETE', `/lesson/${cancelled.id}`, { as: omar }))
    const minutes = async (after: number, before: number) => {
      const list = await expectOk<{ tutorId: number; tutoringMinutes: number }[]>(
        callApi('GET', `/user/tutor/tutoring-minutes?after=${iso(after)}&before=${iso(before)}`, { as: admin }),
      )
      return list.find(({ tutorId }) => tutorId === omar.id)?.tutoringMinutes
    }
    expect(await minutes(WEDNESDAY, WEDNESDAY + 4 * HOUR)).toBe(45)
    expect(await minutes(WEDNESDAY + HOUR + 1, WEDNESDAY + 2 * HOUR)).toBe(30)
    expect(await minutes(WEDNESDAY + 1.5 * HOUR, WEDNESDAY + 2 * HOUR)).toBeUndefined()
    const backwards = `/user/tutor/tutoring-minutes?after=${iso(2)}&before=${iso(1)}`
    expect(await callApi('GET', backwards, { as: admin })).toMatchObject({ status: 400, code: 'bad-request' })
    expect((await callApi('GET', '/user/tutor/tutoring-minutes', { as: admin })).status).toBe(200)
  })

  it('have the minutes of all lessons that overlap the window, whatever the window', async () => {
    const [tutors, student] = [[await onboardedTutor(), await onboardedTutor()], await verifiedStudent()]
    const random = seeded('tutoring-minutes')
    for (const tutor of tutors)
      for (let hour = 0; hour < 30; hour++) {
        const start = WEDNESDAY + 24 * HOUR + hour * HOUR + random.int(0, 2) * (HOUR / 4)
        await insertLesson({ tutor, student, start, duration: random.pick([15, 30]) })
      }
    const moment = () => WEDNESDAY + 24 * HOUR + random.int(-4, 130) * (HOUR / 4) + random.pick([0, 0, 1, -1])
    for (let round = 0; round < 40; round++) {
      const [one, other] = [moment(), random.chance(0.3) ? moment() : moment() + HOUR]
      const window = { after: Math.min(one, other), before: Math.max(one, other) }
      const asked = random.pick([['after'], ['before'], ['after', 'before'], ['after', 'before']] as const)
      const query = new URLSearchParams(asked.map((bound) => [bound, iso(window[bound])]))
      const found = await expectOk<{ tutorId: number; tutoringMinutes: number }[]>(
        callApi('GET', `/user/tutor/tutoring-minutes?${query}`, { as: admin }),
      )
      const [after, before] =
        asked.length === 2
          ? [window.after, window.before]
          : asked[0] === 'after'
            ? [window.after, 1e15]
            : [-1, window.before]
      const counted = await rows(
        `SELECT s.user_id AS tutorId, SUM(l.duration) AS tutoringMinutes FROM lessons l
         JOIN availability_slots s ON s.id = l.slot_id
         WHERE l.canceled_at IS NULL AND l.start + l.duration * 60000 > ? AND l.start < ?
         GROUP BY 1 ORDER BY 2 DESC, 1`,
        after,
        before,
      )
      expect(found, String(query)).toEqual(counted)
    }
  })
})

describe('a studio’s tutors', () => {
  it('are those who chose it, also in a search', async () => {
    const studio = await newStudio()
    const other = await newStudio()
    const omar = await onboardedTutor('عمر حسن')
    const karim = await onboardedTutor('كريم سامي')
    await expectOk(callApi('PUT', `/user/${omar.id}`, { as: omar, body: { studioId: studio.id } }))
    await expectOk(callApi('PUT', `/user/${karim.id}`, { as: karim, body: { studioId: other.id } }))
    const all = (as: Person, query = '') => callApi('GET', `/user/tutor/all/for/studio?${query}`, { as })
    const own = await expectOk<Page>(all(studio))
    expect(own).toMatchObject({ total: 1, list: [{ id: omar.id, studioId: studio.id, email: omar.email }] })
    expect(own.list[0]?.image).toMatch(/^\/api\/v1\//)
    expect(idsOf(await expectOk<Page>(all(studio, `search=${encodeURIComponent('كريم')}`)))).toEqual([])
    expect(await all(studio, `studioId=${other.id}`)).toMatchObject({ status: 403, code: 'forbidden' })
    expect(idsOf(await expectOk<Page>(all(admin, `studioId=${other.id}`)))).toEqual([karim.id])
    const read = (id: number, as: Person) => callApi('GET', `/user/tutor/${id}/for/studio`, { as })
    expect((await read(omar.id, studio)).body).toMatchObject({ id: omar.id })
    expect(await read(karim.id, studio)).toMatchObject({ code: 'forbidden' })
    expect((await read(karim.id, admin)).status).toBe(200)
    expect(await read(999_999, studio)).toMatchObject({ status: 404, code: 'tutor-not-found' })
  })
})
