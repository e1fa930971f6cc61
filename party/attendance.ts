import type { Instant } from '#domain/cairo'
import type { RoomEffect } from '#domain/sessions/room'
import { PresenceEvent, type SessionId } from '#domain/sessions/session-id'

/** One row of the attendance log. */
type AttendanceEvent = { type: PresenceEvent; userId: number; at: Instant }

/** Only arrivals and departures of people are attendance; a second tab of somebody who is already inside is not. */
const attendanceEvents = (effects: readonly RoomEffect[], at: Instant): AttendanceEvent[] =>
  effects.flatMap((effect): AttendanceEvent[] => {
    if (effect.type === 'joined') return [{ type: PresenceEvent.UserJoined, userId: effect.userId, at }]
    return effect.type === 'left' ? [{ type: PresenceEvent.UserLeft, userId: effect.userId, at }] : []
  })

/** The storage key of the events that D1 does not have yet. */
const UNWRITTEN = 'unwritten'

/** A session's attendance log: events are stored in the object until D1 has them. */
export class AttendanceLog {
  readonly #kv: SyncKvStorage
  readonly #d1: D1Database
  readonly #sessionId: () => SessionId
  #flushing: Promise<void> | null = null
  /** True while stored events may be in D1 already: after a restart or a failed batch it is unknown whether it committed. */
  #mayBeStored = true

  constructor(kv: SyncKvStorage, d1: D1Database, sessionId: () => SessionId) {
    this.#kv = kv
    this.#d1 = d1
    this.#sessionId = sessionId
  }

  #unwritten(): AttendanceEvent[] {
    return this.#kv.get<AttendanceEvent[]>(UNWRITTEN) ?? []
  }

  /** Stores the attendance among these effects; returns whether there was any. */
  record(effects: readonly RoomEffect[], at: Instant): boolean {
    const events = attendanceEvents(effects, at)
    if (events.length > 0) this.#kv.put(UNWRITTEN, [...this.#unwritten(), ...events])
    return events.length > 0
  }

  isPending(): boolean {
    return this.#unwritten().length > 0
  }

  /** Writes the stored events to D1, in order; after a failure they stay stored. Concurrent calls share one run. */
  flush(): Promise<void> {
    this.#flushing ??= this.#flushAll().finally(() => {
      this.#flushing = null
    })
    return this.#flushing
  }

  /** Events are removed only after D1 has confirmed them: an object that dies in between writes them again. */
  async #flushAll(): Promise<void> {
    for (let events = this.#unwritten(); events.length > 0; events = this.#unwritten()) {
      try {
        await this.#d1.batch(events.map((event) => this.#insertion(event)))
      } catch (error) {
        // biome-ignore lint/suspicious/noConsole: a party's log is the platform's
        console.error(`SessionParty ${this.#sessionId()}: attendance was not written`, error)
        this.#mayBeStored = true
        return
      }
      this.#mayBeStored = false
      this.#kv.put(UNWRITTEN, this.#unwritten().slice(events.length))
    }
  }

  /** Inserts an event, unless a previous batch of unknown outcome has inserted it. */
  #insertion({ type, userId, at }: AttendanceEvent): D1PreparedStatement {
    return this.#d1
      .prepare(
        `INSERT INTO session_events (type, user_id, session_id, created_at) SELECT ?1, ?2, ?3, ?4
         WHERE NOT ?5 OR NOT EXISTS (SELECT 1 FROM session_events
           WHERE session_id = ?3 AND created_at = ?4 AND user_id = ?2 AND type = ?1)`,
      )
      .bind(type, userId, this.#sessionId(), at, Number(this.#mayBeStored))
  }
}
