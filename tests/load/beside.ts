/**
 * `npm run bench -- beside DIRECTORY`: this checkout beside another one of the same product, such as an older commit with its
 * dependencies installed. Both production builds run on the demo's data; every scenario is run in turns, one round there and one
 * here and then the other way round, so that what else the machine does meets both. Kept in `tests/load/BESIDE.md`.
 * `npm run bench -- beside DIRECTORY chat booking` measures the scenarios whose names hold a word, and keeps nothing.
 */
import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { hours } from '#domain/cairo'
import { newDirectory, type RunningServer, startServerOn } from '../server.ts'
import {
  chatRooms,
  type Exchange,
  manyRooms,
  PACED_PER_SECOND,
  pacedRooms,
  pairs,
  sendToReceive,
  separatePairs,
} from './chat.ts'
import { closeConnections, fire, type Hit, load, quantile, type Shot } from './generator.ts'
import { faultsOf, reconnectAll } from './reconnect.ts'
import { answer, bookingStudents, logIn } from './scenarios.ts'
import { processorTime } from './staff.ts'
import type { Member } from './user-socket.ts'

const ROUNDS = 5
const ROOT = resolve(import.meta.dirname, '../..')

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/**
 * What one round has measured; the processor's time is divided by `requests`. Without `perSecond` it is about how long it takes.
 * `computed` is the server's own time, in milliseconds, where a round does more than it measures.
 */
type Round = { requests: number; failures: number; p50: number; p99: number; perSecond?: number; computed?: number }
type Measured = Round & { cpu: number }

type Side = { tree: string; state: string; server: RunningServer }
/** `there` is the other checkout. */
type Sides = { there: Side; here: Side }

/**
 * A scenario is made ready on each side once, and then measured there and here in turns; null is a side that has no such call.
 */
type Scenario = { name: string; prepare: (side: Side) => Promise<(() => Promise<Round>) | null> }

/** Makes something on a side when it is first asked for. */
function onceOnEachSide<T>(make: (port: number) => Promise<T>): (side: Side) => Promise<T> {
  const made = new Map<string, Promise<T>>()
  return ({ tree, server }) => {
    const known = made.get(tree) ?? make(server.port)
    made.set(tree, known)
    return known
  }
}

/** Whom the reads are about: ids differ between two versions of the demo's data. */
const peopleOf = onceOnEachSide(async (port) => {
  const student = await logIn(port, 'student@hessa.test')
  const path = '/api/v1/user/tutor/list/onboarded?size=100'
  const { list } = await answer<{ list: { id: number; nearestFreeTime: string | null }[] }>(port, {
    method: 'GET',
    path,
  })
  const tutor = list.find(({ nearestFreeTime }) => nearestFreeTime !== null)
  if (!tutor) throw new Error('The demo data has no tutor who is free')
  return { student, tutorId: tutor.id }
})
const studentsOf = onceOnEachSide((port) => bookingStudents(port, 8))
const roomsOf = onceOnEachSide((port) => chatRooms(port, 250))

type People = Awaited<ReturnType<typeof peopleOf>>
const CONNECTIONS = 16

const read = (name: string, count: number, pathOf: (people: People) => string, isGuest = false): Scenario => ({
  name,
  prepare: async (side) => {
    const people = await peopleOf(side)
    const path = `/api/v1${pathOf(people)}`
    const shot: Shot = { method: 'GET', path, ...(isGuest ? {} : { token: people.student.token }) }
    if ((await fire(side.server.port, shot)).status === 404) return null
    return () => load(side.server.port, count, CONNECTIONS, () => shot)
  },
})

function weekOf(tutorId: number): string {
  const now = Date.now()
  const [after, before] = [now, now + hours(7 * 24)].map((at) => new Date(at).toISOString())
  return `/availability-slot/?userIds[]=${tutorId}&full=true&after=${after}&before=${before}`
}

/**
 * From the request that books or cancels a lesson until the last of the sockets that watch all tutors has its event, in milliseconds;
 * null where the request was refused.
 */
async function eventToAll(
  port: number,
  members: readonly Member[],
  change: () => Promise<Hit>,
): Promise<number | null> {
  const sockets = members.map(
    ({ token }) => new WebSocket(`ws://localhost:${port}/parties/broadcast/TutorsCache`, ['bearer', token]),
  )
  await Promise.all(
    sockets.map(
      (socket) =>
        new Promise((opened, failed) => {
          socket.addEventListener('open', opened)
          socket.addEventListener('error', failed)
        }),
    ),
  )
  const start = performance.now()
  const told = sockets.map(
    (socket) =>
      new Promise<void>((done) =>
        socket.addEventListener('message', ({ data }) => /^Lesson/.test(JSON.parse(data).event) && done()),
      ),
  )
  const { status } = await change()
  if (status === 200) await Promise.all(told)
  const ms = performance.now() - start
  for (const socket of sockets) socket.close()
  return status === 200 ? ms : null
}

const PACE_MS = 10

/** What two calls take that come every few milliseconds until something else is over, such as eight people who sign in. */
async function paced(port: number, shots: readonly Shot[], meanwhile: Promise<number>): Promise<Round> {
  const fired: Promise<Hit>[] = []
  let failedMeanwhile: number | undefined
  const over = meanwhile.then((failures) => {
    failedMeanwhile = failures
  })
  while (failedMeanwhile === undefined) {
    fired.push(fire(port, shots[fired.length % shots.length] as Shot))
    await setTimeout(PACE_MS)
  }
  await over
  const hits = await Promise.all(fired)
  const failures = hits.filter(({ status }) => status !== 200).length + failedMeanwhile
  return duration(
    hits.map(({ ms }) => ms),
    hits.length,
    failures,
  )
}

const othersShots = ({ student }: People): Shot[] => [
  { method: 'GET', path: '/api/v1/user/current', token: student.token },
  { method: 'GET', path: '/api/v1/user/tutor/list/onboarded' },
]

const duration = (times: readonly number[], requests: number, failures = 0): Round => {
  const sorted = times.toSorted((one, other) => one - other)
  return { requests, failures, p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) }
}

const scenarios: readonly Scenario[] = [
  read('tutors list, guest', 1000, () => '/user/tutor/list/onboarded', true),
  read('tutors list, signed in', 600, () => '/user/tutor/list/onboarded'),
  read('tutor info, guest', 600, ({ tutorId }) => `/user/tutor/info/${tutorId}`, true),
  read('tutor info, signed in', 600, ({ tutorId }) => `/user/tutor/info/${tutorId}`),
  read("a tutor's week of slots", 400, ({ tutorId }) => weekOf(tutorId)),
  read('current user', 600, () => '/user/current'),
  read('own lessons', 300, ({ student }) => `/lesson/list/?users[]=${student.id}`),
  read('plan list, guest', 600, () => '/plan/list', true),
  read('plan list, signed in', 600, () => '/plan/list'),
  read("a student's home", 300, () => '/user/student/home'),
  {
    name: 'log in',
    prepare: async (side) => {
      const { email, password } = await studentsOf(side)
      const path = '/api/v1/auth/password'
      const next = (index: number): Shot => ({ method: 'POST', path, body: { email: email(index), password } })
      return () => load(side.server.port, 16, 4, next)
    },
  },
  {
    name: 'book, then cancel',
    prepare: async (side) => {
      const { count, next, learn } = await studentsOf(side)
      return () => load(side.server.port, 80, count, next, learn)
    },
  },
  {
    name: 'two reads every 20 ms, quiet',
    prepare: async (side) => {
      const shots = othersShots(await peopleOf(side))
      return () => paced(side.server.port, shots, setTimeout(2000, 0))
    },
  },
  {
    name: 'two reads every 20 ms, while eight sign in by turns',
    prepare: async (side) => {
      const shots = othersShots(await peopleOf(side))
      const { count, email, password } = await studentsOf(side)
      const { port } = side.server
      const body = (index: number) => ({ email: email(index), password })
      const signIn = (index: number): Shot => ({ method: 'POST', path: '/api/v1/auth/password', body: body(index) })
      return () =>
        paced(
          port,
          shots,
          load(port, 2 * count, 1, signIn).then(({ failures }) => failures),
        )
    },
  },
  {
    name: 'an event to 50 sockets',
    prepare: async (side) => {
      const { next, learn } = await studentsOf(side)
      const members = (await roomsOf(side)).slice(0, 50).map(({ one }) => one)
      const { port } = side.server
      const bookOrCancel = async () => {
        const hit = await fire(port, next(0, 0))
        learn(0, hit.body)
        return hit
      }
      return async () => {
        const times: (number | null)[] = []
        while (times.length < 10) times.push(await eventToAll(port, members, bookOrCancel))
        const told = times.filter((ms) => ms !== null)
        return duration(told, times.length, times.length - told.length)
      }
    },
  },
  {
    name: 'chat: send to receive, a pair',
    prepare: async (side) => {
      const [room] = await roomsOf(side)
      if (!room) throw new Error('The demo data has nobody who chats')
      return async () => ({ requests: 60, failures: 0, ...(await sendToReceive(side.server.port, room, 60)) })
    },
  },
  {
    name: 'chat: messages of a pair, both ways',
    prepare: async (side) => {
      const rooms = separatePairs(await roomsOf(side), 5)
      return async () => {
        const runs = await pairs(side.server, rooms, 80, 8)
        const of = (pick: (run: Exchange) => number) => median(runs.map(pick))
        return {
          requests: runs.reduce((sum, { messages }) => sum + messages, 0),
          failures: 0,
          p50: of(({ acknowledged }) => acknowledged.p50),
          p99: of(({ acknowledged }) => acknowledged.p99),
          perSecond: of(({ perSecond }) => perSecond),
        }
      }
    },
  },
  {
    name: 'chat: messages in 64 rooms',
    prepare: async (side) => {
      const rooms = (await roomsOf(side)).slice(0, 64)
      return async () => {
        const { messages, acknowledged, perSecond } = await manyRooms(side.server, rooms, 20, 1)
        return { requests: messages, failures: 0, ...acknowledged, perSecond }
      }
    },
  },
  {
    name: `chat: ${PACED_PER_SECOND} messages a second in 64 rooms`,
    prepare: async (side) => {
      const rooms = (await roomsOf(side)).slice(0, 64)
      return async () => {
        const { messages, acknowledged, cpuEach } = await pacedRooms(side.server, rooms, 20)
        return { requests: messages, failures: 0, ...acknowledged, computed: cpuEach * messages }
      }
    },
  },
  {
    name: 'chat: 500 sockets reconnect',
    prepare: async (side) => {
      const rooms = await roomsOf(side)
      return async () => {
        const storm = await reconnectAll(side.server.port, () => side.server.pid, rooms, 1)
        return { ...duration(storm.back, storm.clients, faultsOf(storm)), computed: storm.cpu }
      }
    },
  },
]

/** One round there and one here and then the other way round, so that what else the machine does meets both. */
async function inTurns(name: string, roundOn: Record<keyof Sides, () => Promise<Measured>>): Promise<Row> {
  const rounds: Record<keyof Sides, Measured>[] = []
  for (let round = 0; round < ROUNDS; round++) {
    if (round % 2 === 0) rounds.push({ there: await roundOn.there(), here: await roundOn.here() })
    else {
      const here = await roundOn.here()
      rounds.push({ there: await roundOn.there(), here })
    }
  }
  return { name, rounds }
}

type Row = { name: string; rounds: Record<keyof Sides, Measured>[] }

const HEAD = '| scenario | there | here | times as fast | p50 ms | p99 ms | CPU ms each | CPU here to there | failed |'

function textOf({ name, rounds }: Row): string {
  const of = (side: keyof Sides, pick: (round: Measured) => number) => median(rounds.map((round) => pick(round[side])))
  const both = (pick: (round: Measured) => number, digits: number) =>
    `${of('there', pick).toFixed(digits)} → ${of('here', pick).toFixed(digits)}`
  const ratio = (pick: (round: Measured) => number) =>
    median(rounds.map(({ there, here }) => pick(here) / pick(there))).toFixed(2)
  const isRate = rounds.every(({ here }) => here.perSecond !== undefined)
  const speed = ({ perSecond, p50 }: Measured) => perSecond ?? 1000 / p50
  const shown = (side: keyof Sides) =>
    isRate ? `${of(side, speed).toFixed(0)}/s` : `${of(side, ({ p50 }) => p50).toFixed(0)} ms`
  const failed = rounds.reduce((sum, { there, here }) => sum + there.failures + here.failures, 0)
  const times = [both(({ p50 }) => p50, 1), both(({ p99 }) => p99, 1), both(({ cpu }) => cpu, 2)]
  return `| ${[name, shown('there'), shown('here'), ratio(speed), ...times, ratio(({ cpu }) => cpu), failed].join(' | ')} |`
}

/** How long `npm start` takes when everything is built and filled. */
async function startOf({ state, tree }: Side): Promise<Measured> {
  const began = performance.now()
  const server = await startServerOn(state, tree)
  const ms = performance.now() - began
  const cpu = processorTime(server.pid)
  await server.stop()
  return { ...duration([ms], 1), cpu }
}

async function measured(scenario: Scenario, { there, here }: Sides): Promise<Row | null> {
  const roundOn = async (side: Side) => {
    const round = await scenario.prepare(side)
    if (!round) return null
    // The first round also compiles what the later ones run.
    await round()
    return async () => {
      // The other side had its round meanwhile: the runtime closes connections that were idle for five seconds.
      closeConnections()
      const before = processorTime(side.server.pid)
      const figures = await round()
      const computed = figures.computed ?? processorTime(side.server.pid) - before
      return { ...figures, cpu: computed / figures.requests }
    }
  }
  const rounds = { there: await roundOn(there), here: await roundOn(here) }
  return rounds.there && rounds.here ? inTurns(scenario.name, { there: rounds.there, here: rounds.here }) : null
}

const commitOf = (tree: string) => execFileSync('git', ['-C', tree, 'rev-parse', '--short', 'HEAD']).toString().trim()

const introduction = ({ there, here }: Sides) => `# Before and after

Written by \`npm run bench -- beside DIRECTORY\` on ${new Date().toISOString().slice(0, 10)}: commit ${commitOf(there.tree)} *there*, ${commitOf(here.tree)} *here*, on one
machine with ${availableParallelism()} cores, which also ran the clients. ${ROUNDS} rounds of each scenario in turns; figures are medians of the rounds, *times as fast* and
*CPU here to there* medians of their ratios. The processor's time is that of the whole local server.
`

/** An empty marketplace is built and filled by its first start. */
async function sideOf(tree: string): Promise<Side> {
  const state = newDirectory()
  return { tree, state, server: await startServerOn(state, tree) }
}

export async function benchBeside(directory: string | undefined, words: readonly string[]): Promise<void> {
  if (directory === undefined)
    throw new Error('Name the directory of the other checkout: npm run bench -- beside ../before')
  const sides: Sides = { there: await sideOf(resolve(directory)), here: await sideOf(ROOT) }
  const both = [sides.there, sides.here]
  const isAsked = (name: string) => words.length === 0 || words.some((word) => name.includes(word))
  try {
    const lines = [introduction(sides), HEAD, HEAD.replace(/[^|]+/g, '---')]
    console.log(lines.join('\n'))
    const add = (row: Row) => {
      lines.push(textOf(row))
      console.log(textOf(row))
    }
    if (isAsked('start')) {
      for (const { server } of both) await server.stop()
      add(await inTurns('start, when built', { there: () => startOf(sides.there), here: () => startOf(sides.here) }))
      for (const side of both) side.server = await startServerOn(side.state, side.tree)
    }
    for (const scenario of scenarios.filter(({ name }) => isAsked(name))) {
      const row = await measured(scenario, sides)
      if (row) add(row)
    }
    if (words.length === 0) writeFileSync(join(import.meta.dirname, 'BESIDE.md'), `${lines.join('\n')}\n`)
  } finally {
    closeConnections()
    for (const { server, state } of both) {
      await server.stop()
      rmSync(state, { recursive: true, force: true })
    }
  }
}
