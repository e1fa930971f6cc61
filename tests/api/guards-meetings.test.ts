import { describe, expect, it } from 'vitest'
import { addMonths, hours } from '#domain/cairo'
import { webmOf } from '#tests/files'
import {
  callApi,
  expectOk,
  insertSlot,
  newAdmin,
  onboardedTutor,
  outcome,
  type Person,
  row,
  rows,
  run,
  setNow,
  tokenFor,
  triggerJob,
  tutorManager,
  verifiedStudent,
} from '#tests/people'
import { at, book, iso, NOW, remainingMinutes, startClockAtNoon, storedLesson, tryCancel } from './lesson-fixtures.ts'
import { race } from './race.ts'
import { upload } from './uploads.ts'

startClockAtNoon()

const PENDING = 1
const PASSED = 2
/** What passing takes. */
const SCORE = {
  interview: { level: 4, interviewerFeedback: 'شرح واضح وهادي' },
  'demo-session': { level: 4, tutorManagerFeedback: 'شرح واضح وهادي' },
}
const REJECTED = 3
const BY_MANAGER = 4
const BY_TUTOR = 5
/** Of an intro video. */
const APPROVED = 3
const BUSY = 'busy_quarters.user_id, busy_quarters.quarter'

type Kind = 'interview' | 'demo-session'
const TABLE = { interview: 'interviews', 'demo-session': 'demo_sessions' } as const
const TUTOR_COLUMN = { interview: 'interviewee_id', 'demo-session': 'tutor_id' } as const
const PURPOSE = { interview: 3, 'demo-session': 4 } as const
/** What a second meeting of a tutor is refused with. */
const SECOND = { interview: 'conflicting-interview', 'demo-session': 'demo-session-exists' } as const
/** What a time outside of the slot is refused with. */
const OUTSIDE = { interview: 'busy-tutor-manager', 'demo-session': 'bad-request' } as const
/** What a verdict on a cancelled meeting is refused with. */
const CANCELED = { interview: 'bad-request', 'demo-session': 'forbidden' } as const

const tryMeeting = (kind: Kind, tutor: Person, slotId: number, start: number) =>
  outcome(callApi('POST', `/${kind}`, { as: tutor, body: { slotId, start: iso(start) } }))
const changeMeeting = (kind: Kind, as: Person, id: number, status: number) =>
  callApi('PATCH', `/${kind}`, { as, body: { id, status, ...(status === PASSED ? SCORE[kind] : {}) } })
const meetingsOf = (kind: Kind, tutor: Person) =>
  rows<{ id: number; status: number; session: string }>(
    `SELECT id, status, session_id AS session FROM ${TABLE[kind]} WHERE ${TUTOR_COLUMN[kind]} = ? ORDER BY id`,
    tutor.id,
  )
const quartersOf = (session: string) => rows('SELECT 1 FROM busy_quarters WHERE session_id = ?', session)
const changeSlots = (as: Person, ...actions: object[]) =>
  callApi('POST', '/availability-slot', { as, body: { actions } })

/** A tutor who may book both kinds of meetings. */
async function applicant(): Promise<Person> {
  const [tutor, manager] = [await onboardedTutor(), await tutorManager()]
  await run(
    `INSERT INTO intro_videos (src, tutor_id, reviewer_id, state, created_at, updated_at) VALUES ('v', ?, ?, 3, ?, ?)`,
    tutor.id,
    manager.id,
    NOW,
    NOW,
  )
  return tutor
}

/** A manager with a slot for meetings from one to six hours after `NOW`, and two applicants. */
async function meetingFixture(kind: Kind) {
  const [manager, tutor, other] = await Promise.all([tutorManager(), applicant(), applicant()])
  return { manager, tutor, other, slot: await insertSlot(manager, at(1), at(6), PURPOSE[kind]) }
}

/** The same with a meeting at two hours after `NOW`. */
async function bookedFixture(kind: Kind) {
  const fixture = await meetingFixture(kind)
  expect(await tryMeeting(kind, fixture.tutor, fixture.slot, at(2))).toBe('ok')
  const [meeting] = await meetingsOf(kind, fixture.tutor)
  if (!meeting) throw new Error('There is no meeting')
  return { ...fixture, ...meeting }
}

describe.each([
  { kind: 'interview' as const, oneOfTutor: 'interviews.interviewee_id' },
  { kind: 'demo-session' as const, oneOfTutor: 'demo_sessions.tutor_id' },
])('booking a meeting: $kind', ({ kind, oneOfTutor }) => {
  const write = 'meetings/book:book'

  it('at a time that another tutor takes first', async () => {
    const { tutor, other, slot } = await meetingFixture(kind)
    const answer = await race({
      write,
      refusedBy: BUSY,
      slow: () => tryMeeting(kind, tutor, slot, at(2)),
      fast: () => tryMeeting(kind, other, slot, at(2)),
    })
    expect(answer).toBe('busy-tutor-manager')
    expect(await meetingsOf(kind, tutor)).toEqual([])
  })

  it('by a tutor who books another first', async () => {
    const { tutor, slot } = await meetingFixture(kind)
    const answer = await race({
      write,
      refusedBy: oneOfTutor,
      slow: () => tryMeeting(kind, tutor, slot, at(2)),
      fast: () => tryMeeting(kind, tutor, slot, at(4)),
    })
    expect(answer).toBe(SECOND[kind])
    expect(await meetingsOf(kind, tutor)).toHaveLength(1)
  })

  it('in a slot that is shortened, or becomes one for other sessions, first', async () => {
    const { manager, tutor, slot } = await meetingFixture(kind)
    const bookAfter = (change: object) =>
      race({
        write,
        refusedBy: 'slot-gone',
        slow: () => tryMeeting(kind, tutor, slot, at(4)),
        fast: () => expectOk(changeSlots(manager, { type: 'update', id: slot, ...change })),
      })
    expect(await bookAfter({ end: iso(at(4.25)) })).toBe(OUTSIDE[kind])
    await expectOk(changeSlots(manager, { type: 'update', id: slot, end: iso(at(6)) }))
    expect(await bookAfter({ purpose: 2 })).toBe('bad-request')
    expect(await meetingsOf(kind, tutor)).toEqual([])
  })
})

describe.each([{ kind: 'interview' as const }, { kind: 'demo-session' as const }])(
  'changing a meeting: $kind',
  ({ kind }) => {
    const write = 'meetings/change:change'

    it('that its tutor cancels first', async () => {
      const { manager, tutor, id, session } = await bookedFixture(kind)
      const answer = await race({
        write,
        refusedBy: 'meeting-decided',
        slow: () => outcome(changeMeeting(kind, manager, id, PASSED)),
        fast: () => expectOk(changeMeeting(kind, tutor, id, BY_TUTOR)),
      })
      expect(answer).toBe(CANCELED[kind])
      expect(await meetingsOf(kind, tutor)).toMatchObject([{ status: BY_TUTOR }])
      expect(await quartersOf(session)).toEqual([])
    })

    it('back to pending, at a time that another tutor takes first', async () => {
      const { manager, tutor, other, slot, id, session } = await bookedFixture(kind)
      const adel = await newAdmin()
      await expectOk(changeMeeting(kind, manager, id, REJECTED))
      const answer = await race({
        write,
        refusedBy: BUSY,
        slow: () => outcome(changeMeeting(kind, adel, id, PENDING)),
        fast: () => tryMeeting(kind, other, slot, at(2)),
      })
      expect(answer).toBe('busy-tutor-manager')
      expect(await meetingsOf(kind, tutor)).toMatchObject([{ status: REJECTED }])
      expect(await quartersOf(session)).toEqual([])
    })

    it('back to pending, in a slot that is taken away first', async () => {
      const { manager, tutor, slot, id, session } = await bookedFixture(kind)
      const adel = await newAdmin()
      await expectOk(changeMeeting(kind, manager, id, REJECTED))
      const answer = await race({
        write,
        refusedBy: 'slot-gone',
        slow: () => outcome(changeMeeting(kind, adel, id, PENDING)),
        fast: () => expectOk(changeSlots(manager, { type: 'delete', id: slot })),
      })
      expect(answer).toBe('slot-not-found')
      expect(await meetingsOf(kind, tutor)).toMatchObject([{ status: REJECTED }])
      expect(await quartersOf(session)).toEqual([])
    })
  },
)

describe.each([{ kind: 'interview' as const }, { kind: 'demo-session' as const }])(
  'a slot with a meeting in it: $kind',
  ({ kind }) => {
    it('stays while the meeting fits; the meeting is cancelled when it does not, and its time is free', async () => {
      const { manager, tutor, slot, session } = await bookedFixture(kind)
      await expectOk(changeSlots(manager, { type: 'update', id: slot, start: iso(at(2)), end: iso(at(2.5)) }))
      expect(await meetingsOf(kind, tutor)).toMatchObject([{ status: PENDING }])
      await expectOk(changeSlots(manager, { type: 'update', id: slot, end: iso(at(2.25)) }))
      expect(await meetingsOf(kind, tutor)).toMatchObject([{ status: BY_MANAGER }])
      expect(await quartersOf(session)).toEqual([])
      expect(await tryMeeting(kind, tutor, await insertSlot(manager, at(10), at(11), PURPOSE[kind]), at(10))).toBe('ok')
    })

    it('is marked deleted, and its meeting cancelled', async () => {
      const { manager, tutor, slot, session } = await bookedFixture(kind)
      await expectOk(changeSlots(manager, { type: 'delete', id: slot }))
      expect(await row('SELECT deleted FROM availability_slots WHERE id = ?', slot)).toEqual({ deleted: 1 })
      expect(await meetingsOf(kind, tutor)).toMatchObject([{ status: BY_MANAGER }])
      expect(await quartersOf(session)).toEqual([])
    })

    it.each([
      { how: 'shortened', action: { type: 'update', end: iso(at(1.5)) } },
      { how: 'taken away', action: { type: 'delete' } },
    ])('that was booked while the slot was being $how is cancelled too', async ({ action }) => {
      const { manager, tutor, slot, id } = await bookedFixture(kind)
      await expectOk(changeMeeting(kind, tutor, id, BY_TUTOR))
      const answer = await race({
        write: 'availability/change:change',
        refusedBy: 'conflicting-schedule',
        slow: () => outcome(changeSlots(manager, { ...action, id: slot })),
        fast: () => tryMeeting(kind, tutor, slot, at(3)),
      })
      expect(answer).toBe('ok')
      expect(await meetingsOf(kind, tutor)).toMatchObject([{ status: BY_TUTOR }, { status: BY_MANAGER }])
    })
  },
)

describe('changing slots', () => {
  it('under a lesson that is booked first: it is cancelled, and the minutes come back', async () => {
    const [tutor, student] = await Promise.all([onboardedTutor(), verifiedStudent()])
    const slot = { id: await insertSlot(tutor, at(24), at(28)) }
    let lesson = { id: 0 }
    const answer = await race({
      write: 'availability/change:change',
      refusedBy: 'conflicting-lessons',
      slow: () => outcome(changeSlots(tutor, { type: 'update', id: slot.id, end: iso(at(25)) })),
      fast: async () => {
        lesson = await book(student, { tutor, slot, start: at(26) })
      },
    })
    expect(answer).toBe('ok')
    expect(await storedLesson(lesson)).toMatchObject({ canceledBy: tutor.id })
    expect(await remainingMinutes(student)).toBe(60)
  })

  it('into time that another change takes first', async () => {
    const tutor = await onboardedTutor()
    const create = (start: number) => ({ type: 'create', start: iso(start), end: iso(start + hours(2)), purpose: 2 })
    const answer = await race({
      write: 'availability/change:change',
      refusedBy: 'conflicting-schedule',
      slow: () => outcome(changeSlots(tutor, create(at(24)))),
      fast: () => expectOk(changeSlots(tutor, create(at(25)))),
    })
    expect(answer).toBe('conflicting-schedule')
    expect(await rows('SELECT start FROM availability_slots WHERE user_id = ?', tutor.id)).toEqual([{ start: at(25) }])
  })

  it('of which another change moves the end first: both count', async () => {
    const tutor = await onboardedTutor()
    const slot = await insertSlot(tutor, at(24), at(28))
    const update = (times: object) => outcome(changeSlots(tutor, { type: 'update', id: slot, ...times }))
    const answer = await race({
      write: 'availability/change:change',
      refusedBy: 'slots-changed',
      slow: () => update({ start: iso(at(25)) }),
      fast: () => update({ end: iso(at(27)) }),
    })
    expect(answer).toBe('ok')
    expect(await row('SELECT start, "end" FROM availability_slots WHERE id = ?', slot)).toEqual({
      start: at(25),
      end: at(27),
    })
  })

  it('that another change takes away first: they stay away', async () => {
    const [tutor, student] = await Promise.all([onboardedTutor(), verifiedStudent()])
    const slot = { id: await insertSlot(tutor, at(24), at(28)) }
    // A slot in which something was booked is not deleted but marked.
    expect(await tryCancel(student, await book(student, { tutor, slot, start: at(26) }))).toBe('ok')
    const answer = await race({
      write: 'availability/change:change',
      refusedBy: 'slots-changed',
      slow: () => outcome(changeSlots(tutor, { type: 'update', id: slot.id, end: iso(at(27)) })),
      fast: () => expectOk(changeSlots(tutor, { type: 'delete', id: slot.id })),
    })
    expect(answer).toBe('slot-not-found')
    expect(await row('SELECT deleted FROM availability_slots WHERE id = ?', slot.id)).toEqual({ deleted: 1 })
  })
})

describe('a weekly pattern', () => {
  const daily = (from: number, to: number) => ({
    ranges: [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, from: from * 60, to: to * 60, purpose: 2 })),
    season: null,
    daysOff: [],
  })
  const savePattern = (as: Person, from: number, to: number) =>
    callApi('PUT', '/availability-pattern', { as, body: daily(from, to) })
  /** Of the coming slots, in hours. */
  const lengthsOf = async (tutor: Person) => {
    const slots = await rows<{ length: number }>(
      `SELECT DISTINCT ("end" - start) / 3600000 AS length FROM availability_slots
       WHERE user_id = ? AND deleted = 0 AND start > ?`,
      tutor.id,
      Date.now(),
    )
    return slots.map(({ length }) => length)
  }

  it('saved while another is: the last one is open, alone', async () => {
    const tutor = await onboardedTutor()
    const answer = await race({
      write: 'availability/pattern:save',
      refusedBy: 'conflicting-schedule',
      slow: () => outcome(savePattern(tutor, 17, 20)),
      fast: () => expectOk(savePattern(tutor, 18, 22)),
    })
    expect(answer).toBe('ok')
    expect(await lengthsOf(tutor)).toEqual([3])
  })

  it('that is replaced while the job opens its next days is not opened any more', async () => {
    await run('DELETE FROM availability_patterns')
    const tutor = await onboardedTutor()
    await expectOk(savePattern(tutor, 17, 20))
    setNow(NOW + hours(48))
    await race({
      write: 'jobs/open-patterns:openOne',
      refusedBy: 'pattern-changed',
      slow: () => triggerJob('open-patterns'),
      fast: () => expectOk(savePattern(tutor, 17, 21)),
    })
    expect(await lengthsOf(tutor)).toEqual([4])
  })
})

describe('an intro video', () => {
  const submit = (tutor: Person) =>
    outcome(upload('POST', '/intro-video/with/asset', tutor, { duration: '1.5', video: webmOf(90) }))
  const videosOf = (tutor: Person) =>
    rows<{ id: number; state: number; reviewerId: number }>(
      'SELECT id, state, reviewer_id AS reviewerId FROM intro_videos WHERE tutor_id = ? ORDER BY id',
      tutor.id,
    )
  const review = (as: Person, id: number, body: object) => callApi('PUT', `/intro-video/${id}`, { as, body })
  async function newTutor() {
    await tutorManager()
    return onboardedTutor()
  }
  async function uploadedVideo(tutor: Person) {
    const video = webmOf(90)
    const { id } = await expectOk<{ id: string }>(
      callApi('POST', '/intro-video/upload', { as: tutor, body: { bytes: video.length } }),
    )
    await expectOk(upload('PUT', `/intro-video/upload/${id}/part/1`, tutor, { part: video }))
    return id
  }
  const complete = (as: Person, id: string) => outcome(callApi('POST', `/intro-video/upload/${id}/complete`, { as }))

  it('that another admin judges first keeps that verdict', async () => {
    const [tutor, adel, dina] = await Promise.all([newTutor(), newAdmin(), newAdmin()])
    await submit(tutor)
    const [video] = await videosOf(tutor)
    const answer = await race({
      write: 'onboarding/review-video:change',
      refusedBy: 'intro-video-reviewed',
      slow: () => outcome(review(adel, video?.id ?? 0, { notes: [{ at: 3, text: 'الصوت' }] })),
      fast: () => expectOk(review(dina, video?.id ?? 0, { state: APPROVED })),
    })
    expect(answer).toBe('ok')
    expect(await videosOf(tutor)).toMatchObject([{ state: APPROVED }])
  })

  it('reopened while the tutor submits another is refused', async () => {
    const tutor = await newTutor()
    await submit(tutor)
    const [video] = await videosOf(tutor)
    await expectOk(review(await newAdmin(), video?.id ?? 0, { state: 2, reason: 'الصوت واطي' }))
    setNow(addMonths(NOW, 3))
    const [adel, later] = [await newAdmin(), { ...tutor, token: await tokenFor(tutor.id) }]
    const answer = await race({
      write: 'onboarding/review-video:change',
      refusedBy: 'intro_videos.tutor_id',
      slow: () => outcome(review(adel, video?.id ?? 0, { state: APPROVED })),
      fast: () => submit(later),
    })
    expect(answer).toBe('intro-video-exists')
    expect((await videosOf(tutor)).map(({ state }) => state)).toEqual([2, 1])
  })

  it('submitted while another is: one remains', async () => {
    const tutor = await newTutor()
    const answer = await race({
      write: 'onboarding/create-video:refuseSecond',
      refusedBy: 'intro_videos.tutor_id',
      statement: /insert into "intro_videos"/i,
      slow: () => submit(tutor),
      fast: () => submit(tutor),
    })
    expect(answer).toBe('intro-video-exists')
    expect(await videosOf(tutor)).toHaveLength(1)
  })

  it('completed by another request first is one video, and both say that it is there', async () => {
    const tutor = await newTutor()
    const id = await uploadedVideo(tutor)
    const answer = await race({
      write: 'onboarding/complete-upload:complete',
      refusedBy: 'upload-closed',
      slow: () => complete(tutor, id),
      fast: () => complete(tutor, id),
    })
    expect(answer).toBe('ok')
    expect(await videosOf(tutor)).toHaveLength(1)
  })

  it('completed while another is submitted is refused', async () => {
    const tutor = await newTutor()
    const id = await uploadedVideo(tutor)
    const answer = await race({
      write: 'onboarding/complete-upload:complete',
      refusedBy: 'intro_videos.tutor_id',
      slow: () => complete(tutor, id),
      fast: () => submit(tutor),
    })
    expect(answer).toBe('intro-video-exists')
    expect(await videosOf(tutor)).toHaveLength(1)
  })
})
