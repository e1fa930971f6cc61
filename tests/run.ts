/**
 * `npm test`: types, style, unit tests, the build, and power cuts and a fuzzer on the bundles that would be deployed, beside the
 * API and the parties inside workerd; then a real browser on these bundles, unless something before it failed.
 * `npm test -- booking lessons` runs the test files whose path holds one of the words, or the stage of that name.
 * `npm run check` stops before the browser.
 */
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBrowser } from './browser.ts'
import { fuzz } from './fuzz/fuzz.ts'
import { prepareState } from './server.ts'
import {
  bin,
  type Counts,
  filesOf,
  type Group,
  type Print,
  readReport,
  root,
  run,
  runAll,
  type Stage,
  sum,
  verdict,
} from './stage.ts'

/** Where Linux keeps files in memory. */
const IN_MEMORY = '/dev/shm'
/** Many times what a whole run keeps there, so that nothing else on the machine is short of it. */
const ROOM_NEEDED = 4 * 1024 ** 3

function hasRoomInMemory(): boolean {
  if (!existsSync(IN_MEMORY)) return false
  const { bavail, bsize } = statfsSync(IN_MEMORY)
  return Math.min(bavail * bsize, process.availableMemory()) >= ROOM_NEEDED
}

const onDisk = tmpdir()
// SQLite waits for the disk at each commit, and the one thread of the runtime with it. What the tests prove is the same without.
const folder = mkdtempSync(join(hasRoomInMemory() ? IN_MEMORY : onDisk, 'hessa-tests-'))
process.env.TMPDIR = folder
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const words = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const isCheck = process.argv.includes('--no-browser')

const isNamed = (text: string) => words.length === 0 || words.some((word) => text.includes(word))

/** A stage that is run whole or not at all. */
const wholeStage = (name: string, work: (print: Print) => Promise<Counts>): Stage => ({
  name,
  run: isNamed(name) ? work : null,
})

/** A stage of test files: those that the words name, or all where they name the stage itself. */
function fileStage(name: string, files: string[], work: (print: Print, files: string[]) => Promise<Counts>): Stage {
  const isWhole = isNamed(name)
  const chosen = isWhole ? [] : files.filter(isNamed)
  return { name, run: isWhole || chosen.length > 0 ? (print) => work(print, chosen) : null }
}

const PROJECTS = [
  '.',
  'client',
  'worker',
  'web',
  'web/staff',
  'web/service-worker',
  'dev',
  'dev/world',
  'tests',
  'tests/api',
]

async function types(print: Print): Promise<Counts> {
  const counts: Counts[] = []
  // Several checkers would each work out anew what the files share, for which a machine that runs other stages has no core.
  for (const project of PROJECTS) counts.push(verdict(await run(print, bin('tsc'), ['-p', project, '--checkers', '1'])))
  return sum(counts)
}

const style = async (print: Print) =>
  verdict(await run(print, bin('biome'), ['ci', '--diagnostic-level=warn', '--error-on-warnings', '.']))

type VitestReport = Record<'numPassedTests' | 'numFailedTests' | 'numPendingTests' | 'numFailedTestSuites', number>

const vitest = (name: string) => async (print: Print, files: string[]) => {
  const file = join(folder, `${name}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const passed = await run(print, bin('vitest'), [
    'run',
    '--config',
    `tests/vitest.${name}.config.ts`,
    ...reporters,
    ...files,
  ])
  const report = readReport<VitestReport>(file)
  if (!report) return verdict(false)
  const { numPassedTests, numFailedTests, numPendingTests, numFailedTestSuites } = report
  // A file that fails to load has no tests that could fail.
  const failed = numFailedTests || numFailedTestSuites || (passed ? 0 : 1)
  return { passed: numPassedTests, failed, skipped: numPendingTests }
}

type PlaywrightReport = { stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number> }

async function browser(print: Print, files: string[]): Promise<Counts> {
  const file = join(folder, 'browser.json')
  const passed = await run(
    print,
    bin('playwright'),
    ['test', '--config', 'tests/e2e/playwright.config.ts', '--reporter=list,json', ...files],
    { env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file, CHROMIUM: ensureBrowser() } },
  )
  const report = readReport<PlaywrightReport>(file)
  if (!report) return verdict(false)
  const { expected, unexpected, flaky, skipped } = report.stats
  return { passed: expected, failed: Math.max(unexpected + flaky, passed ? 0 : 1), skipped }
}

/**
 * Money through power cuts, a first start that is killed, everybody's coming back after their connections were cut, the client
 * package against a server, and the version before over this one's database: on the disk, as what a killed server leaves behind is what most of them are about.
 */
const storm = async (print: Print) => {
  const scripts = ['money-storm', 'first-start', 'npm-killed', 'coming-back', 'client-package', 'version-before']
  const counts: Counts[] = []
  for (const name of scripts)
    counts.push(
      verdict(await run(print, process.execPath, [join(root, `tests/storm/${name}.ts`)], { env: { TMPDIR: onDisk } })),
    )
  return sum(counts)
}

const unitTests = [
  ...['domain', 'contract', 'db', 'web', 'dev'].flatMap((layer) => filesOf(layer, /\.test\.ts$/)),
  ...filesOf('tests', /^tests\/(livekit\/)?[^/]+\.test\.ts$/),
]
const workersTests = filesOf('tests', /^tests\/(api|edge|party)\/.+\.test\.ts$/)
const browserTests = filesOf('tests/e2e', /\.spec\.ts$/)

const inBrowser = fileStage('browser', browserTests, browser)
const overHttp = [wholeStage('storm', storm), wholeStage('fuzz', (print) => fuzz(print))]
let removePrepared = () => {}

/** Builds what the stages after it serve, and loads the demo data that each of their servers begins with. */
const build: Stage = {
  name: 'build',
  run: [inBrowser, ...overHttp].some((stage) => stage.run !== null)
    ? async () => {
        removePrepared = await prepareState()
        return sum([])
      }
    : null,
}

const ofSources = [wholeStage('types', types), wholeStage('style', style), fileStage('unit', unitTests, vitest('unit'))]
// The tests in workerd wait for timers and for the disk, which leaves cores idle now and then: what stands beside them takes
// that. Two browser workers take both cores of a small machine, and look at what moves within some frames.
const groups: Group[] = [
  [isCheck ? ofSources : [...ofSources, build, ...overHttp], [fileStage('workers', workersTests, vitest('workers'))]],
  ...(isCheck ? [] : [[[inBrowser]]]),
]

if (groups.flat(2).every((stage) => stage.run === null)) {
  console.error(`No stage and no test file matches: ${words.join(' ')}`)
  process.exit(1)
}
const passed = await runAll(groups)
removePrepared()
process.exit(passed ? 0 : 1)
