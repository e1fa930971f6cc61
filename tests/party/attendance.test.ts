import { expect, it } from 'vitest'
import { PresenceEvent } from '#domain/sessions/session-id'
import { bindings, type Person } from '#tests/people'
import { AttendanceLog } from '../../party/attendance.ts'
import { startClockAtNoon } from '../api/lesson-fixtures.ts'
import { attendanceOf, lessonInProgress, START } from './session-rooms.ts'

startClockAtNoon()

/** Storage that outlives an object. */
function memoryStorage(): SyncKvStorage {
  const values = new Map<string, unknown>()
  return {
    get: (key: string) => values.get(key),
    put: (key: string, value: unknown) => void values.set(key, value),
  } as never
}

/** A database that commits a batch whose confirmation never arrives. */
const unconfirmed = (db: D1Database): D1Database =>
  ({
    prepare: (query: string) => db.prepare(query),
    batch: async (statements: D1PreparedStatement[]) => {
      await db.batch(statements)
      return new Promise(() => {})
    },
  }) as never

/** A database that neither commits a batch nor answers. */
const unavailable = (db: D1Database): D1Database =>
  ({ prepare: (query: string) => db.prepare(query), batch: () => new Promise(() => {}) }) as never

const joinedEffect = ({ id }: Person) => [{ type: 'joined' as const, userId: id }]

it('an attendance event that was being written when the object died is written by the next one, exactly once', async () => {
  const { student, tutor, session } = await lessonInProgress()
  const kv = memoryStorage()
  const logOver = (db: D1Database) => new AttendanceLog(kv, db, () => session as never)
  const lost = logOver(unavailable(bindings.DB))
  lost.record(joinedEffect(student), START)
  void lost.flush()
  const late = logOver(unconfirmed(bindings.DB))
  late.record(joinedEffect(tutor), START + 1)
  void late.flush()
  await expect.poll(() => attendanceOf(session)).toHaveLength(2)

  const next = logOver(bindings.DB)
  expect(next.isPending()).toBe(true)
  await next.flush()
  expect(next.isPending()).toBe(false)
  const joined = PresenceEvent.UserJoined
  expect(await attendanceOf(session)).toEqual([student, tutor].map(({ id }) => ({ type: joined, userId: id })))
})
