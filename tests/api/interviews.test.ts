import { describe, expect, it } from 'vitest'
import { hours, minutes } from '#domain/cairo'
import {
  admin,
  callApi,
  expectOk,
  insertSlot,
  onboardedTutor,
  outcome,
  type Person,
  row,
  rows,
  run,
  tutorManager,
  verifiedStudent,
} from '#tests/people'
import { at, iso, messagesTo, NOW, startClockAtNoon } from './lesson-fixtures.ts'
import { lastAuditEntry } from './staff-fixtures.ts'

startClockAtNoon()

type Interview = {
  id: number
  status: number
  sessionId: string
  interviewer: { id: number; name: string; role: number }
  interviewee: { id: number }
}

const [PENDING, PASSED, REJECTED, BY_INTERVIEWER, BY_INTERVIEWEE] = [1, 2, 3, 4, 5]

const bookCall = (tutor: Person, slotId: number, start: number) =>
  callApi('POST', '/interview', { as: tutor, body: { slotId, start: iso(start) } })
const booked = (tutor: Person, slotId: number, start: number) => outcome(bookCall(tutor, slotId, start))
const changed = (as: Person, body: Record<string, unknown>) => outcome(callApi('PATCH', '/interview', { as, body }))
const listOf = async (as: Person, query = '') =>
  (await expectOk<{ list: Interview[] }>(callApi('GET', `/interview/list/${query}`, { as }))).list
const quartersOf = (sessionId: string) => rows('SELECT * FROM busy_quarters WHERE session_id = ?', sessionId)

/** A manager's six free hours from now on, and a tutor. */
async function stage(purpose = 3) {
  const [manager, tutor] = await Promise.all([tutorManager(), onboardedTutor()])
  return { manager, tutor, slot: await insertSlot(manager, NOW, at(6), purpose) }
}

async function interviewOf(tutor: Person): Promise<Interview> {
  const [one] = await listOf(tutor)
  if (!one) throw new Error('There is no interview')
  return one
}

describe('an interview', () => {
  it('takes both people’s half hour, opens their room and tells the manager', async () => {
    const { manager, tutor, slot } = await stage()
    await run('UPDATE users SET notification_method = 1, phone = ? WHERE id = ?', '01055500001', manager.id)
    expect(await booked(tutor, slot, at(2))).toBe('ok')
    const interview = await interviewOf(tutor)
    expect(interview).toMatchObject({
      status: PENDING,
      sessionId: expect.stringMatching(/^interview:/),
      interviewer: { id: manager.id, name: 'منى فؤاد', role: 5 },
      interviewee: { id: tutor.id },
    })
    expect(await quartersOf(interview.sessionId)).toHaveLength(4)
    expect(
      await row('SELECT 1 FROM rooms r JOIN room_members m ON m.room_id = r.id AND m.user_id = ?', tutor.id),
    ).not.toBe(null)
    expect(await messagesTo('01055500001')).toMatchObject([{ template: 'new_interview_booked' }])
  })

  it('is one a half hour, however many tutors ask at once', async () => {
    const { tutor, slot } = await stage()
    const tutors = [tutor, ...(await Promise.all(Array.from({ length: 9 }, () => onboardedTutor())))]
    const answers = await Promise.all(tutors.map((one) => booked(one, slot, at(2))))
    expect(answers.filter((answer) => answer === 'ok')).toHaveLength(1)
    expect(answers.filter((answer) => answer === 'busy-tutor-manager')).toHaveLength(9)
  })

  it('is one a tutor, from however many tabs', async () => {
    const { tutor, slot } = await stage()
    const answers = await Promise.all([1, 2, 3, 4, 5].map((hour) => booked(tutor, slot, at(hour))))
    expect(answers.toSorted()).toEqual([...Array(4).fill('conflicting-interview'), 'ok'])
    expect(await listOf(tutor)).toHaveLength(1)
  })

  it('is refused where the time is no manager’s, is taken or over', async () => {
    const { manager, tutor, slot } = await stage()
    const other = await onboardedTutor()
    expect(await booked(tutor, 999_999, at(2))).toBe('slot-not-found')
    expect(await booked(tutor, await insertSlot(other, NOW, at(4), 1), at(2))).toBe('bad-request')
    expect(await booked(tutor, await insertSlot(manager, at(10), at(12), 2), at(11))).toBe('bad-request')
    expect(await booked(tutor, slot, at(2) + minutes(5))).toBe('bad-request')
    expect(await booked(tutor, slot, at(6))).toBe('busy-tutor-manager')
    for (const nobody of [manager, await verifiedStudent(), await admin()])
      expect(await booked(nobody, slot, at(2))).toBe('forbidden')
    expect(await rows('SELECT 1 FROM interviews WHERE slot_id = ?', slot)).toEqual([])
  })

  it('stands in the way of the manager’s other sessions and of taking the slot away', async () => {
    const { manager, tutor, slot } = await stage(1)
    expect(await booked(tutor, slot, at(2))).toBe('ok')
    const removal = { actions: [{ type: 'update', id: slot, end: iso(at(1)) }] }
    expect(await outcome(callApi('POST', '/availability-slot', { as: manager, body: removal }))).not.toBe('ok')
  })
})

describe('a change of an interview', () => {
  it('by the tutor: cancelled before the start, and the half hour is free again', async () => {
    const { tutor, slot } = await stage()
    await bookCall(tutor, slot, at(2))
    const { id, sessionId } = await interviewOf(tutor)
    expect(await changed(tutor, { id, status: PASSED })).toBe('bad-request')
    expect(await changed(tutor, { id, interviewerFeedback: 'ممتاز جدا' })).toBe('forbidden')
    expect(await changed(tutor, { id, status: BY_INTERVIEWEE })).toBe('ok')
    expect(await quartersOf(sessionId)).toEqual([])
    expect(await changed(tutor, { id, status: BY_INTERVIEWEE })).toBe('bad-request')
    expect(await booked(tutor, slot, at(2))).toBe('ok')
  })

  it('by the manager: judged with feedback, note and level, which leaves an audit entry', async () => {
    const { manager, tutor, slot } = await stage()
    await bookCall(tutor, slot, at(2))
    const { id } = await interviewOf(tutor)
    expect(await changed(manager, { id })).toBe('empty-request')
    expect(await changed(manager, { id, intervieweeFeedback: '' })).toBe('forbidden')
    expect(await changed(manager, { id, status: BY_INTERVIEWEE })).toBe('bad-request')
    expect(await changed(manager, { id, level: 6 })).toBe('too-high-interview-level')
    const verdict = { status: REJECTED, interviewerFeedback: 'محتاج شغل على النطق', note: 'بعد ٣ شهور', level: 2 }
    expect(await changed(manager, { id, ...verdict })).toBe('ok')
    expect(await interviewOf(tutor)).toMatchObject(verdict)
    expect(await lastAuditEntry('interview.update')).toMatchObject({
      target_id: id,
      actor_id: manager.id,
      after: verdict,
    })
    expect(await changed(tutor, { id, intervieweeFeedback: '' })).toBe('ok')
    expect(await booked(tutor, slot, at(4))).toBe('conflicting-interview')
  })

  it('by nobody else; an admin does anything but wake a cancelled one', async () => {
    const { manager, tutor, slot } = await stage()
    await bookCall(tutor, slot, at(2))
    const { id } = await interviewOf(tutor)
    const [stranger, otherManager, adel] = await Promise.all([onboardedTutor(), tutorManager(), admin()])
    for (const nobody of [stranger, otherManager])
      expect(await changed(nobody, { id, status: PASSED })).toBe('forbidden')
    expect(await changed(adel, { id: 999_999, status: PASSED })).toBe('interview-not-found')
    expect(await changed(adel, { id, status: PASSED })).toBe('ok')
    expect(await changed(adel, { id, status: PENDING })).toBe('ok')
    expect(await changed(manager, { id, status: BY_INTERVIEWER })).toBe('ok')
    expect(await changed(adel, { id, status: PENDING })).toBe('bad-request')
  })

  it('by both at the same moment ends in one of the two', async () => {
    const { manager, tutor, slot } = await stage()
    await bookCall(tutor, slot, at(2))
    const { id, sessionId } = await interviewOf(tutor)
    const answers = await Promise.all([
      changed(tutor, { id, status: BY_INTERVIEWEE }),
      changed(manager, { id, status: PASSED }),
    ])
    expect(answers.toSorted()).toEqual(['bad-request', 'ok'])
    const { status } = await interviewOf(tutor)
    expect(await quartersOf(sessionId)).toHaveLength(status === PASSED ? 4 : 0)
  })
})

it('the list shows one’s own only, admins all, by any filter', async () => {
  const [one, other] = [await stage(), await stage()]
  await bookCall(one.tutor, one.slot, at(2))
  await bookCall(other.tutor, other.slot, at(3))
  const idsOf = async (as: Person, query: string) => (await listOf(as, query)).map(({ interviewee }) => interviewee.id)
  expect(await idsOf(one.tutor, `?users[]=${other.tutor.id}`)).toEqual([one.tutor.id])
  expect(await idsOf(one.manager, '')).toEqual([one.tutor.id])
  const adel = await admin()
  const both = `?users[]=${one.tutor.id}&users[]=${other.manager.id}`
  expect(await idsOf(adel, both)).toEqual([other.tutor.id, one.tutor.id])
  expect(await idsOf(adel, `${both}&end[lte]=${iso(at(2) + minutes(30))}`)).toEqual([one.tutor.id])
  expect(await idsOf(adel, `${both}&start[gt]=${iso(at(2))}`)).toEqual([other.tutor.id])
  expect(await idsOf(adel, `${both}&statuses[]=2`)).toEqual([])
  expect(await outcome(callApi('GET', '/interview/list', { as: await verifiedStudent() }))).toBe('forbidden')
})

it('the manager who is free soonest is chosen, under both of its addresses', async () => {
  await run('UPDATE availability_slots SET deleted = 1')
  const tutor = await onboardedTutor()
  const [late, soon] = [await tutorManager('هبة سامي'), await tutorManager('ندى علي')]
  await insertSlot(late, at(3), at(5), 3)
  await insertSlot(soon, NOW - hours(1), at(1), 1)
  await insertSlot(soon, at(1), at(2), 2)
  const chosen = async () => [
    await expectOk<{ id: number }>(callApi('GET', '/interview/select', { as: tutor })),
    await expectOk<{ id: number }>(callApi('GET', '/user/interviewer/select', { as: tutor })),
  ]
  expect(await chosen()).toMatchObject([{ id: soon.id, name: 'ندى علي' }, { id: soon.id }])
  await run(
    `INSERT INTO busy_quarters (user_id, quarter, session_id) VALUES (?, ?, 'lesson:x'), (?, ?, 'lesson:x')`,
    soon.id,
    NOW / minutes(15) + 1,
    soon.id,
    NOW / minutes(15) + 3,
  )
  expect(await chosen()).toMatchObject([{ id: late.id }, { id: late.id }])
  expect(await outcome(callApi('GET', '/interview/select', { as: soon }))).toBe('forbidden')
})
