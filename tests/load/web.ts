/**
 * `npm run bench:web`: the first look at a page or screen on a phone with a slow connection, against the bundles that would be deployed,
 * compressed as in production: Lighthouse for the pages where strangers arrive, and what `first-look.ts` sees of them and of the screens
 * of people who have signed in. Each three times, and the median of each figure, with a `!` where it exceeds its bound.
 * `npm run bench:web -- login chat` measures those whose name holds one of the words; `ORIGIN=http://localhost:8787` takes a server that
 * runs already. How busy the machine is shows in the figures: nothing else should run.
 */
import { spawn } from 'node:child_process'
import { ensureBrowser } from '../browser.ts'
import { startServer } from '../server.ts'
import { type Load, load } from './first-look.ts'
import { loadScreen, SCREENS } from './signed-in-screens.ts'

/** Not a dependency: it brings 170 MB, which every `npm install` would wait for. `npm exec` keeps it in npm's cache. */
const LIGHTHOUSE = 'lighthouse@13.5.0'
const RUNS = Number(process.env.RUNS ?? 3)

const LIGHTHOUSE_HEADS = ['perf.', 'a11y', 'practices', 'seo', 'FCP ms', 'LCP ms', 'TBT ms', 'SI ms', 'CLS'] as const
const SIZE_HEADS = ['requests', 'code KB', 'all KB'] as const
const PUBLIC_HEADS = [...LIGHTHOUSE_HEADS, ...SIZE_HEADS] as const
const SIGNED_IN_HEADS = ['LCP ms', 'TBT ms', 'CLS', ...SIZE_HEADS] as const
type Head = (typeof PUBLIC_HEADS)[number]
type Figures = Partial<Record<Head, number>>
type Bounds = Partial<Record<Head, { least: number } | { most: number }>>

const PUBLIC_BOUNDS: Bounds = {
  'perf.': { least: 92 },
  a11y: { least: 100 },
  practices: { least: 100 },
  seo: { least: 100 },
  'LCP ms': { most: 2200 },
  'TBT ms': { most: 250 },
  CLS: { most: 0.02 },
}
const TUTORS_BOUNDS: Bounds = { ...PUBLIC_BOUNDS, requests: { most: 30 }, 'code KB': { most: 170 } }
const SIGNED_IN_BOUNDS: Bounds = { 'LCP ms': { most: 3000 }, requests: { most: 40 } }
/** Its messages are requested once its code and the account are there (docs/decisions/013). */
const CHAT_BOUNDS: Bounds = { ...SIGNED_IN_BOUNDS, 'LCP ms': { most: 3600 } }

const NAME_WIDTH = 16
const CELL_WIDTH = 12

type Report = {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { numericValue?: number; score: number | null; title: string }>
  runtimeError?: { message: string }
}

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Of figures that every run has. */
function mediansOf(runs: Figures[]): Figures {
  const heads = Object.keys(runs[0] ?? {}) as Head[]
  return Object.fromEntries(heads.map((head) => [head, median(runs.map((figures) => figures[head] ?? 0))]))
}

const printed = (head: Head, value: number) => value.toFixed(head === 'CLS' ? 3 : 0)

/** The figure beside its bound; what is printed is compared. */
function cell(head: Head, value: number, bound: Bounds[Head]): string {
  const text = printed(head, value)
  if (!bound) return `${text} `
  const [sign, limit] = 'least' in bound ? ['≥', bound.least] : ['≤', bound.most]
  const isExceeded = 'least' in bound ? Number(text) < limit : Number(text) > limit
  if (isExceeded) process.exitCode = 1
  return `${text}${sign}${limit}${isExceeded ? '!' : ' '}`
}

function printRow(name: string, cells: readonly string[]): void {
  console.log(name.padEnd(NAME_WIDTH) + cells.map((text) => text.padStart(CELL_WIDTH)).join(''))
}

const printHeads = (heads: readonly Head[]) =>
  printRow(
    '',
    heads.map((head) => `${head} `),
  )

function printFigures(name: string, figures: Figures, heads: readonly Head[], bounds: Bounds): void {
  printRow(
    name,
    heads.map((head) => cell(head, figures[head] ?? 0, bounds[head])),
  )
}

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

function figuresOf({ categories, audits }: Report): Figures {
  const score = (category: (typeof CATEGORIES)[number]) => 100 * (categories[category]?.score ?? 0)
  const value = (audit: string) => audits[audit]?.numericValue ?? Number.POSITIVE_INFINITY
  return {
    'perf.': score('performance'),
    a11y: score('accessibility'),
    practices: score('best-practices'),
    seo: score('seo'),
    'FCP ms': value('first-contentful-paint'),
    'LCP ms': value('largest-contentful-paint'),
    'TBT ms': value('total-blocking-time'),
    'SI ms': value('speed-index'),
    CLS: value('cumulative-layout-shift'),
  }
}

const sizesOf = ({ requests, codeKb, allKb }: Load): Figures => ({ requests, 'code KB': codeKb, 'all KB': allKb })

async function measurePage(name: string, address: string, bounds: Bounds, browser: string): Promise<void> {
  const reports: Report[] = []
  for (let run = 0; run < RUNS; run++) reports.push(await measureOnce(address, browser))
  const loads = await load(address, RUNS)
  const figures = { ...mediansOf(reports.map(figuresOf)), ...mediansOf(loads.map(sizesOf)) }
  printFigures(name, figures, PUBLIC_HEADS, bounds)
  const [report] = reports
  if (!report) return
  for (const category of CATEGORIES.slice(1)) {
    const counted = (report.categories[category]?.auditRefs ?? []).filter(({ weight }) => weight > 0)
    const ids = counted.map(({ id }) => id)
    for (const fault of faultsOf(report, ids)) console.log(`  ${category}: ${fault}`)
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

const words = process.argv.slice(2)
const isAsked = ({ name }: { name: string }) => words.length === 0 || words.some((word) => name.includes(word))

async function measurePages(origin: string): Promise<void> {
  const browser = ensureBrowser()
  const site = origin.replace('//', '//www.')
  const id = await firstTutor(origin)
  const pages = [
    { name: 'site', address: `${site}/`, bounds: PUBLIC_BOUNDS },
    { name: 'public tutor', address: `${site}/tutors/${id}`, bounds: PUBLIC_BOUNDS },
    { name: 'tutors list', address: `${origin}/tutors`, bounds: TUTORS_BOUNDS },
    { name: 'profile', address: `${origin}/t/${id}`, bounds: PUBLIC_BOUNDS },
    { name: 'login', address: `${origin}/login`, bounds: PUBLIC_BOUNDS },
  ].filter(isAsked)
  if (pages.length === 0) return
  printHeads(PUBLIC_HEADS)
  for (const { name, address, bounds } of pages) await measurePage(name, address, bounds, browser)
}

async function measureScreens(origin: string): Promise<void> {
  const screens = SCREENS.filter(isAsked)
  if (screens.length === 0) return
  printHeads(SIGNED_IN_HEADS)
  for (const screen of screens) {
    const loads = await loadScreen(screen, origin, RUNS)
    const runs = loads.map((one) => ({ 'LCP ms': one.lcp, 'TBT ms': one.tbt, CLS: one.cls, ...sizesOf(one) }))
    const bounds = screen.name === 'chat' ? CHAT_BOUNDS : SIGNED_IN_BOUNDS
    printFigures(screen.name, mediansOf(runs), SIGNED_IN_HEADS, bounds)
  }
}

const running = process.env.ORIGIN
const server = running ? null : await startServer()
try {
  const origin = running ?? server?.origin ?? ''
  await measurePages(origin)
  await measureScreens(origin)
} finally {
  await server?.stop()
}
