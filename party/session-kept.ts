import type { Instant } from '#domain/cairo'
import type { ScheduledMeeting } from '#domain/sessions/access'
import type { SessionRoom } from '#domain/sessions/room'

/** What a session's party keeps between two events: it may be put to sleep after each. */
export const keptIn = (kv: SyncKvStorage) => ({
  room: (): SessionRoom => kv.get<SessionRoom>('room') ?? [],
  setRoom: (room: SessionRoom) => kv.put('room', room),
  /** The meeting as it was read last; null before that. */
  meeting: (): ScheduledMeeting | null => kv.get<ScheduledMeeting>('meeting') ?? null,
  setMeeting: (meeting: ScheduledMeeting | null) => kv.put('meeting', meeting),
  /** Up to when reminders have been looked at; null before the first look. */
  lookedAt: (): Instant | null => kv.get<Instant>('lookedAt') ?? null,
  setLookedAt: (at: Instant) => kv.put('lookedAt', at),
})
