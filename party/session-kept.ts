import type { Instant } from '#domain/cairo'
import type { Meeting } from '#domain/sessions/access'
import type { Room } from '#domain/sessions/room'

/** What a session's party keeps between two events: it may be put to sleep after each. */
export const keptIn = (kv: SyncKvStorage) => ({
  room: (): Room => kv.get<Room>('room') ?? [],
  setRoom: (room: Room) => kv.put('room', room),
  /** The meeting as it was read last; null before that. */
  meeting: (): Meeting | null => kv.get<Meeting>('meeting') ?? null,
  setMeeting: (meeting: Meeting | null) => kv.put('meeting', meeting),
  /** Up to when reminders have been looked at; null before the first look. */
  lookedAt: (): Instant | null => kv.get<Instant>('lookedAt') ?? null,
  setLookedAt: (at: Instant) => kv.put('lookedAt', at),
})
