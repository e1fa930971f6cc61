/**
 * `npm run bench:web`: Lighthouse for the pages where strangers arrive, against the bundles that would be deployed, compressed as in
 * production: a phone on a slow connection, each page three times, and the median of each figure. `npm run bench:web -- login`
 * measures the pages whose name holds the word; `ORIGIN=http://localhost:8787` takes a server that runs already. How busy the
 * machine is shows in the figures: nothing else should run.
 */
import { spawn } from 'node:child_process'
import { ensureBrowser } from '../browser.ts'
import { startServer } from '../server.ts'

/** Not a dependency: it brings 170 MB, which every `npm install` would wait for. `npm exec` keeps it in npm's cache. */
const LIGHTHOUSE = 'lighthouse@13.5.0'
const RUNS = Number(process.env.RUNS ?? 3)

type Report = {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number; score: number | null; title: string }>
  runtimeError?: { message: string }
}

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const TIMES = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'speed-index'] as const

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const cell = (value: number, digits = 0) => value.toFixed(digits).padStart(9)

function lighthouse(address: string, browser: string): Promise<Report> {
  const flags = ['--quiet', '--output=json', '--output-path=stdout', `--only-categories=${CATEGORIES.join(',')}`]
  const chrome = '--chrome-flags=--headless=new --no-sandbox --disable-dev-shm-usage'
  const child = spawn(
    'npm',
    ['exec', '--yes', `--package=${LIGHTHOUSE}`, '--', 'lighthouse', address, ...flags, chrome],
    { env: { ...process.env, CHROME_PATH: browser }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const [output, problems]: [Buffer[], Buffer[]] = [[], []]
  child.stdout.on('data', (chunk) => output.push(chunk))
  child.stderr.on('data', (chunk) => problems.push(chunk))
  return new Promise((done, fail) =>
    child.on('close', (code) => {
      if (code !== 0) return fail(new Error(`Lighthouse ended with ${code}:\n${Buffer.concat(problems)}`))
      const report = JSON.parse(String(Buffer.concat(output))) as Report
      if (report.runtimeError) return fail(new Error(`${address}: ${report.runtimeError.message}`))
      done(report)
    }),
  )
}

/** Chrome's trace is incomplete now and then, more often on a busy machine: then the page is measured again. */
async function measureOnce(address: string, browser: string, attempts = 4): Promise<Report> {
  try {
    return await lighthouse(address, browser)
  } catch (error) {
    if (attempts === 1) throw error
    return measureOnce(address, browser, attempts - 1)
  }
}

/** Audits that cost points outside of performance, where they are the same in every run. */
const faultsOf = ({ audits }: Report, only: readonly string[]) =>
  Object.entries(audits)
    .filter(([id, { score }]) => only.includes(id) && score !== null && score < 1)
    .map(([id, { title }]) => `${id} (${title})`)

async function measure(name: string, address: string, browser: string): Promise<void> {
  const reports: Report[] = []
  for (let run = 0; run < RUNS; run++) reports.push(await measureOnce(address, browser))
  const of = (pick: (report: Report) => number) => median(reports.map(pick))
  const scores = CATEGORIES.map((category) => of(({ categories }) => 100 * (categories[category]?.score ?? 0)))
  const times = TIMES.map((audit) => of(({ audits }) => audits[audit]?.numericValue ?? 0))
  const shift = of(({ audits }) => audits['cumulative-layout-shift']?.numericValue ?? 0)
  console.log(name.padEnd(16) + [...scores, ...times].map((value) => cell(value)).join('') + cell(shift, 3))
  const [last] = reports
  for (const category of CATEGORIES.slice(1)) {
    const only = (last?.categories[category] as { auditRefs?: { id: string; weight: number }[] } | undefined)?.auditRefs
    const faults = last
      ? faultsOf(
          last,
          (only ?? []).filter(({ weight }) => weight > 0).map(({ id }) => id),
        )
      : []
    for (const fault of faults) console.log(`  ${category}: ${fault}`)
  }
}

/** A tutor who has a film and a free time, as the list shows them first. */
async function firstTutor(origin: string): Promise<number> {
  const answer = await fetch(`${origin}/api/v1/user/tutor/list/onboarded?size=1`)
  const { list } = (await answer.json()) as { list: { id: number }[] }
  const [tutor] = list
  if (!tutor) throw new Error('The marketplace has no tutor')
  return tutor.id
}

const browser = ensureBrowser()
const words = process.argv.slice(2)
const running = process.env.ORIGIN
const server = running ? null : await startServer()
try {
  const origin = running ?? server?.origin ?? ''
  const site = origin.replace('//', '//www.')
  const id = await firstTutor(origin)
  const pages = [
    ['site', `${site}/`],
    ['public tutor', `${site}/tutors/${id}`],
    ['tutors list', `${origin}/tutors`],
    ['profile', `${origin}/t/${id}`],
    ['login', `${origin}/login`],
  ] as const
  const heads = ['perf.', 'a11y', 'practices', 'seo', 'FCP ms', 'LCP ms', 'TBT ms', 'SI ms', 'CLS']
  console.log(''.padEnd(16) + heads.map((head) => head.padStart(9)).join(''))
  for (const [name, address] of pages)
    if (words.length === 0 || words.some((word) => name.includes(word))) await measure(name, address, browser)
} finally {
  await server?.stop()
}
