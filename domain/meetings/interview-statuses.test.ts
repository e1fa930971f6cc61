import { describe, expect, it } from 'vitest'
import {
  type InterviewActor,
  InterviewStatus,
  isInterviewCanceled,
  whyNotInterviewStatus,
} from './interview-statuses.ts'

const { Pending, Passed, Rejected, CanceledByInterviewer, CanceledByInterviewee } = InterviewStatus
const start = Date.parse('2026-03-01T18:00:00+02:00')
const all = Object.values(InterviewStatus)

const reachable = (status: InterviewStatus, who: InterviewActor, now = start - 1) =>
  all.filter((to) => whyNotInterviewStatus({ status, start }, to, who, now) === null)

describe('a pending interview', () => {
  it('is cancelled by the interviewee until its start', () => {
    expect(reachable(Pending, 'interviewee', start - 1)).toEqual([CanceledByInterviewee])
    expect(reachable(Pending, 'interviewee', start)).toEqual([])
  })

  it('is judged or cancelled by the interviewer, before and after its start', () => {
    for (const now of [start - 1, start, start + 1])
      expect(reachable(Pending, 'interviewer', now)).toEqual([Passed, Rejected, CanceledByInterviewer])
  })

  it('is taken anywhere by an admin', () => {
    expect(reachable(Pending, 'admin')).toEqual([Passed, Rejected, CanceledByInterviewer, CanceledByInterviewee])
  })
})

describe('a judged interview', () => {
  it('is corrected by an admin only', () => {
    expect(reachable(Passed, 'admin')).toEqual([Pending, Rejected])
    expect(reachable(Rejected, 'admin')).toEqual([Pending, Passed])
    for (const who of ['interviewee', 'interviewer'] as const)
      expect([...reachable(Passed, who), ...reachable(Rejected, who)]).toEqual([])
  })
})

it('a cancelled interview stays cancelled', () => {
  const canceled = all.filter(isInterviewCanceled)
  expect(canceled).toEqual([CanceledByInterviewer, CanceledByInterviewee])
  for (const status of canceled)
    for (const who of ['interviewee', 'interviewer', 'admin'] as const) expect(reachable(status, who)).toEqual([])
})

it('a refused step is a bad request', () => {
  expect(whyNotInterviewStatus({ status: Passed, start }, Rejected, 'interviewer', start)).toBe('bad-request')
})
