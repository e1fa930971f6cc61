import { DemoSessionStatus } from '#domain/meetings/demo-session-statuses'
import { InterviewStatus } from '#domain/meetings/interview-statuses'
import type { Tone } from '../../ui/badge.tsx'

export function interviewTone(status: InterviewStatus): Tone {
  if (status === InterviewStatus.Pending) return 'info'
  if (status === InterviewStatus.Passed) return 'success'
  return status === InterviewStatus.Rejected ? 'danger' : 'neutral'
}

export function demoTone(status: DemoSessionStatus): Tone {
  if (status === DemoSessionStatus.Pending) return 'info'
  if (status === DemoSessionStatus.Passed) return 'success'
  return status === DemoSessionStatus.Rejected ? 'danger' : 'neutral'
}
