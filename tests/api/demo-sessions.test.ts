import { describe, expect, it } from 'vitest'
import { IntroVideoState } from '#domain/onboarding/video-states'
import {
  callApi,
  expectOk,
  insertSlot,
  newAdmin,
  onboardedTutor,
  outcome,
  type Person,
  rows,
  run,
  setNow,
  tutorManager,
  verifiedStudent,
} from '#tests/people'
import { at, iso, messagesTo, NOW, startClockAtNoon } from './lesson-fixtures.ts'
import { lastAuditEntry } from './staff-fixtures.ts'

startClockAtNoon()

type Demo = { id: number; status: number; sessionId: string; tutorId: number }
const [PASSED, REJECTED, BY_MANAGER, BY_TUTOR, BY_ADMIN] = [2, 3, 4, 5, 6]

const tryBookDemo = (tutor: Person, slotId: number, start: number) =>
  outcome(callApi('POST', '/demo-session', { as: tutor, body: { slotId, start: iso(start) } }))
/** What passing takes; a tutor gives none. */
const SCORE = { level: 4, tutorManagerFeedback: 'شرح واضح وهادي' }
const tryChange = (as: Person, id: number, status: number, score: object = status === PASSED ? SCORE : {}) =>
  outcome(callApi('PATCH', '/demo-session', { as, body: { id, status, ...score } }))
const insertVideo = (tutor: Person, manager: Person, state: number) =>
  run(
    `INSERT INTO intro_videos (src, tutor_id, reviewer_id, state, created_at, updated_at) VALUES ('v', ?, ?, ?, ?, ?)`,
    tutor.id,
    manager.id,
    state,
    NOW,
    NOW,
  )

const approveVideo = (tutor: Person, manager: Person) => insertVideo(tutor, manager, IntroVideoState.Approved)

/** A manager with a slot of six hours from now, and a tutor whose intro video is approved. */
async function demoFixture() {
  const [manager, tutor] = await Promise.all([tutorManager(), onboardedTutor()])
  await approveVideo(tutor, manager)
  return { manager, tutor, slot: await insertSlot(manager, NOW, at(6), 4) }
}

async function demoOf(tutor: Person): Promise<Demo> {
  const { list } = await expectOk<{ list: Demo[] }>(
    callApi('GET', `/demo-session/list?tutorIds[]=${tutor.id}`, { as: tutor }),
  )
  const [demo] = list
  if (!demo) throw new Error('There is no demo session')
  return demo
}

describe('a demo session', () => {
  it('requires an approved intro video and makes both people busy for half an hour, who can chat', async () => {
    const { manager, tutor, slot } = await demoFixture()
    const withoutVideo = await onboardedTutor()
    expect(await tryBookDemo(withoutVideo, slot, at(2))).toBe('forbidden')
    for (const state of Object.values(IntroVideoState).filter((one) => one !== IntroVideoState.Approved)) {
      const waiting = await onboardedTutor()
      await insertVideo(waiting, manager, state)
      expect(await tryBookDemo(waiting, slot, at(2))).toBe('forbidden')
    }
    expect(await tryBookDemo(tutor, slot, at(2))).toBe('ok')
    const { sessionId, status } = await demoOf(tutor)
    expect([status, sessionId]).toEqual([1, expect.stringMatching(/^demo:/)])
    expect(await rows('SELECT 1 FROM busy_quarters WHERE session_id = ?', sessionId)).toHaveLength(4)
    const shared = 'SELECT room_id FROM room_members WHERE user_id IN (?, ?) GROUP BY room_id HAVING COUNT(*) = 2'
    expect(await rows(shared, tutor.id, manager.id)).toHaveLength(1)
    expect(await tryBookDemo(tutor, slot, at(4))).toBe('demo-session-exists')
    const other = await onboardedTutor()
    await approveVideo(other, manager)
    expect(await tryBookDemo(other, slot, at(2))).toBe('busy-tutor-manager')
  })

  it('is limited to one per tutor and one per half hour, also for concurrent requests', async () => {
    const { manager, tutor, slot } = await demoFixture()
    const others = await Promise.all(Array.from({ length: 5 }, () => onboardedTutor()))
    for (const other of others) await approveVideo(other, manager)
    const ofOne = await Promise.all([1, 2, 3].map((hour) => tryBookDemo(tutor, slot, at(hour))))
    expect(ofOne.toSorted()).toEqual(['demo-session-exists', 'demo-session-exists', 'ok'])
    const ofMany = await Promise.all(others.map((other) => tryBookDemo(other, slot, at(5))))
    expect(ofMany.filter((answer) => answer === 'ok')).toHaveLength(1)
    expect(ofMany.filter((answer) => answer === 'busy-tutor-manager')).toHaveLength(4)
  })

  it('is refused in slots of other purposes and of tutors who are no activated managers', async () => {
    const { manager, tutor } = await demoFixture()
    const forLessons = await insertSlot(manager, at(10), at(12), 2)
    expect(await tryBookDemo(tutor, 999_999, at(2))).toBe('slot-not-found')
    expect(await tryBookDemo(tutor, forLessons, at(11))).toBe('bad-request')
    expect(await tryBookDemo(tutor, await insertSlot(await onboardedTutor(), NOW, at(3), 1), at(2))).toBe('bad-request')
    const slot = await insertSlot(manager, at(20), at(22), 4)
    expect(await tryBookDemo(tutor, slot, at(22))).toBe('bad-request')
    await run('UPDATE tutors SET activated = 0 WHERE id = ?', manager.id)
    expect(await tryBookDemo(tutor, slot, at(21))).toBe('inactive-tutor-manager')
  })
})

describe('a change of a demo session', () => {
  it('is a cancellation by the tutor or a verdict by the manager; a cancelled one is final', async () => {
    const { manager, tutor, slot } = await demoFixture()
    await tryBookDemo(tutor, slot, at(2))
    const { id, sessionId } = await demoOf(tutor)
    const stranger = await tutorManager()
    expect(await tryChange(stranger, id, PASSED)).toBe('forbidden')
    for (const status of [PASSED, REJECTED, BY_MANAGER, BY_ADMIN])
      expect(await tryChange(tutor, id, status)).toBe('forbidden')
    for (const status of [BY_TUTOR, BY_ADMIN]) expect(await tryChange(manager, id, status)).toBe('forbidden')
    expect(await tryChange(manager, 999_999, PASSED)).toBe('demo-session-not-found')
    expect(await tryChange(tutor, id, BY_TUTOR)).toBe('ok')
    expect(await rows('SELECT 1 FROM busy_quarters WHERE session_id = ?', sessionId)).toEqual([])
    expect(await tryChange(await newAdmin(), id, PASSED)).toBe('forbidden')
  })

  it('by the tutor is not possible from the start on', async () => {
    const { manager, tutor, slot } = await demoFixture()
    await tryBookDemo(tutor, slot, at(2))
    const { id } = await demoOf(tutor)
    setNow(at(2))
    expect(await tryChange(tutor, id, BY_TUTOR)).toBe('forbidden')
    expect(await tryChange(manager, id, BY_MANAGER)).toBe('ok')
  })

  it('holds the words of both people, and gives the half hour back when it is judged before the start', async () => {
    const { manager, tutor, slot } = await demoFixture()
    await run('UPDATE users SET notification_method = 1, phone = ? WHERE id = ?', '01055500021', manager.id)
    await tryBookDemo(tutor, slot, at(2))
    expect(await messagesTo('01055500021')).toMatchObject([{ template: 'new_demo_session_booked' }])
    const { id, sessionId } = await demoOf(tutor)
    const change = (as: Person, body: object) =>
      outcome(callApi('PATCH', '/demo-session', { as, body: { id, ...body } }))
    expect(await change(manager, {})).toBe('empty-request')
    expect(await change(manager, { level: 6 })).toBe('too-high-interview-level')
    expect(await change(tutor, { tutorFeedback: 'كانت حصة حلوة' })).toBe('bad-request')
    expect(await change(tutor, { tutorManagerFeedback: 'ممتاز جدا' })).toBe('forbidden')
    const verdict = { status: PASSED, tutorManagerFeedback: 'شرحك واضح', note: 'اهتم بالوقت', level: 4 }
    expect(await change(manager, verdict)).toBe('ok')
    expect(await change(tutor, { tutorFeedback: 'كانت حصة حلوة' })).toBe('ok')
    expect(await demoOf(tutor)).toMatchObject({ ...verdict, tutorFeedback: 'كانت حصة حلوة' })
    expect(await rows('SELECT 1 FROM busy_quarters WHERE session_id = ?', sessionId)).toEqual([])
    expect(await lastAuditEntry('demoSession.update')).toMatchObject({
      target_id: id,
      actor_id: manager.id,
      after: verdict,
    })
    expect(await messagesTo(tutor.email)).toMatchObject([{ template: 'onboarding_verdict' }])
  })

  it('to passed is refused when the tutor has another one', async () => {
    const { manager, tutor, slot } = await demoFixture()
    await tryBookDemo(tutor, slot, at(1))
    const first = await demoOf(tutor)
    expect(await tryChange(manager, first.id, REJECTED)).toBe('ok')
    expect(await tryBookDemo(tutor, slot, at(3))).toBe('ok')
    expect(await tryChange(manager, first.id, PASSED)).toBe('demo-session-exists')
  })
})

it('the list requires a filter by one’s own id; admins filter freely', async () => {
  const { manager, tutor, slot } = await demoFixture()
  await tryBookDemo(tutor, slot, at(2))
  const other = await onboardedTutor()
  const tryList = (as: Person, query: string) => outcome(callApi('GET', `/demo-session/list${query}`, { as }))
  for (const query of ['', `?tutorIds[]=${tutor.id}`, `?tutorIds[]=${tutor.id}&tutorIds[]=${other.id}`])
    expect(await tryList(other, query)).toBe('forbidden')
  expect(await tryList(manager, `?tutorIds[]=${manager.id}`)).toBe('forbidden')
  expect(await tryList(manager, `?tutorManagerIds[]=${manager.id}`)).toBe('ok')
  expect(await tryList(await verifiedStudent(), `?tutorIds[]=${tutor.id}`)).toBe('forbidden')
  const { sessionId } = await demoOf(tutor)
  const query = `?tutorManagerIds[]=${manager.id}&sessionIds[]=${sessionId}`
  const { list } = await expectOk<{ list: Demo[] }>(
    callApi('GET', `/demo-session/list${query}`, { as: await newAdmin() }),
  )
  expect(list.map(({ tutorId }) => tutorId)).toEqual([tutor.id])
  expect(list).toMatchObject([{ tutor: { id: tutor.id }, tutorManager: { id: manager.id } }])
})
