import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  InterviewStatus,
  isMeetingCanceled,
  type MeetingActor,
  type MeetingKind,
  MeetingStatus,
  meetingKinds,
  meetingPhase,
  whyNotMeetingStatus,
} from './statuses.ts'

const { Pending, Passed, Rejected, CanceledByManager, CanceledByTutor, CanceledByAdmin } = MeetingStatus
const statuses = { interview: Object.values(InterviewStatus), demo: Object.values(MeetingStatus) }
const actors = ['tutor', 'manager', 'admin'] as const

const reachable = (kind: MeetingKind, from: MeetingStatus, who: MeetingActor) =>
  statuses[kind].filter((to) => whyNotMeetingStatus(kind, from, to, who) === null)

describe.each([
  { kind: 'interview' as const, canceled: [CanceledByManager, CanceledByTutor], refusal: 'bad-request' },
  { kind: 'demo' as const, canceled: [CanceledByManager, CanceledByTutor, CanceledByAdmin], refusal: 'forbidden' },
])('the statuses of $kind', ({ kind, canceled, refusal }) => {
  it('let a tutor only cancel, and only while it is pending', () => {
    for (const from of statuses[kind])
      expect(reachable(kind, from, 'tutor')).toEqual(from === Pending ? [CanceledByTutor] : [])
  })

  it('let the manager judge or cancel a pending one', () => {
    expect(reachable(kind, Pending, 'manager')).toEqual([Passed, Rejected, CanceledByManager])
  })

  it('let an admin take it anywhere', () => {
    expect(reachable(kind, Pending, 'admin')).toEqual(statuses[kind].filter((to) => to !== Pending))
    expect(reachable(kind, Passed, 'admin')).toEqual([Pending, Rejected])
    expect(reachable(kind, Rejected, 'admin')).toEqual([Pending, Passed])
  })

  it('keep a cancelled one cancelled', () => {
    expect(statuses[kind].filter(isMeetingCanceled)).toEqual(canceled)
    for (const from of canceled) for (const who of actors) expect(reachable(kind, from, who)).toEqual([])
  })

  it('refuse any other step with the code of the kind', () => {
    expect(whyNotMeetingStatus(kind, Passed, CanceledByManager, 'manager')).toBe(refusal)
    expect(whyNotMeetingStatus(kind, Pending, Passed, 'tutor')).toBe(refusal)
  })
})

it('a manager may change the verdict of a demo session, and only an admin that of an interview', () => {
  for (const [from, to] of [
    [Passed, Rejected],
    [Rejected, Passed],
  ] as const) {
    expect(reachable('demo', from, 'manager')).toEqual([to])
    expect(reachable('interview', from, 'manager')).toEqual([])
  }
})

it('an admin as such never cancels an interview', () => {
  for (const who of actors) expect(whyNotMeetingStatus('interview', Pending, CanceledByAdmin, who)).toBe('bad-request')
})

it('a meeting is pending, judged or cancelled, and a cancelled one never changes', () => {
  expect(Object.values(MeetingStatus).map(meetingPhase)).toEqual([
    ...['pending', 'judged', 'judged'],
    ...['canceled', 'canceled', 'canceled'],
  ])
  const step = fc.record({ to: fc.constantFrom(...Object.values(MeetingStatus)), who: fc.constantFrom(...actors) })
  fc.assert(
    fc.property(fc.constantFrom(...meetingKinds), fc.array(step), (kind, steps) => {
      let status: MeetingStatus = Pending
      for (const { to, who } of steps) {
        if (whyNotMeetingStatus(kind, status, to, who) !== null) continue
        expect(isMeetingCanceled(status)).toBe(false)
        if (who === 'tutor') expect(to).toBe(CanceledByTutor)
        status = to
      }
    }),
  )
})
