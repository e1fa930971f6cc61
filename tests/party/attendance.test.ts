import { runInDurableObject } from 'cloudflare:test'
import { expect, it, onTestFinished, vi } from 'vitest'
import { PresenceEvent } from '#domain/sessions/session-id'
import { bindings, type Person, run } from '#tests/people'
import { AttendanceLog } from '../../party/attendance.ts'
import { RETRY_MS } from '../../party/session.ts'
import { sessionParty } from '../../party/stubs.ts'
import { readTimer } from '../../party/timer.ts'
import { startClockAtNoon } from '../api/lesson-fixtures.ts'
import { alarmOf, runAlarm } from './alarms.ts'
import { attendanceOf, enterRoom, lessonInProgress, START } from './session-rooms.ts'

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

/** Silences the log of what fails here on purpose. */
const expectLoggedErrors = () => {
  const log = vi.spyOn(console, 'error').mockReturnValue(undefined)
  onTestFinished(() => log.mockRestore())
}

/** D1 refuses every row of the attendance log until the returned function is called. */
async function refuseAttendance(): Promise<() => Promise<unknown>> {
  await run(`CREATE TRIGGER refused BEFORE INSERT ON session_events BEGIN SELECT RAISE(ABORT, 'illegal'); END`)
  const accept = () => run('DROP TRIGGER IF EXISTS refused')
  onTestFinished(async () => void (await accept()))
  return accept
}

it('attendance that D1 refuses is written by a later alarm, in order and exactly once', async () => {
  expectLoggedErrors()
  const { student, tutor, session } = await lessonInProgress()
  const accept = await refuseAttendance()
  const hers = await enterRoom(session, student)
  await enterRoom(session, tutor)
  await hers.close()
  for (let attempt = 0; attempt < 2; attempt++) {
    expect(await runAlarm(session)).toBe(true)
    expect(await attendanceOf(session)).toEqual([])
    expect(await alarmOf(session)).toBeLessThanOrEqual(readTimer() + RETRY_MS)
  }
  await accept()
  const { UserJoined, UserLeft } = PresenceEvent
  for (let attempt = 0; attempt < 2; attempt++) {
    await runAlarm(session)
    expect(await attendanceOf(session)).toEqual([
      { type: UserJoined, userId: student.id },
      { type: UserJoined, userId: tutor.id },
      { type: UserLeft, userId: student.id },
    ])
  }
})

it('attendance is written by a later alarm also when D1 cannot be read at the first', async () => {
  expectLoggedErrors()
  const { student, session } = await lessonInProgress()
  const accept = await refuseAttendance()
  await enterRoom(session, student)
  const inRoom = <R>(look: (party: { env: object }) => R) =>
    runInDurableObject(sessionParty(bindings, session), (party) => look(party as unknown as { env: object }))
  const away = {
    prepare: () => {
      throw new Error('D1 is away')
    },
  }
  await inRoom((party) => {
    party.env = { ...party.env, DB: away }
  })
  await runAlarm(session)
  expect(await alarmOf(session)).toBeLessThanOrEqual(readTimer() + RETRY_MS)
  await inRoom((party) => {
    party.env = { ...party.env, DB: bindings.DB }
  })
  await accept()
  await runAlarm(session)
  expect(await attendanceOf(session)).toEqual([{ type: PresenceEvent.UserJoined, userId: student.id }])
})
