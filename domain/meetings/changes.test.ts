import { describe, expect, it } from 'vitest'
import { assertMeetingChange, type MeetingChange, whyNotMeetingChanged } from './changes.ts'
import { type MeetingActor, type MeetingKind, MeetingStatus, meetingKinds } from './statuses.ts'

const { Pending, Passed, Rejected, CanceledByManager, CanceledByTutor } = MeetingStatus
const start = Date.parse('2026-03-01T18:00:00+02:00')

const refusals =
  (kind: MeetingKind) =>
  (status: MeetingStatus, change: MeetingChange, who: MeetingActor, now = start - 1) =>
    whyNotMeetingChanged({ kind, status, start, level: 4, managerFeedback: 'ممتاز' }, change, who, now)

describe.each([
  { kind: 'interview' as const, refused: 'bad-request' },
  { kind: 'demo' as const, refused: 'forbidden' },
])('the tutor of $kind', ({ kind, refused }) => {
  const refusal = refusals(kind)

  it('cancels until the start', () => {
    expect(refusal(Pending, { status: CanceledByTutor }, 'tutor')).toBeNull()
    expect(refusal(Pending, { status: CanceledByTutor }, 'tutor', start)).toBe(refused)
    expect(refusal(Passed, { status: CanceledByTutor }, 'tutor')).toBe(refused)
  })

  it('may add or clear feedback once it is judged, and change nothing else with it', () => {
    for (const judged of [Passed, Rejected])
      for (const tutorFeedback of ['كانت لطيفة', ''])
        expect(refusal(judged, { tutorFeedback }, 'tutor', start + 1)).toBeNull()
    for (const tutorFeedback of ['كانت لطيفة', ''])
      expect(refusal(Pending, { tutorFeedback }, 'tutor')).toBe('bad-request')
    for (const status of [CanceledByTutor, Passed])
      expect(refusal(Passed, { tutorFeedback: '', status }, 'tutor')).toBe('bad-request')
    for (const canceled of [CanceledByManager, CanceledByTutor])
      for (const change of [{ tutorFeedback: '' }, { status: CanceledByTutor }])
        expect(refusal(canceled, change, 'tutor')).toBe(refused)
  })

  it('never contains a verdict', () => {
    for (const change of [{ managerFeedback: 'ممتاز' }, { note: 'ممتاز' }, { level: 5 }])
      for (const status of [Pending, Passed]) expect(refusal(status, change, 'tutor')).toBe('forbidden')
    expect(refusal(Pending, { status: Passed }, 'tutor')).toBe(refused)
  })
})

describe.each(meetingKinds.map((kind) => ({ kind })))('a change of $kind', ({ kind }) => {
  const refusal = refusals(kind)

  it('is made by the manager with words, before the start and after, but never for the tutor', () => {
    const verdict = { status: Passed, managerFeedback: 'ممتاز', note: 'يبدأ الأسبوع الجاي', level: 5 }
    for (const now of [start - 1, start, start + 1]) {
      for (const status of [Passed, Rejected, CanceledByManager])
        expect(refusal(Pending, { status }, 'manager', now)).toBeNull()
      expect(refusal(Pending, verdict, 'manager', now)).toBeNull()
    }
    expect(refusal(Passed, { note: 'يبدأ الأسبوع الجاي' }, 'manager')).toBeNull()
    for (const status of [Pending, Passed]) expect(refusal(status, { tutorFeedback: '' }, 'manager')).toBe('forbidden')
  })

  it('is refused when it is empty', () => {
    for (const who of ['tutor', 'manager', 'admin'] as const) expect(refusal(Pending, {}, who)).toBe('empty-request')
  })

  it('passes only with a level and words, given before or with it', () => {
    const [level, managerFeedback] = [4, 'شرح واضح']
    const refused = (before: object, change: object) =>
      whyNotMeetingChanged(
        { kind, status: Pending, start, level: null, managerFeedback: null, ...before },
        { status: Passed, ...change },
        'admin',
        start,
      )
    for (const [before, change] of [
      [{}, {}],
      [{ level }, {}],
      [{ managerFeedback }, {}],
      [{}, { level }],
      [{}, { managerFeedback }],
    ] as const)
      expect(refused(before, change)).toBe('meeting-score-required')
    for (const [before, change] of [
      [{ level, managerFeedback }, {}],
      [{ level }, { managerFeedback }],
      [{}, { level, managerFeedback }],
    ] as const)
      expect(refused(before, change)).toBeNull()
    expect(refused({}, { status: Rejected })).toBeNull()
  })

  it('throws its code when it is refused', () => {
    const pending = { kind, status: Pending, start, level: null, managerFeedback: null }
    expect(() => assertMeetingChange(pending, { level: 5 }, 'tutor', start)).toThrow('forbidden')
    assertMeetingChange(pending, { level: 5 }, 'manager', start)
  })
})
