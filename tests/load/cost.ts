/**
 * `npm run bench -- cost`: what each call that reads, the main writes and the jobs cost, as each role that may make them: trips to
 * the database that wait for one another, statements, rows read and written, calls of parties, bytes and the processor's time.
 * On the demo's data and on a marketplace of 100,000 accounts and a million lessons; kept in `tests/load/COST.md`.
 * `HESSA_BENCH_STATE` names a directory in which the large marketplace is kept between two runs.
 */
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { schedule } from '#contract/jobs'
import { hours, minutes } from '#domain/cairo'
import { Role } from '#domain/roles'
import { isAllowed } from '#tests/permission-matrix'
import { idsOf, readsOf } from '#tests/reads'
import type { Cost } from '../../dev/cost.ts'
import { databaseIn } from '../../dev/large-state.ts'
import { retryDropped } from '../../dev/retry.ts'
import { newState, type RunningServer, startServerOn } from '../server.ts'
import { fire as fireOnOpenConnection, type Hit, type Shot } from './generator.ts'
import { largeState, processorTime } from './staff.ts'

/** Requests by which the processor's time of a read is measured. */
const REPEATS = 1

const PEOPLE = [
  { role: null, name: 'guest', email: '' },
  { role: Role.Student, name: 'student', email: 'student@hessa.test' },
  { role: Role.Tutor, name: 'tutor', email: 'tutor@hessa.test' },
  { role: Role.TutorManager, name: 'manager', email: 'manager@hessa.test' },
  { role: Role.Studio, name: 'studio', email: 'studio@hessa.test' },
  { role: Role.RegularAdmin, name: 'admin', email: 'admin@hessa.test' },
  { role: Role.SuperAdmin, name: 'super', email: 'super@hessa.test' },
] as const

type Counted = { call: string; who: string; status: number; cost: Cost; after: Cost; bytes: number; ms: number }

async function count(
  server: RunningServer,
  name: string,
  who: string,
  shot: Shot,
): Promise<Counted & { body: string }> {
  const { status, body, headers } = await fire(server.port, withCount(shot))
  const { answered, withAfter, bytes } = JSON.parse(String(headers['x-cost']))
  return { call: name, who, status, cost: answered, after: withAfter, bytes, ms: 0, body }
}

const MAX_ATTEMPTS = 5

/**
 * Over a connection of its own: the runtime closes those that are idle, and Node may send over one that is about to be closed. A
 * read whose connection is dropped all the same, as it happens on a busy machine, is repeated.
 */
async function fire(port: number, shot: Shot): Promise<Hit> {
  for (let attempt = 1; ; attempt++)
    try {
      return await fireOnOpenConnection(port, { ...shot, headers: { ...shot.headers, connection: 'close' } })
    } catch (error) {
      if (shot.method !== 'GET' || attempt === MAX_ATTEMPTS)
        throw new Error(`${shot.method} ${shot.path}`, { cause: error })
    }
}

const withCount = (shot: Shot): Shot => ({ ...shot, headers: { ...shot.headers, 'x-count-cost': '1' } })

/** The processor's time of one read, from several: Linux counts in hundredths of a second. */
async function timed(server: RunningServer, shot: Shot): Promise<number> {
  const before = processorTime(server.pid)
  for (let round = 0; round < REPEATS; round++) await fire(server.port, shot)
  return (processorTime(server.pid) - before) / REPEATS
}

const costKey = ({ call, status, cost }: Counted) => [call, status, ...Object.values(cost)].join(' ')

/** Roles for which a call costs the same stand in one row. */
function merged(all: readonly Counted[]): Counted[] {
  const groups = Map.groupBy(all, costKey)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    return first ? [{ ...first, who: group.map(({ who }) => who).join(', ') }] : []
  })
}

const PASSWORD = 'Hessa2026!'

const signIn = (email: string): Shot => ({
  method: 'POST',
  path: '/api/v1/auth/password',
  body: { email, password: PASSWORD },
})

async function tokenOf(port: number, email: string): Promise<string> {
  const { body } = await fire(port, signIn(email))
  return (JSON.parse(body) as { token: string }).token
}

async function idsIn(database: string, email: string) {
  const db = new DatabaseSync(database, { readOnly: true })
  const first = (sql: string) => Object.values(db.prepare(sql).get() ?? {})[0]
  const idOf = (of: string) => Number(first(`SELECT id FROM users WHERE email = '${of}'`) ?? 0)
  const known = {
    me: idOf(email),
    student: idOf('student@hessa.test'),
    tutor: idOf('tutor@hessa.test'),
    studio: idOf('studio@hessa.test'),
  }
  const ids = await idsOf(async (sql) => first(sql), known)
  db.close()
  return ids
}

async function measureReads(server: RunningServer, database: string): Promise<Counted[]> {
  const now = Date.now()
  const counted: Counted[] = []
  for (const { role, name: who, email } of PEOPLE) {
    const token = role === null ? undefined : await tokenOf(server.port, email)
    const ids = await idsIn(database, email)
    for (const { name, path } of readsOf(ids, now).filter((read) => isAllowed(read.may, role))) {
      const shot: Shot = { method: 'GET', path, ...(token ? { token } : {}) }
      // The first request of an isolate also fills its caches.
      await fire(server.port, shot)
      const { body: _, ...one } = await count(server, name, who, shot)
      counted.push({ ...one, ms: await timed(server, shot) })
    }
  }
  return merged(counted).toSorted((one, other) => one.call.localeCompare(other.call))
}

async function measureJobs(server: RunningServer): Promise<Counted[]> {
  const counted: Counted[] = []
  for (const name of Object.keys(schedule))
    for (const round of ['first', 'again']) {
      const before = processorTime(server.pid)
      // A job may run twice.
      const answer = await retryDropped(() => fetch(`${server.origin}/dev/jobs/${name}`, { method: 'POST' }))
      const { cost } = (await answer.json()) as { cost: Cost }
      const { status } = answer
      const ms = processorTime(server.pid) - before
      counted.push({ call: `job ${name}, ${round}`, who: 'cron', status, cost, after: cost, bytes: 0, ms })
    }
  return counted
}

type Listed = { id: number; nextTimes: string[]; nearestFreeTime: string | null }
type Part = { start: string; end: string }

/** The first half hour that a tutor has free from the nearest free time on, which may be a quarter of an hour alone. */
async function freeHalfHour(server: RunningServer, tutors: readonly Listed[], token: string) {
  for (const tutor of tutors) {
    if (tutor.nearestFreeTime === null) continue
    const first = Date.parse(tutor.nearestFreeTime)
    const window = `after=${tutor.nearestFreeTime}&before=${new Date(first + hours(24)).toISOString()}`
    const path = `/api/v1/availability-slot/?userIds[]=${tutor.id}&${window}&size=100`
    const { slots, subslots } = JSON.parse((await fire(server.port, { method: 'GET', path, token })).body) as {
      slots: { list: ({ id: number } & Part)[] }
      subslots: Part[]
    }
    const isFree = (slot: Part, start: number) => {
      const end = start + minutes(30)
      const isTaken = subslots.some((taken) => Date.parse(taken.start) < end && Date.parse(taken.end) > start)
      return Date.parse(slot.start) <= start && end <= Date.parse(slot.end) && !isTaken
    }
    for (let start = first; start < first + hours(24); start += minutes(15)) {
      const slot = slots.list.find((one) => isFree(one, start))
      if (slot) return { tutor, slot, start: new Date(start).toISOString() }
    }
  }
  throw new Error('No tutor has half an hour free')
}

/** A student's way from signing in to a lesson and back. */
async function measureWrites(server: RunningServer): Promise<Counted[]> {
  const counted: Counted[] = []
  const make = async (name: string, who: string, shot: Shot): Promise<string> => {
    const { body, ...one } = await count(server, name, who, shot)
    counted.push(one)
    return body
  }
  const post = (path: string, body: unknown, token?: string, method = 'POST'): Shot => ({
    method,
    path: `/api/v1${path}`,
    body,
    ...(token ? { token, headers: { 'idempotency-key': crypto.randomUUID() } } : {}),
  })
  const email = `cost${Date.now()}@example.com`
  await make('student.register', 'guest', post('/student/', { email, password: PASSWORD }))
  const signedIn = await make('auth.password', 'guest', signIn('student@hessa.test'))
  const { token, user } = JSON.parse(signedIn) as { token: string; user: { id: number } }
  const { list } = JSON.parse(
    (await fire(server.port, { method: 'GET', path: '/api/v1/user/tutor/list/onboarded?size=100' })).body,
  ) as { list: Listed[] }
  const lessons = JSON.parse(
    (
      await fire(server.port, {
        method: 'GET',
        path: `/api/v1/lesson/list?users[]=${user.id}&past=false&canceled=false`,
        token,
      })
    ).body,
  ) as { list: { lesson?: { id: number }; id?: number }[] }
  for (const one of lessons.list) {
    const id = one.lesson?.id ?? one.id
    await fire(server.port, post(`/lesson/${id}`, undefined, token, 'DELETE'))
  }
  const { tutor, slot, start } = await freeHalfHour(server, list, token)
  const booking = { tutorId: tutor.id, slotId: slot.id, start, duration: 15 }
  const booked = JSON.parse(await make('lesson.book', 'student', post('/lesson/', booking, token))) as { id: number }
  const moved = { lessonId: booked.id, slotId: slot.id, start, duration: 30 }
  await make('lesson.update', 'student', post('/lesson', moved, token, 'PATCH'))
  await make('tutor.listOnboarded after a change', 'guest', {
    method: 'GET',
    path: '/api/v1/user/tutor/list/onboarded',
  })
  await make('lesson.cancel', 'student', post(`/lesson/${booked.id}`, undefined, token, 'DELETE'))
  await make('favouriteTutor.add', 'student', post(`/favourite-tutor/${tutor.id}`, undefined, token, 'PUT'))
  await make('auth.refreshToken', 'student', post('/auth/refresh-token', {}, token))
  return counted
}

type Ledger = { title: string; counted: Counted[] }

async function withServer<T>(state: string, measure: (server: RunningServer) => Promise<T>): Promise<T> {
  const server = await startServerOn(state)
  try {
    return await measure(server)
  } finally {
    await server.stop()
  }
}

async function ledgerOf(title: string, state: string): Promise<Ledger> {
  const list: Shot = { method: 'GET', path: '/api/v1/user/tutor/list/onboarded' }
  const first = async (name: string, server: RunningServer) => {
    const { body: _, ...counted } = await count(server, `tutor.listOnboarded, first of ${name}`, 'guest', list)
    return counted
  }
  // The first start is a new version of the worker, the next ones are isolates of the same.
  process.env.WORKER_VERSION = randomUUID()
  const whole = await withServer(state, (server) => first('a version of the worker', server))
  const calls = await withServer(state, async (server) => {
    const cold = await first('an isolate', server)
    const reads = await measureReads(server, databaseIn(state))
    return [cold, ...(await measureWrites(server)), ...reads]
  })
  return { title, counted: [whole, ...calls, ...(await withServer(state, measureJobs))] }
}

const HEAD =
  '| call | as | status | trips | statements | rows read | written | parties | queued | bytes | CPU ms | with after-work: statements, read, written, parties |'

const rowOf = ({ call, who, status, cost, after, bytes, ms }: Counted) =>
  `| ${[call, who, status, cost.trips, cost.statements, cost.rowsRead, cost.rowsWritten, cost.partyCalls, cost.queued, bytes, ms.toFixed(0), [after.statements, after.rowsRead, after.rowsWritten, after.partyCalls].join(', ')].join(' | ')} |`

const textOf = ({ title, counted }: Ledger) =>
  [`## ${title}`, '', HEAD, HEAD.replace(/[^|]+/g, '---'), ...counted.map(rowOf), ''].join('\n')

const INTRODUCTION = `# What a call costs

Written by \`npm run bench -- cost\`. *Trips* are those to the database that wait for one another; rows are D1's own count. Calls of
parties are those of methods of Durable Objects. The processor's time is of the whole local server on one machine and good for
comparing rows only: Linux counts it in hundredths of a second.
Another status than 200 is that of a record which the demo's person does not have. Budgets of the main calls: tests/api/call-costs.test.ts.
`

export async function benchCost(): Promise<void> {
  const demo = newState()
  const ledgers = [await ledgerOf("On the demo's data", demo)]
  const { state, remove } = await largeState()
  try {
    ledgers.push(await ledgerOf('On 100,000 accounts and a million lessons', state))
  } finally {
    remove()
  }
  const text = [INTRODUCTION, ...ledgers.map(textOf)].join('\n')
  writeFileSync(join(import.meta.dirname, 'COST.md'), text)
  console.log(text)
}
