import { MeetingStatus } from '#domain/meetings/statuses'
import { staffMeetings } from '#messages/staff-meetings'
import { Badge, type Tone } from '../../../ui/badge.tsx'

export const meetingTones: Record<MeetingStatus, Tone> = {
  [MeetingStatus.Pending]: 'info',
  [MeetingStatus.Passed]: 'success',
  [MeetingStatus.Rejected]: 'danger',
  [MeetingStatus.CanceledByManager]: 'neutral',
  [MeetingStatus.CanceledByTutor]: 'neutral',
  [MeetingStatus.CanceledByAdmin]: 'neutral',
}

export const MeetingBadge = ({ status }: { status: MeetingStatus }) => (
  <Badge tone={meetingTones[status]}>{staffMeetings.status[status]}</Badge>
)
