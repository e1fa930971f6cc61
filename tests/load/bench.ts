/**
 * `npm run bench`: figures of the production build on this machine. Machines and moments differ, so every scenario is
 * run in turns with a bare request of the same server and given as a ratio to it; the absolute figures are for reading.
 * `npm run bench -- staff` measures the dashboard's lists instead, on a large marketplace (`staff.ts`), `npm run bench -- cost`
 * what each call costs (`cost.ts`), `npm run bench -- finding` what finding a tutor costs among 70 and among thousands
 * (`finding.ts`), `npm run bench -- storm` everybody's coming back after their connections were cut (`storm.ts`),
 * `npm run bench -- beside DIRECTORY` another checkout and this one in turns (`beside.ts`).
 */

import { FIRST_LOOKS, measure } from '../../dev/budgets.ts'
import { buildChanged } from '../../dev/build.ts'
import { startLiveKit } from '../livekit/start.ts'
import { startServer } from '../server.ts'
import { benchBeside } from './beside.ts'
import { firstPicture } from './calls.ts'
import {
  chatRooms,
  type Exchange,
  manyRooms,
  memoryOfSockets,
  PACED_PER_SECOND,
  pacedRooms,
  pairs,
  sendToReceive,
  separatePairs,
} from './chat.ts'
import { benchCost } from './cost.ts'
import { benchFinding } from './finding.ts'
import { closeConnections, type Figures, load, type Shot } from './generator.ts'
import { faultsOf, reconnectAll, stormText } from './reconnect.ts'
import { bookingStudents, logIn } from './scenarios.ts'
import { benchStaff } from './staff.ts'
import { benchStorm } from './storm.ts'

const ROUNDS = 3
const bareRequest: Shot = { method: 'GET', path: '/api/v1/health' }

type Scenario = {
  name: string
  count: number
  connections: number
  next: (index: number, connection: number) => Shot
  learn?: (connection: number, body: string) => void
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const cell = (value: number, digits = 0) => value.toFixed(digits).padStart(9)

function printScenario(name: string, runs: Figures[], ratios: number[]): void {
  const of = (pick: (figures: Figures) => number) => median(runs.map(pick))
  const failures = runs.reduce((sum, run) => sum + run.failures, 0)
  console.log(
    `${name.padEnd(30)}${cell(of((run) => run.perSecond))}${cell(
      of((run) => run.p50),
      1,
    )}${cell(
      of((run) => run.p99),
      1,
    )}${cell(median(ratios), 2)}${cell(failures)}`,
  )
}

async function compare(port: number, { name, count, connections, next, learn }: Scenario): Promise<void> {
  const runs: Figures[] = []
  const ratios: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const reference = await load(port, Math.max(200, count), connections, () => bareRequest)
    const run = await load(port, count, connections, next, learn)
    runs.push(run)
    ratios.push(run.perSecond / reference.perSecond)
  }
  printScenario(name, runs, ratios)
}

function printExchange(name: string, runs: readonly Exchange[]): void {
  const of = (pick: (run: Exchange) => number) => median(runs.map(pick))
  const quantiles = (times: (run: Exchange) => { p50: number; p99: number }) =>
    `p50 ${of((run) => times(run).p50).toFixed(1)} ms, p99 ${of((run) => times(run).p99).toFixed(1)} ms`
  console.log(
    `${name.padEnd(40)}${of((run) => run.perSecond).toFixed(0)} messages/s, ${of((run) => run.cpuEach).toFixed(2)} ms of CPU each`,
  )
  console.log(`${'  until acknowledged'.padEnd(40)}${quantiles((run) => run.acknowledged)}`)
  console.log(`${'  until received'.padEnd(40)}${quantiles((run) => run.received)}`)
}

async function chat(port: number, pid: number): Promise<void> {
  const rooms = await chatRooms(port, 250)
  const [first] = rooms
  if (!first) return
  const print = (name: string, figures: string) => console.log(`${name.padEnd(40)}${figures}`)
  console.log('\nchat')
  const { p50, p99 } = await sendToReceive(port, first, 200)
  print('send to receive, one room', `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`)
  printExchange('a pair, both ways', await pairs({ port, pid }, separatePairs(rooms, 10), 90, 8))
  const at64 = rooms.slice(0, 64)
  for (const window of [1, 8]) {
    const runs: Exchange[] = []
    for (let round = 0; round < ROUNDS; round++) runs.push(await manyRooms({ port, pid }, at64, 20, window))
    printExchange(`64 rooms at once, ${window} unanswered each`, runs)
  }
  printExchange(`${PACED_PER_SECOND} a second in 64 rooms`, [await pacedRooms({ port, pid }, at64, 20)])
  const memory = await memoryOfSockets(port, pid, rooms, 1000)
  print(
    `${memory.sockets} open sockets`,
    `${memory.kilobytesEach.toFixed(1)} KB each, ${memory.megabytes.toFixed(0)} MB in all`,
  )
  const storm = await reconnectAll(port, () => pid, rooms, 3)
  print(`${storm.clients} reconnect at once`, stormText(storm))
  if (faultsOf(storm) > 0) process.exitCode = 1
}

/** Two browsers with cameras load a small machine: the figures are an upper bound of what a phone waits. */
async function video(origin: string): Promise<void> {
  const print = (name: string, { median, slowest }: Awaited<ReturnType<typeof firstPicture>>) =>
    console.log(`${name.padEnd(40)}median ${median.toFixed(0)} ms, slowest ${slowest.toFixed(0)} ms`)
  console.log('\nfrom "enter" to the first picture of the other one')
  print('from browser to browser', await firstPicture(origin))
  const media = await startLiveKit()
  if (!media) return
  const { url, key, secret } = media
  const mediated = await startServer({ LIVEKIT_URL: url, LIVEKIT_API_KEY: key, LIVEKIT_API_SECRET: secret })
  try {
    print('over a media server', await firstPicture(mediated.origin))
  } finally {
    await mediated.stop()
    await media.stop()
  }
}

async function benchMarketplace(): Promise<void> {
  const server = await startServer()
  try {
    const { port } = server
    const student = await logIn(port, 'student@hessa.test')
    const students = await bookingStudents(port, 8)
    const scenarios: Scenario[] = [
      {
        name: 'tutors, anonymous',
        count: 1500,
        connections: 16,
        next: () => ({ method: 'GET', path: '/api/v1/user/tutor/list/onboarded' }),
      },
      {
        name: 'tutors, signed in',
        count: 1000,
        connections: 16,
        next: () => ({ method: 'GET', path: '/api/v1/user/tutor/list/onboarded', token: student.token }),
      },
      {
        name: "a student's lessons",
        count: 600,
        connections: 16,
        next: () => ({ method: 'GET', path: `/api/v1/lesson/list/?users[]=${student.id}`, token: student.token }),
      },
      {
        name: 'log in',
        count: 24,
        connections: 4,
        next: (index) => ({
          method: 'POST',
          path: '/api/v1/auth/password',
          body: { email: students.email(index), password: students.password },
        }),
      },
      {
        name: 'book, then cancel',
        count: 160,
        connections: students.count,
        next: students.next,
        learn: students.learn,
      },
    ]
    console.log(`${'scenario'.padEnd(30)}    req/s   p50 ms   p99 ms  x bare   failed`)
    for (const scenario of scenarios) await compare(port, scenario)

    await chat(port, server.pid)
    await video(server.origin)

    console.log(`\n${'script and style of the first look'.padEnd(36)}  brotli KB  budget KB`)
    for (const look of FIRST_LOOKS)
      console.log(`${look.name.padEnd(36)}${cell(measure(look) / 1000, 1)}  ${cell(look.budget / 1000)}`)
  } finally {
    closeConnections()
    await server.stop()
  }
}

await buildChanged()
const [which, ...only] = process.argv.slice(2)
if (which === 'cost') await benchCost()
else if (which === 'finding') await benchFinding(only)
else if (which === 'staff') await benchStaff(only)
else if (which === 'storm') await benchStorm(only)
else if (which === 'beside') await benchBeside(only[0], only.slice(1))
else await benchMarketplace()
