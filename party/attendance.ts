import { openDb } from '#db/client'
import { sessionEvents } from '#db/schema/sessions'
import type { Instant } from '#domain/cairo'
import type { RoomNews } from '#domain/sessions/room'
import { PresenceEvent, type SessionId } from '#domain/sessions/session-id'

/** A line of the attendance log: who came or went, and when. */
type Attendance = { type: PresenceEvent; userId: number; at: Instant }

/** What of the news belongs into the log: another tab of somebody who is inside anyway does not. */
const attendanceOf = (news: readonly RoomNews[], at: Instant): Attendance[] =>
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

  constructor(kv: SyncKvStorage, d1: D1Database, sessionId: () => SessionId) {
    this.#kv = kv
    this.#d1 = d1
    this.#sessionId = sessionId
  }

  #unwritten(): Attendance[] {
    return this.#kv.get<Attendance[]>(UNWRITTEN) ?? []
  }

  /** Keeps what the news mean for the log; answers whether they mean anything. */
  note(news: readonly RoomNews[], at: Instant): boolean {
    const attendance = attendanceOf(news, at)
    if (attendance.length > 0) this.#kv.put(UNWRITTEN, [...this.#unwritten(), ...attendance])
    return attendance.length > 0
  }

  isPending(): boolean {
    return this.#unwritten().length > 0
  }

  /** Writes what is kept. What the database does not take now stays kept, in its order. */
  async write(): Promise<void> {
    const rows = this.#unwritten()
    if (rows.length === 0) return
    const sessionId = this.#sessionId()
    this.#kv.put(UNWRITTEN, [])
    try {
      const lines = rows.map(({ type, userId, at }) => ({ type, userId, sessionId, createdAt: at }))
      await openDb(this.#d1).insert(sessionEvents).values(lines)
    } catch (error) {
      // biome-ignore lint/suspicious/noConsole: a party's log is the platform's
      console.error(`SessionParty ${sessionId}: attendance was not written`, error)
      this.#kv.put(UNWRITTEN, [...rows, ...this.#unwritten()])
    }
  }
}
