import type { Instant } from '#domain/cairo'
import type { RoomEffect } from '#domain/sessions/room'
import { PresenceEvent, type SessionId } from '#domain/sessions/session-id'

/** A line of the attendance log: who came or went, and when. */
type Attendance = { type: PresenceEvent; userId: number; at: Instant }

/** What of the news belongs into the log: another tab of somebody who is inside anyway does not. */
const attendanceOf = (news: readonly RoomEffect[], at: Instant): Attendance[] =>
  news.flatMap((one): Attendance[] => {
    if (one.type === 'joined') return [{ type: PresenceEvent.UserJoined, userId: one.userId, at }]
    return one.type === 'left' ? [{ type: PresenceEvent.UserLeft, userId: one.userId, at }] : []
  })

const UNWRITTEN = 'unwritten'

/** The log of a session: kept with what it tells of until the database has it. */
export class AttendanceLog {
  readonly #kv: SyncKvStorage
  readonly #d1: D1Database
  readonly #sessionId: () => SessionId
  #writing: Promise<void> | null = null
  /** Lines of a life before, or of an attempt that failed, may stand in the database already. */
  #mayStand = true

  constructor(kv: SyncKvStorage, d1: D1Database, sessionId: () => SessionId) {
    this.#kv = kv
    this.#d1 = d1
    this.#sessionId = sessionId
  }

  #unwritten(): Attendance[] {
    return this.#kv.get<Attendance[]>(UNWRITTEN) ?? []
  }

  /** Keeps what the news mean for the log; answers whether they mean anything. */
  note(news: readonly RoomEffect[], at: Instant): boolean {
    const attendance = attendanceOf(news, at)
    if (attendance.length > 0) this.#kv.put(UNWRITTEN, [...this.#unwritten(), ...attendance])
    return attendance.length > 0
  }

  isPending(): boolean {
    return this.#unwritten().length > 0
  }

  /** Writes what is kept. What the database does not take now stays kept, in its order. */
  write(): Promise<void> {
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = null
    })
    return this.#writing
  }

  /** A line is kept until the database has it: the party may not live to hear so, and writes it again. */
  async #writeAll(): Promise<void> {
    for (let lines = this.#unwritten(); lines.length > 0; lines = this.#unwritten()) {
      try {
        await this.#d1.batch(lines.map((line) => this.#insertion(line)))
      } catch (error) {
        // biome-ignore lint/suspicious/noConsole: a party's log is the platform's
        console.error(`SessionParty ${this.#sessionId()}: attendance was not written`, error)
        this.#mayStand = true
        return
      }
      this.#mayStand = false
      this.#kv.put(UNWRITTEN, this.#unwritten().slice(lines.length))
    }
  }

  /** Writes nothing where the line may stand already, and does. */
  #insertion({ type, userId, at }: Attendance): D1PreparedStatement {
    return this.#d1
      .prepare(
        `INSERT INTO session_events (type, user_id, session_id, created_at) SELECT ?1, ?2, ?3, ?4
         WHERE NOT ?5 OR NOT EXISTS (SELECT 1 FROM session_events
           WHERE session_id = ?3 AND created_at = ?4 AND user_id = ?2 AND type = ?1)`,
      )
      .bind(type, userId, this.#sessionId(), at, Number(this.#mayStand))
  }
}
