/**
 * `npm run bench -- finding`: the processor's time of each call of finding a tutor, on the demo's data and on a marketplace of 5,000
 * tutors (docs/decisions/003). Fails where the latter takes more than twice as long.
 * `npm run bench -- finding counts` measures the calls with that word in their name; `HESSA_BENCH_STATE` names a directory in which the
 * large marketplace is kept between two runs.
 */
import { newState, type RunningServer, startServerOn } from '../server.ts'
import { closeConnections, fire, type Shot } from './generator.ts'
import { answer, logIn } from './scenarios.ts'
import { largeState, processorTime } from './staff.ts'

/** Linux counts the processor's time in hundredths of a second: fewer requests than these would be within its error. */
const REQUESTS = 50
const ROUNDS = 3
const MOST_TIMES = 2

type Call = { name: string; shot: Shot }

const FILTERS: Record<string, string> = {
  'no filter': '',
  'today’s times': 'when=today',
  'the weekend’s times': 'when=weekend',
  'the minutes left': 'fitting=true',
  'a topic': 'topic=1',
  'a rating': 'rating=4.5',
  'a word that many have': 'search=محمد',
  'a word that few have': 'search=مقابلات',
  'by rating': 'sort=rating',
  'the eighth page': 'page=8',
}

async function callsOf(port: number): Promise<Call[]> {
  const { token } = await logIn(port, 'student@hessa.test')
  const get = (path: string, more: Partial<Shot> = {}): Shot => ({ method: 'GET', path: `/api/v1${path}`, ...more })
  const { list } = await answer<{ list: { id: number }[] }>(port, get('/user/tutor/list/onboarded'))
  const [tutor] = list
  const site = { host: `www.localhost:${port}` }
  const index = await fire(port, { method: 'GET', path: '/sitemap.xml', headers: site })
  const [part = ''] = index.body.match(/\/sitemap-tutors-\d+\.xml/g)?.toReversed() ?? []
  const ofStudent = Object.entries(FILTERS).flatMap(([name, query]): Call[] => [
    { name: `a student’s list: ${name}`, shot: get(`/user/tutor/list/for/student?${encodeURI(query)}`, { token }) },
    {
      name: `with counts: ${name}`,
      shot: get(`/user/tutor/list/for/student?facets=true&${encodeURI(query)}`, { token }),
    },
  ])
  return [
    { name: 'a guest’s list, known', shot: get('/user/tutor/list/onboarded') },
    ...ofStudent,
    { name: 'tutors without contact', shot: get('/user/tutor/list/uncontacted', { token }) },
    { name: 'a tutor’s page, signed in', shot: get(`/user/tutor/info/${tutor?.id}`, { token }) },
    { name: 'a tutor’s times, signed in', shot: get(`/user/tutor/times/${tutor?.id}`, { token }) },
    { name: 'the sitemap’s index', shot: { method: 'GET', path: '/sitemap.xml', headers: site } },
    { name: 'a part of the sitemap', shot: { method: 'GET', path: part, headers: site } },
  ]
}

/** In milliseconds for each request. */
async function timeOf(server: RunningServer, { name, shot }: Call): Promise<number> {
  const before = processorTime(server.pid)
  for (let request = 0; request < REQUESTS; request++) {
    const { status, body } = await fire(server.port, shot, 1)
    if (status !== 200) throw new Error(`${name}: ${shot.path} answered ${status}: ${body.slice(0, 200)}`)
  }
  return (processorTime(server.pid) - before) / REQUESTS
}

const listed = async ({ port }: RunningServer) =>
  (await answer<{ total: number }>(port, { method: 'GET', path: '/api/v1/user/tutor/list/onboarded' })).total

export async function benchFinding(words: readonly string[]): Promise<void> {
  const { state, remove } = await largeState()
  const [small, large] = [await startServerOn(newState()), await startServerOn(state)]
  try {
    const ofLarge = new Map((await callsOf(large.port)).map((call) => [call.name, call]))
    console.log(
      `${'CPU ms of a call'.padEnd(48)}${await listed(small)} listed  ${await listed(large)} listed     times`,
    )
    for (const call of await callsOf(small.port)) {
      if (words.some((word) => !call.name.includes(word))) continue
      const other = ofLarge.get(call.name) ?? call
      // In turns, and the least of each: other work of the machine only lengthens them.
      const times: [number, number][] = []
      for (let round = 0; round < ROUNDS; round++) times.push([await timeOf(small, call), await timeOf(large, other)])
      const [few, many] = [Math.min(...times.map(([one]) => one)), Math.min(...times.map(([, one]) => one))]
      const isOver = many > MOST_TIMES * few
      if (isOver) process.exitCode = 1
      const figures = `${few.toFixed(1).padStart(9)}${many.toFixed(1).padStart(14)}${(many / few).toFixed(2).padStart(10)}`
      console.log(`${call.name.padEnd(48)}${figures}${isOver ? '  over' : ''}`)
    }
  } finally {
    closeConnections()
    await Promise.all([small.stop(), large.stop()])
    remove()
  }
}
