import { InboxState } from '#domain/inbox/states'
import { staffInbox } from '#messages/staff-inbox'
import { Badge, type Tone } from '../../ui/badge.tsx'

export const stateTones: Record<InboxState, Tone> = {
  [InboxState.New]: 'warning',
  [InboxState.InProgress]: 'info',
  [InboxState.Answered]: 'success',
  [InboxState.Closed]: 'neutral',
}

export const StateBadge = ({ state }: { state: InboxState }) => (
  <Badge tone={stateTones[state]}>{staffInbox.states[state]}</Badge>
)
