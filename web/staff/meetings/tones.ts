import { type InterviewStatus, MeetingStatus } from '#domain/meetings/statuses'
import type { Tone } from '../../ui/badge.tsx'

export function interviewTone(status: InterviewStatus): Tone {
  if (status === MeetingStatus.Pending) return 'info'
  if (status === MeetingStatus.Passed) return 'success'
  return status === MeetingStatus.Rejected ? 'danger' : 'neutral'
}

export function demoTone(status: MeetingStatus): Tone {
  if (status === MeetingStatus.Pending) return 'info'
  if (status === MeetingStatus.Passed) return 'success'
  return status === MeetingStatus.Rejected ? 'danger' : 'neutral'
}
