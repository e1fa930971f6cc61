/**
 * `npm run bench -- staff`: how long every list of the dashboard takes on a marketplace of 100,000 accounts and a million
 * lessons, with each filter, order and search that it offers, searches that nearly everybody matches, and deep pages. Each
 * request is repeated and given with its median and its slowest time, as a ratio to a bare request of the same server, and
 * with the processor's time that the server spent on it, which a busy machine does not lengthen as much.
 * `npm run bench -- staff users lessons` measures these alone; `HESSA_BENCH_STATE` names a directory in which the marketplace is kept between two runs.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hours, localDay } from '#domain/cairo'
import { FIRST_ID, sizesOf } from '../../dev/large-marketplace.ts'
import { startServerOn } from '../server.ts'
import { staffLists } from '../staff-lists.ts'
import { closeConnections, fire, quantile, type Shot } from './generator.ts'
import { logIn } from './scenarios.ts'

const REPEATS = 5
/** The most that a page may take, in milliseconds. */
const BUDGET = 200
const SCALE = 100
const TUTOR = FIRST_ID + 25
const DEEP = ['page=100&size=100', 'page=2000&size=50']

/** Words that nearly everybody has, one letter, and filters that match nearly everything. */
const BROAD: Record<string, string[]> = {
  users: [
    'search=010',
    'search=hessa',
    'search=user',
    'search=م',
    'search=0',
    'search=u',
    'search=محمد',
    'search=010&orderBy=name&direction=asc',
    'search=010&role=4&page=300&size=25',
    'search=user&page=100&size=100',
    'search=م&orderBy=lastSeen',
    'search=nobody-has-this',
    'role=4&verified=true',
    'role=4&orderBy=name&direction=asc',
    'gender=male&orderBy=email&direction=asc',
  ],
  tutors: ['name=محمد', 'name=م', 'phone=010', 'email=user', 'bio=مدرس', 'activated=true&orderBy=updatedAt'],
  lessons: [
    'status=fulfilled',
    'status=fulfilled&page=100&size=100',
    'past=true&future=false&orderBy=createdAt',
    `users=${TUTOR}`,
    'status=cancelled&orderBy=createdAt',
    'canceled=false&orderBy=createdAt&direction=asc',
  ],
  withdrawals: ['methods[]=0&methods[]=1&methods[]=2', 'statuses[]=0&statuses[]=3', 'receipt=true&orderBy=amount'],
  transactions: [
    'statuses[]=1&statuses[]=2',
    'plans[]=1&plans[]=2',
    'amount[gte]=60000&orderBy=paidAt',
    'statuses=1&orderBy=amount',
  ],
  subscriptions: ['plans[]=1&plans[]=2&plans[]=3', 'periods=3&orderBy=end', 'weeklyMinutes[gte]=30&orderBy=start'],
  reports: ['search=الحصة', 'search=ا', 'resolved=true&orderBy=updatedAt'],
  contactRequests: ['search=الحصة', 'search=م'],
  audit: ['targetKinds[]=user&targetKinds[]=plan', 'acts[]=user.edit&acts[]=plan.edit', 'actors=1&targetKinds=user'],
  interviews: ['interviewerFeedback=واضح', 'statuses[]=2&statuses[]=3'],
  invites: ['email=hessa', 'email=i'],
  coupons: ['code=RAM', 'code=9'],
  palette: ['q=010', 'q=hessa', 'q=user', 'q=01', 'q=مح', 'q=محمد', 'q=9900000123', 'q=20000'],
  studioTutors: ['search=محمد', 'search=م', 'studioId=4'],
}

type Timed = { query: string; p50: number; max: number; cpu: number; status: number }

const single = (path: string) => ({ path, queries: [''] })

function calls(now: number): Record<string, { path: string; queries: string[] }> {
  const lists = Object.entries(staffLists).map(([name, { path, filters, orders }]) => {
    const deep = name === 'palette' || name === 'topics' ? [] : DEEP
    const plain = name === 'palette' ? [] : ['', ...orders, ...deep]
    return [
      name,
      {
        path: path.replace('TUTOR', String(TUTOR)),
        queries: [...plain, ...Object.values(filters).flat(), ...(BROAD[name] ?? [])],
      },
    ]
  })
  const days = (count: number) => `from=${localDay(now - hours(24) * (count - 1))}&to=${localDay(now)}`
  return Object.fromEntries([
    ...lists,
    ['queue', single('/dashboard/queue')],
    ['figures', { path: '/dashboard/figures', queries: [days(1), days(30), days(366)] }],
    ['withdrawal statistics', single(`/invoice/stats/${TUTOR}`)],
    ['server statistics', single('/server-stats')],
    ['settings', single('/settings')],
  ])
}

async function time({ port, pid }: Server, shot: Shot): Promise<Omit<Timed, 'query'>> {
  const first = await fire(port, shot)
  const before = processorTime(pid)
  const times: number[] = []
  for (let round = 0; round < REPEATS; round++) times.push((await fire(port, shot)).ms)
  times.sort((one, other) => one - other)
  const cpu = (processorTime(pid) - before) / REPEATS
  return { p50: quantile(times, 0.5), max: Math.max(...times), cpu, status: first.status }
}

type Server = { port: number; pid: number }

/** Of Linux, which counts it in hundredths of a second; elsewhere 0. */
const MS_OF_TICK = 10

/** What a process and those that it has started have computed until now, in milliseconds. */
export function processorTime(pid: number): number {
  try {
    const [user = 0, system = 0] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .slice(11, 13)
      .map(Number)
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
    return children.reduce((sum, child) => sum + processorTime(Number(child)), (user + system) * MS_OF_TICK)
  } catch {
    return 0
  }
}

/** A directory with the large marketplace; it is made where there is none. */
export async function largeState(): Promise<{ state: string; remove: () => void }> {
  const directory = process.env.HESSA_BENCH_STATE
  const state = directory ?? mkdtempSync(join(tmpdir(), 'hessa-large-'))
  const remove = () => (directory ? undefined : rmSync(state, { recursive: true, force: true }))
  if (directory && existsSync(join(directory, 'd1'))) return { state, remove }
  const began = performance.now()
  const server = await startServerOn(state, undefined, ['--scale', String(SCALE)])
  await server.stop()
  const { tutors, lessons } = sizesOf(SCALE)
  console.log(`${tutors} tutors and ${lessons} lessons in ${((performance.now() - began) / 1000).toFixed(0)} s\n`)
  return { state, remove }
}

const cell = (value: number, digits = 1) => value.toFixed(digits).padStart(9)

/** Prints the row of a call, and below it what took longer than allowed. Answers how many did. */
function print(name: string, timed: Timed[], bare: number): number {
  const slowest = timed.toSorted((one, other) => other.p50 - one.p50)
  const [worst] = slowest
  if (!worst) return 0
  const middle = quantile(slowest.map(({ p50 }) => p50).toReversed(), 0.5)
  const max = Math.max(...timed.map((one) => one.max))
  const cpu = Math.max(...timed.map((one) => one.cpu))
  console.log(
    `${name.padEnd(22)}${cell(timed.length, 0)}${cell(middle)}${cell(worst.p50)}${cell(worst.p50 / bare)}${cell(max)}${cell(cpu, 0)}  ${worst.query}`,
  )
  for (const { query, status } of timed) if (status !== 200) console.log(`    answered ${status}: ${query}`)
  const over = slowest.filter(({ p50 }) => p50 > BUDGET)
  for (const { query, p50, cpu } of over)
    console.log(`    ${p50.toFixed(0)} ms, ${cpu.toFixed(0)} of them computing: ${query}`)
  return over.length + timed.filter(({ status }) => status !== 200).length
}

/** Fails the process where a request takes longer than 200 ms in the middle, or is refused. */
export async function benchStaff(only: readonly string[]): Promise<void> {
  const { state, remove } = await largeState()
  const server = await startServerOn(state)
  try {
    const { port } = server
    const { token } = await logIn(port, 'super@hessa.test')
    const { p50: bare } = await time(server, { method: 'GET', path: '/api/v1/health' })
    console.log(
      `a bare request: ${bare.toFixed(1)} ms\n${'call'.padEnd(22)}  queries   middle  slowest   x bare      max      cpu  the slowest`,
    )
    let over = 0
    for (const [name, { path, queries }] of Object.entries(calls(Date.now()))) {
      if (only.length > 0 && !only.includes(name)) continue
      const timed: Timed[] = []
      for (const query of queries) {
        const shot: Shot = { method: 'GET', path: `/api/v1${path}?${encodeURI(query)}`, token }
        timed.push({ query, ...(await time(server, shot)) })
      }
      over += print(name, timed, bare)
    }
    if (over > 0) process.exitCode = 1
    console.log(over === 0 ? `\nevery request within ${BUDGET} ms` : `\n${over} requests over ${BUDGET} ms or refused`)
  } finally {
    closeConnections()
    await server.stop()
    remove()
  }
}
