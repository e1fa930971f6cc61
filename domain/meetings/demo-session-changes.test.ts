import { describe, expect, it } from 'vitest'
import { assertDemoSessionChange, type DemoSessionChange, whyNotDemoSessionChanged } from './demo-session-changes.ts'
import { type DemoSessionActor, DemoSessionStatus } from './demo-session-statuses.ts'

const { Pending, Passed, Rejected, CanceledByTutor } = DemoSessionStatus
const start = Date.parse('2026-03-01T18:00:00+02:00')
const refusal = (status: DemoSessionStatus, change: DemoSessionChange, who: DemoSessionActor, now = start - 1) =>
  whyNotDemoSessionChanged({ status, start }, change, who, now)

describe('the tutor of a demo session', () => {
  it('cancels until the start', () => {
    expect(refusal(Pending, { status: CanceledByTutor }, 'tutor')).toBeNull()
    expect(refusal(Pending, { status: CanceledByTutor }, 'tutor', start)).toBe('forbidden')
    expect(refusal(Passed, { status: CanceledByTutor }, 'tutor')).toBe('forbidden')
  })

  it('says how it was, or passes it over, once it is judged and with nothing else', () => {
    for (const judged of [Passed, Rejected])
      for (const tutorFeedback of ['كانت لطيفة', ''])
        expect(refusal(judged, { tutorFeedback }, 'tutor', start + 1)).toBeNull()
    expect(refusal(Passed, { tutorFeedback: '', status: CanceledByTutor }, 'tutor')).toBe('bad-request')
    expect(refusal(Pending, { tutorFeedback: '' }, 'tutor')).toBe('bad-request')
    expect(refusal(CanceledByTutor, { tutorFeedback: '' }, 'tutor')).toBe('forbidden')
  })

  it('judges nobody', () => {
    for (const change of [{ tutorManagerFeedback: 'ممتاز' }, { note: 'ممتاز' }, { level: 5 }, { status: Passed }])
      expect(refusal(Pending, change, 'tutor')).toBe('forbidden')
  })
})

it('the manager judges with words, and does not speak for the tutor', () => {
  const verdict = { status: Passed, tutorManagerFeedback: 'ممتاز', note: 'يبدأ الأسبوع الجاي', level: 5 }
  expect(refusal(Pending, verdict, 'tutor-manager', start + 1)).toBeNull()
  expect(refusal(Passed, { tutorFeedback: '' }, 'tutor-manager')).toBe('forbidden')
})

it('a change says something', () => {
  for (const who of ['tutor', 'tutor-manager', 'admin'] as const)
    expect(refusal(Pending, {}, who)).toBe('empty-request')
})

it('a change that is refused throws its code', () => {
  const pending = { status: Pending, start }
  expect(() => assertDemoSessionChange(pending, { level: 5 }, 'tutor', start)).toThrow('forbidden')
  assertDemoSessionChange(pending, { level: 5 }, 'tutor-manager', start)
})
