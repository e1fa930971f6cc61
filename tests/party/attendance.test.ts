import { expect, it } from 'vitest'
import { PresenceEvent } from '#domain/sessions/session-id'
import { bindings, type Person } from '#tests/people'
import { AttendanceLog } from '../../party/attendance.ts'
import { startClockAtNoon } from '../api/lesson-fixtures.ts'
import { attendanceOf, heldLesson, START } from './session-steps.ts'

startClockAtNoon()

/** What a party keeps, whoever reads it next. */
function keeper(): SyncKvStorage {
  const kept = new Map<string, unknown>()
  return {
    get: (key: string) => kept.get(key),
    put: (key: string, value: unknown) => void kept.set(key, value),
  } as never
}

/** A database that does what it is asked for, and then the party dies before it hears so. */
const unheard = (db: D1Database): D1Database =>
  ({
    prepare: (query: string) => db.prepare(query),
    batch: async (statements: D1PreparedStatement[]) => {
      await db.batch(statements)
      return new Promise(() => {})
    },
  }) as never

const deaf = (db: D1Database): D1Database =>
  ({ prepare: (query: string) => db.prepare(query), batch: () => new Promise(() => {}) }) as never

const came = ({ id }: Person) => [{ type: 'joined' as const, userId: id }]

it('a line of the log that was on its way when the party died is written by the next, and once', async () => {
  const { student, tutor, session } = await heldLesson()
  const kv = keeper()
  const logOver = (db: D1Database) => new AttendanceLog(kv, db, () => session as never)
  const lost = logOver(deaf(bindings.DB))
  lost.record(came(student), START)
  void lost.flush()
  const late = logOver(unheard(bindings.DB))
  late.record(came(tutor), START + 1)
  void late.flush()
  await expect.poll(() => attendanceOf(session)).toHaveLength(2)

  const next = logOver(bindings.DB)
  expect(next.isPending()).toBe(true)
  await next.flush()
  expect(next.isPending()).toBe(false)
  const joined = PresenceEvent.UserJoined
  expect(await attendanceOf(session)).toEqual([student, tutor].map(({ id }) => ({ type: joined, userId: id })))
})
