import { describe, expect, it } from 'vitest'
import { hours, minutes } from '#domain/cairo'
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

type Interview = {
  id: number
  status: number
  sessionId: string
  updatedAt: string
  interviewer: { id: number; name: string; role: number }
  interviewee: { id: number }
}

/** What passing takes. */
const SCORE = { level: 4, interviewerFeedback: 'شرح واضح وهادي' }
const [PENDING, PASSED, REJECTED, BY_INTERVIEWER, BY_INTERVIEWEE] = [1, 2, 3, 4, 5]
const PASS = { ...SCORE, status: PASSED }

const bookCall = (tutor: Person, slotId: number, start: number) =>
  callApi('POST', '/interview', { as: tutor, body: { slotId, start: iso(start) } })
const tryBookInterview = (tutor: Person, slotId: number, start: number) => outcome(bookCall(tutor, slotId, start))
const tryChange = (as: Person, body: Record<string, unknown>) => outcome(callApi('PATCH', '/interview', { as, body }))
const listOf = async (as: Person, query = '') =>
  (await expectOk<{ list: Interview[] }>(callApi('GET', `/interview/list/${query}`, { as }))).list
const quartersOf = (sessionId: string) => rows('SELECT * FROM busy_quarters WHERE session_id = ?', sessionId)

/** A manager with a slot of six hours from now, and a tutor. */
async function interviewFixture(purpose = 3) {
  const [manager, tutor] = await Promise.all([tutorManager(), onboardedTutor()])
  return { manager, tutor, slot: await insertSlot(manager, NOW, at(6), purpose) }
}

async function interviewOf(tutor: Person): Promise<Interview> {
  const [latest] = await listOf(tutor)
  if (!latest) throw new Error('There is no interview')
  return latest
}

describe('an interview', () => {
  it('makes both people busy for half an hour, creates their chat room and notifies the manager', async () => {
    const { manager, tutor, slot } = await interviewFixture()
    await run('UPDATE users SET notification_method = 1, phone = ? WHERE id = ?', '01055500001', manager.id)
    expect(await tryBookInterview(tutor, slot, at(2))).toBe('ok')
    const interview = await interviewOf(tutor)
    expect(interview).toMatchObject({
      status: PENDING,
      sessionId: expect.stringMatching(/^interview:/),
      interviewer: { id: manager.id, name: 'منى فؤاد', role: 5 },
      interviewee: { id: tutor.id },
    })
    expect(await quartersOf(interview.sessionId)).toHaveLength(4)
    const shared = 'SELECT room_id FROM room_members WHERE user_id IN (?, ?) GROUP BY room_id HAVING COUNT(*) = 2'
    expect(await rows(shared, tutor.id, manager.id)).toHaveLength(1)
    expect(await messagesTo('01055500001')).toMatchObject([{ template: 'new_interview_booked' }])
  })

  it('is limited to one per half hour, also for concurrent requests', async () => {
    const { tutor, slot } = await interviewFixture()
    const tutors = [tutor, ...(await Promise.all(Array.from({ length: 9 }, () => onboardedTutor())))]
    const answers = await Promise.all(tutors.map((each) => tryBookInterview(each, slot, at(2))))
    expect(answers.filter((answer) => answer === 'ok')).toHaveLength(1)
    expect(answers.filter((answer) => answer === 'busy-tutor-manager')).toHaveLength(9)
  })

  it('is limited to one per tutor, also for concurrent requests', async () => {
    const { tutor, slot } = await interviewFixture()
    const answers = await Promise.all([1, 2, 3, 4, 5].map((hour) => tryBookInterview(tutor, slot, at(hour))))
    expect(answers.toSorted()).toEqual([...Array(4).fill('conflicting-interview'), 'ok'])
    expect(await listOf(tutor)).toHaveLength(1)
  })

  it('is refused outside a manager’s free slots for interviews', async () => {
    const { manager, tutor, slot } = await interviewFixture()
    const other = await onboardedTutor()
    expect(await tryBookInterview(tutor, 999_999, at(2))).toBe('slot-not-found')
    expect(await tryBookInterview(tutor, await insertSlot(other, NOW, at(4), 1), at(2))).toBe('bad-request')
    expect(await tryBookInterview(tutor, await insertSlot(manager, at(10), at(12), 2), at(11))).toBe('bad-request')
    expect(await tryBookInterview(tutor, slot, at(2) + minutes(5))).toBe('bad-request')
    expect(await tryBookInterview(tutor, slot, at(6))).toBe('busy-tutor-manager')
    for (const person of [manager, await verifiedStudent(), await newAdmin()])
      expect(await tryBookInterview(person, slot, at(2))).toBe('forbidden')
    expect(await rows('SELECT 1 FROM interviews WHERE slot_id = ?', slot)).toEqual([])
  })

  it('is cancelled in the manager’s name when its slot is shortened to end before it does', async () => {
    const [manager, tutor] = await Promise.all([tutorManager(), onboardedTutor()])
    const slot = await insertSlot(manager, at(1), at(6), 3)
    expect(await tryBookInterview(tutor, slot, at(2))).toBe('ok')
    const endAt = (end: number) =>
      callApi('POST', '/availability-slot', {
        as: manager,
        body: { actions: [{ type: 'update', id: slot, end: iso(end) }] },
      })
    expect(await outcome(endAt(at(2.5)))).toBe('ok')
    const { sessionId, status } = await interviewOf(tutor)
    expect(status).toBe(PENDING)
    expect(await outcome(endAt(at(2.25)))).toBe('ok')
    expect((await interviewOf(tutor)).status).toBe(BY_INTERVIEWER)
    expect(await quartersOf(sessionId)).toEqual([])
  })
})

describe('a change of an interview', () => {
  it('by the tutor is a cancellation, which frees the half hour', async () => {
    const { tutor, slot } = await interviewFixture()
    await bookCall(tutor, slot, at(2))
    const { id, sessionId } = await interviewOf(tutor)
    expect(await tryChange(tutor, { id, status: PASSED })).toBe('bad-request')
    expect(await tryChange(tutor, { id, interviewerFeedback: 'ممتاز جدا' })).toBe('forbidden')
    expect(await tryChange(tutor, { id, status: BY_INTERVIEWEE })).toBe('ok')
    expect(await quartersOf(sessionId)).toEqual([])
    expect(await tryChange(tutor, { id, status: BY_INTERVIEWEE })).toBe('bad-request')
    expect(await tryBookInterview(tutor, slot, at(2))).toBe('ok')
  })

  it('by the manager is a verdict with feedback, note and level, which is audited', async () => {
    const { manager, tutor, slot } = await interviewFixture()
    await bookCall(tutor, slot, at(2))
    const { id } = await interviewOf(tutor)
    expect(await tryChange(manager, { id })).toBe('empty-request')
    expect(await tryChange(manager, { id, intervieweeFeedback: '' })).toBe('forbidden')
    expect(await tryChange(manager, { id, status: BY_INTERVIEWEE })).toBe('bad-request')
    expect(await tryChange(manager, { id, level: 6 })).toBe('too-high-interview-level')
    const verdict = { status: REJECTED, interviewerFeedback: 'محتاج شغل على النطق', note: 'بعد ٣ شهور', level: 2 }
    expect(await tryChange(manager, { id, ...verdict })).toBe('ok')
    expect(await interviewOf(tutor)).toMatchObject(verdict)
    expect(await lastAuditEntry('interview.update')).toMatchObject({
      target_id: id,
      actor_id: manager.id,
      after: verdict,
    })
    expect(await tryChange(tutor, { id, intervieweeFeedback: '' })).toBe('ok')
    expect(await tryBookInterview(tutor, slot, at(4))).toBe('conflicting-interview')
  })

  it('is refused to others; admins change anything but a cancelled one', async () => {
    const { manager, tutor, slot } = await interviewFixture()
    await bookCall(tutor, slot, at(2))
    const { id } = await interviewOf(tutor)
    const [stranger, otherManager, adel] = await Promise.all([onboardedTutor(), tutorManager(), newAdmin()])
    for (const person of [stranger, otherManager])
      expect(await tryChange(person, { id, status: PASSED })).toBe('forbidden')
    expect(await tryChange(adel, { id: 999_999, status: PASSED })).toBe('interview-not-found')
    expect(await tryChange(adel, { id, ...PASS })).toBe('ok')
    expect(await tryChange(adel, { id, status: PENDING })).toBe('ok')
    expect(await tryChange(manager, { id, status: BY_INTERVIEWER })).toBe('ok')
    expect(await tryChange(adel, { id, status: PENDING })).toBe('bad-request')
  })

  it('by a verdict before the start gives the half hour back, and reopening takes it again', async () => {
    const { manager, tutor, slot } = await interviewFixture()
    const [adel, other] = await Promise.all([newAdmin(), onboardedTutor()])
    await bookCall(tutor, slot, at(2))
    const { id, sessionId } = await interviewOf(tutor)
    expect(await tryChange(manager, { id, ...PASS })).toBe('ok')
    expect(await quartersOf(sessionId)).toEqual([])
    expect(await tryChange(adel, { id, status: PENDING })).toBe('ok')
    expect(await quartersOf(sessionId)).toHaveLength(4)
    expect(await tryChange(manager, { id, ...PASS })).toBe('ok')
    expect(await tryBookInterview(other, slot, at(2))).toBe('ok')
    expect(await tryChange(adel, { id, status: PENDING })).toBe('busy-tutor-manager')
    await tryChange(other, { id: (await interviewOf(other)).id, status: BY_INTERVIEWEE })
    await run('UPDATE availability_slots SET deleted = 1 WHERE id = ?', slot)
    expect(await tryChange(adel, { id, status: PENDING })).toBe('slot-not-found')
  })

  it('by a verdict during it keeps the half hour', async () => {
    const { manager, tutor, slot } = await interviewFixture()
    await bookCall(tutor, slot, at(2))
    const { id, sessionId } = await interviewOf(tutor)
    setNow(at(2))
    expect(await tryChange(manager, { id, ...PASS })).toBe('ok')
    expect(await quartersOf(sessionId)).toHaveLength(4)
  })

  it('messages the other side of a cancellation, and the tutor of a verdict or of a slot that is taken away', async () => {
    const { manager, tutor, slot } = await interviewFixture()
    const [ofManager, ofTutor] = ['01055500011', '01055500012']
    await run('UPDATE users SET notification_method = 1, phone = ? WHERE id = ?', ofManager, manager.id)
    await run('UPDATE users SET notification_method = 1, phone = ? WHERE id = ?', ofTutor, tutor.id)
    const bookedId = async (start: number) => {
      await bookCall(tutor, slot, start)
      return (await interviewOf(tutor)).id
    }
    const templatesTo = async (phone: string) => (await messagesTo(phone)).map(({ template }) => template)
    const first = await bookedId(at(2))
    expect(await templatesTo(ofManager)).toEqual(['new_interview_booked'])
    await tryChange(tutor, { id: first, status: BY_INTERVIEWEE })
    expect(await templatesTo(ofManager)).toEqual(['new_interview_booked', 'interview_canceled'])
    expect(await templatesTo(ofTutor)).toEqual([])
    await tryChange(manager, { id: await bookedId(at(2)), status: BY_INTERVIEWER })
    await bookCall(tutor, slot, at(3))
    const removal = { actions: [{ type: 'delete', id: slot }] }
    await expectOk(callApi('POST', '/availability-slot', { as: manager, body: removal }))
    expect(await templatesTo(ofTutor)).toEqual(['interview_canceled', 'interview_canceled'])
    const next = await insertSlot(manager, at(8), at(10), 3)
    await bookCall(tutor, next, at(8))
    await tryChange(manager, { id: (await interviewOf(tutor)).id, status: REJECTED })
    expect((await templatesTo(ofTutor)).at(-1)).toBe('interview_judged')
  })

  it('mails a verdict to a tutor whom WhatsApp does not reach', async () => {
    const { manager, tutor, slot } = await interviewFixture()
    await bookCall(tutor, slot, at(2))
    await tryChange(manager, { id: (await interviewOf(tutor)).id, ...PASS })
    expect(await messagesTo(tutor.email)).toMatchObject([{ template: 'onboarding_verdict' }])
  })

  it('by two who judge the same version leaves one verdict', async () => {
    const { manager, tutor, slot } = await interviewFixture()
    const adel = await newAdmin()
    await bookCall(tutor, slot, at(2))
    const { id, updatedAt } = await interviewOf(tutor)
    const judge = (as: Person, status: number) =>
      outcome(
        callApi('PATCH', '/interview', {
          as,
          body: { id, ...SCORE, status },
          headers: { 'if-match': `"${updatedAt}"` },
        }),
      )
    const answers = await Promise.all([judge(manager, PASSED), judge(adel, REJECTED)])
    expect(answers.toSorted()).toEqual(['ok', 'version-conflict'])
    expect((await interviewOf(tutor)).status).toBe(answers[0] === 'ok' ? PASSED : REJECTED)
  })

  it('by both concurrently applies one of the two', async () => {
    const { manager, tutor, slot } = await interviewFixture()
    await bookCall(tutor, slot, at(2))
    const { id, sessionId } = await interviewOf(tutor)
    const answers = await Promise.all([
      tryChange(tutor, { id, status: BY_INTERVIEWEE }),
      tryChange(manager, { id, ...PASS }),
    ])
    expect(answers.toSorted()).toEqual(['bad-request', 'ok'])
    expect((await interviewOf(tutor)).status).toBe(answers[0] === 'ok' ? BY_INTERVIEWEE : PASSED)
    expect(await quartersOf(sessionId)).toEqual([])
  })
})

it('the list shows one’s own interviews, and all to admins, with filters', async () => {
  const [first, second] = [await interviewFixture(), await interviewFixture()]
  await bookCall(first.tutor, first.slot, at(2))
  await bookCall(second.tutor, second.slot, at(3))
  const idsOf = async (as: Person, query: string) => (await listOf(as, query)).map(({ interviewee }) => interviewee.id)
  expect(await idsOf(first.tutor, `?users[]=${second.tutor.id}`)).toEqual([first.tutor.id])
  expect(await idsOf(first.manager, '')).toEqual([first.tutor.id])
  const adel = await newAdmin()
  const both = `?users[]=${first.tutor.id}&users[]=${second.manager.id}`
  expect(await idsOf(adel, both)).toEqual([second.tutor.id, first.tutor.id])
  expect(await idsOf(adel, `${both}&end[lte]=${iso(at(2) + minutes(30))}`)).toEqual([first.tutor.id])
  expect(await idsOf(adel, `${both}&start[gt]=${iso(at(2))}`)).toEqual([second.tutor.id])
  expect(await idsOf(adel, `${both}&statuses[]=2`)).toEqual([])
  expect(await outcome(callApi('GET', '/interview/list', { as: await verifiedStudent() }))).toBe('forbidden')
})

it('the manager with the soonest free time is selected, by both calls', async () => {
  await run('UPDATE availability_slots SET deleted = 1, updated_at = ?', at(24))
  const tutor = await onboardedTutor()
  const [late, soon] = [await tutorManager('هبة سامي'), await tutorManager('ندى علي')]
  await insertSlot(late, at(3), at(5), 3)
  await insertSlot(soon, NOW - hours(1), at(1), 1)
  await insertSlot(soon, at(1), at(2), 2)
  const inactive = await tutorManager()
  await insertSlot(inactive, NOW - hours(2), at(1), 1)
  await run('UPDATE tutors SET activated = 0 WHERE id = ?', inactive.id)
  await insertSlot(await onboardedTutor(), NOW - hours(2), at(1), 1)
  const selected = async () => [
    await expectOk<{ id: number }>(callApi('GET', '/interview/select', { as: tutor })),
    await expectOk<{ id: number }>(callApi('GET', '/user/interviewer/select', { as: tutor })),
  ]
  expect(await selected()).toMatchObject([{ id: soon.id, name: 'ندى علي' }, { id: soon.id }])
  await run(
    `INSERT INTO busy_quarters (user_id, quarter, session_id) VALUES (?, ?, 'lesson:x'), (?, ?, 'lesson:x')`,
    soon.id,
    NOW / minutes(15) + 1,
    soon.id,
    NOW / minutes(15) + 3,
  )
  expect(await selected()).toMatchObject([{ id: late.id }, { id: late.id }])
  expect(await outcome(callApi('GET', '/interview/select', { as: soon }))).toBe('forbidden')
})
