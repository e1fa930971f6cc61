import type { Instant } from '#domain/cairo'
import type { ScheduledMeeting } from '#domain/sessions/access'
import type { SessionRoom } from '#domain/sessions/room'

/** The stored state of a session's party. Nothing is held in memory: the object may hibernate after any event. */
export const sessionState = (kv: SyncKvStorage) => ({
  room: (): SessionRoom => kv.get<SessionRoom>('room') ?? [],
  setRoom: (room: SessionRoom) => kv.put('room', room),
  /** The meeting as it was last loaded from D1; null before that. */
  meeting: (): ScheduledMeeting | null => kv.get<ScheduledMeeting>('meeting') ?? null,
  setMeeting: (meeting: ScheduledMeeting | null) => kv.put('meeting', meeting),
  /** Reminders up to this instant have been checked; null before the first check. */
  remindersCheckedAt: (): Instant | null => kv.get<Instant>('lookedAt') ?? null,
  setRemindersCheckedAt: (at: Instant) => kv.put('lookedAt', at),
})
