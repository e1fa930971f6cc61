import { describe, expect, it } from 'vitest'
import { assertChange, type InterviewChange, whyNotChanged } from './interview-changes.ts'
import { type InterviewActor, InterviewStatus } from './interview-statuses.ts'

const { Pending, Passed, Rejected, CanceledByInterviewee } = InterviewStatus
const start = Date.parse('2026-03-01T18:00:00+02:00')
const refusal = (status: InterviewStatus, change: InterviewChange, who: InterviewActor, now = start - 1) =>
  whyNotChanged({ status, start }, change, who, now)

describe('the interviewee', () => {
  it('cancels before the start', () => {
    expect(refusal(Pending, { status: CanceledByInterviewee }, 'interviewee')).toBeNull()
    expect(refusal(Pending, { status: CanceledByInterviewee }, 'interviewee', start)).toBe('bad-request')
    expect(refusal(Pending, { status: Passed }, 'interviewee')).toBe('bad-request')
  })

  it('says how it was, or passes it over, once it is judged and with nothing else', () => {
    for (const judged of [Passed, Rejected]) {
      expect(refusal(judged, { intervieweeFeedback: 'كانت لطيفة' }, 'interviewee')).toBeNull()
      expect(refusal(judged, { intervieweeFeedback: '' }, 'interviewee')).toBeNull()
    }
    expect(refusal(Pending, { intervieweeFeedback: 'كانت لطيفة' }, 'interviewee')).toBe('bad-request')
    expect(refusal(Passed, { intervieweeFeedback: '', status: CanceledByInterviewee }, 'interviewee')).toBe(
      'bad-request',
    )
    expect(refusal(Passed, { intervieweeFeedback: '', status: Passed }, 'interviewee')).toBe('bad-request')
    for (const change of [{ intervieweeFeedback: '' }, { status: CanceledByInterviewee }])
      expect(refusal(CanceledByInterviewee, change, 'interviewee')).toBe('bad-request')
  })

  it('judges nobody', () => {
    for (const change of [{ interviewerFeedback: 'ممتاز' }, { note: 'ممتاز' }, { level: 5 }])
      expect(refusal(Passed, change, 'interviewee')).toBe('forbidden')
  })
})

it('the interviewer judges, and does not speak for the tutor', () => {
  expect(refusal(Pending, { status: Passed, interviewerFeedback: 'ممتاز', level: 5 }, 'interviewer')).toBeNull()
  expect(refusal(Passed, { note: 'يبدأ الأسبوع الجاي' }, 'interviewer')).toBeNull()
  expect(refusal(Pending, { intervieweeFeedback: '' }, 'interviewer')).toBe('forbidden')
})

it('a change says something', () => {
  for (const who of ['interviewee', 'interviewer', 'admin'] as const)
    expect(refusal(Pending, {}, who)).toBe('empty-request')
})

it('a change that is refused throws its code', () => {
  const pending = { status: Pending, start }
  expect(() => assertChange(pending, { level: 5 }, 'interviewee', start)).toThrow('forbidden')
  assertChange(pending, { level: 5 }, 'interviewer', start)
})
