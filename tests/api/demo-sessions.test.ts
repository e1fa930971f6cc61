import { describe, expect, it } from 'vitest'
import {
  admin,
  callApi,
  expectOk,
  insertSlot,
  onboardedTutor,
  outcome,
  type Person,
  rows,
  run,
  tutorManager,
  verifiedStudent,
} from '#tests/people'
import { at, iso, NOW, startClockAtNoon } from './lesson-fixtures.ts'

startClockAtNoon()

type Demo = { id: number; status: number; sessionId: string; tutorId: number }
const [PASSED, REJECTED, BY_MANAGER, BY_TUTOR, BY_ADMIN] = [2, 3, 4, 5, 6]

const booked = (tutor: Person, slotId: number, start: number) =>
  outcome(callApi('POST', '/demo-session', { as: tutor, body: { slotId, start: iso(start) } }))
const changed = (as: Person, id: number, status: number) =>
  outcome(callApi('PATCH', '/demo-session', { as, body: { id, status } }))
const approveVideo = (tutor: Person, manager: Person) =>
  run(
    `INSERT INTO intro_videos (src, tutor_id, reviewer_id, state, created_at, updated_at) VALUES ('v', ?, ?, 3, ?, ?)`,
    tutor.id,
    manager.id,
    NOW,
    NOW,
  )

/** A manager's six free hours from now on, and a tutor whose video is approved. */
async function stage() {
  const [manager, tutor] = await Promise.all([tutorManager(), onboardedTutor()])
  await approveVideo(tutor, manager)
  return { manager, tutor, slot: await insertSlot(manager, NOW, at(6), 4) }
}

async function demoOf(tutor: Person): Promise<Demo> {
  const { list } = await expectOk<{ list: Demo[] }>(
    callApi('GET', `/demo-session/list?tutorIds[]=${tutor.id}`, { as: tutor }),
  )
  const [one] = list
  if (!one) throw new Error('There is no demo session')
  return one
}

describe('a demo session', () => {
  it('takes both people’s half hour once the intro video is approved', async () => {
    const { manager, tutor, slot } = await stage()
    const unready = await onboardedTutor()
    expect(await booked(unready, slot, at(2))).toBe('forbidden')
    expect(await booked(tutor, slot, at(2))).toBe('ok')
    const { sessionId, status } = await demoOf(tutor)
    expect([status, sessionId]).toEqual([1, expect.stringMatching(/^demo:/)])
    expect(await rows('SELECT 1 FROM busy_quarters WHERE session_id = ?', sessionId)).toHaveLength(4)
    expect(await booked(tutor, slot, at(4))).toBe('demo-session-exists')
    const other = await onboardedTutor()
    await approveVideo(other, manager)
    expect(await booked(other, slot, at(2))).toBe('busy-tutor-manager')
  })

  it('is one a tutor and one a half hour, however many ask at once', async () => {
    const { manager, tutor, slot } = await stage()
    const others = await Promise.all(Array.from({ length: 5 }, () => onboardedTutor()))
    for (const other of others) await approveVideo(other, manager)
    const ofOne = await Promise.all([1, 2, 3].map((hour) => booked(tutor, slot, at(hour))))
    expect(ofOne.toSorted()).toEqual(['demo-session-exists', 'demo-session-exists', 'ok'])
    const ofMany = await Promise.all(others.map((other) => booked(other, slot, at(5))))
    expect(ofMany.filter((answer) => answer === 'ok')).toHaveLength(1)
    expect(ofMany.filter((answer) => answer === 'busy-tutor-manager')).toHaveLength(4)
  })

  it('is refused where the slot is no activated manager’s', async () => {
    const { manager, tutor } = await stage()
    const teaching = await insertSlot(manager, at(10), at(12), 2)
    expect(await booked(tutor, 999_999, at(2))).toBe('slot-not-found')
    expect(await booked(tutor, teaching, at(11))).toBe('bad-request')
    expect(await booked(tutor, await insertSlot(await onboardedTutor(), NOW, at(3), 1), at(2))).toBe('bad-request')
    const slot = await insertSlot(manager, at(20), at(22), 4)
    expect(await booked(tutor, slot, at(22))).toBe('bad-request')
    await run('UPDATE tutors SET activated = 0 WHERE id = ?', manager.id)
    expect(await booked(tutor, slot, at(21))).toBe('inactive-tutor-manager')
  })
})

describe('a change of a demo session', () => {
  it('is the tutor’s to cancel, the manager’s to judge, and final once cancelled', async () => {
    const { manager, tutor, slot } = await stage()
    await booked(tutor, slot, at(2))
    const { id, sessionId } = await demoOf(tutor)
    const stranger = await tutorManager()
    expect(await changed(stranger, id, PASSED)).toBe('forbidden')
    for (const status of [PASSED, REJECTED, BY_MANAGER, BY_ADMIN])
      expect(await changed(tutor, id, status)).toBe('forbidden')
    for (const status of [BY_TUTOR, BY_ADMIN]) expect(await changed(manager, id, status)).toBe('forbidden')
    expect(await changed(manager, 999_999, PASSED)).toBe('demo-session-not-found')
    expect(await changed(tutor, id, BY_TUTOR)).toBe('ok')
    expect(await rows('SELECT 1 FROM busy_quarters WHERE session_id = ?', sessionId)).toEqual([])
    expect(await changed(await admin(), id, PASSED)).toBe('forbidden')
  })

  it('to pass leaves no room for a second one', async () => {
    const { manager, tutor, slot } = await stage()
    await booked(tutor, slot, at(1))
    const first = await demoOf(tutor)
    expect(await changed(manager, first.id, REJECTED)).toBe('ok')
    expect(await booked(tutor, slot, at(3))).toBe('ok')
    expect(await changed(manager, first.id, PASSED)).toBe('demo-session-exists')
  })
})

it('the list is asked for by exactly one’s own id; admins ask for any', async () => {
  const { manager, tutor, slot } = await stage()
  await booked(tutor, slot, at(2))
  const other = await onboardedTutor()
  const asked = (as: Person, query: string) => outcome(callApi('GET', `/demo-session/list${query}`, { as }))
  for (const query of ['', `?tutorIds[]=${tutor.id}`, `?tutorIds[]=${tutor.id}&tutorIds[]=${other.id}`])
    expect(await asked(other, query)).toBe('forbidden')
  expect(await asked(manager, `?tutorIds[]=${manager.id}`)).toBe('forbidden')
  expect(await asked(manager, `?tutorManagerIds[]=${manager.id}`)).toBe('ok')
  expect(await asked(await verifiedStudent(), `?tutorIds[]=${tutor.id}`)).toBe('forbidden')
  const { sessionId } = await demoOf(tutor)
  const query = `?tutorManagerIds[]=${manager.id}&sessionIds[]=${sessionId}`
  const { list } = await expectOk<{ list: Demo[] }>(callApi('GET', `/demo-session/list${query}`, { as: await admin() }))
  expect(list.map(({ tutorId }) => tutorId)).toEqual([tutor.id])
})
