/**
 * `npm test`: types, style, architecture and rules, API and parties inside workerd, then a real browser on the real
 * bundles, and a fuzzer on every call. Ends with one plain line of counts. `npm run check` stops before the browser.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBrowser } from './browser.ts'
import { fuzz } from './fuzz/fuzz.ts'

const root = join(import.meta.dirname, '..')
const reports = mkdtempSync(join(tmpdir(), 'hessa-tests-'))
const only = process.argv[2]

type Counts = { passed: number; failed: number; skipped: number }
const total: Counts = { passed: 0, failed: 0, skipped: 0 }

function run(command: string, args: string[], env: Record<string, string> = {}): Promise<boolean> {
  return new Promise((done) => {
    const child = spawn(join(root, 'node_modules/.bin', command), args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    })
    child.on('close', (code) => done(code === 0))
  })
}

function count(name: string, counts: Counts): void {
  total.passed += counts.passed
  total.failed += counts.failed
  total.skipped += counts.skipped
  console.log(
    `— ${name}: ${counts.passed} passed, ${counts.failed} failed${counts.skipped ? `, ${counts.skipped} skipped` : ''}`,
  )
}

async function check(name: string, command: string, args: string[]): Promise<void> {
  const passed = await run(command, args)
  count(name, { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 })
}

async function vitest(name: string, config: string): Promise<void> {
  const report = join(reports, `${name}.json`)
  const passed = await run('vitest', [
    'run',
    '--config',
    config,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ])
  if (!existsSync(report)) return count(name, { passed: 0, failed: 1, skipped: 0 })
  const { numPassedTests, numFailedTests, numPendingTests, numFailedTestSuites } = JSON.parse(
    readFileSync(report, 'utf8'),
  )
  const failed = Math.max(numFailedTests, numFailedTestSuites, passed ? 0 : 1)
  count(name, { passed: numPassedTests, failed, skipped: numPendingTests })
}

/** A server that loses its power in the middle of a thousand purchases, and the books afterwards. */
async function storm(): Promise<void> {
  const { status } = spawnSync(process.execPath, [join(root, 'tests/storm/money-storm.ts')], { stdio: 'inherit' })
  count('money storm', { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0 })
}

async function browser(): Promise<void> {
  const report = join(reports, 'e2e.json')
  await run('playwright', ['test', '--config', 'tests/e2e/playwright.config.ts', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    CHROMIUM: ensureBrowser(),
  })
  if (!existsSync(report)) return count('browser', { passed: 0, failed: 1, skipped: 0 })
  const { expected, unexpected, flaky, skipped } = JSON.parse(readFileSync(report, 'utf8')).stats
  count('browser', { passed: expected, failed: unexpected + flaky, skipped })
}

async function fuzzing(): Promise<void> {
  const fuzzed = await fuzz()
  if ('skipped' in fuzzed) console.log(`Skipped: fuzzing (${fuzzed.skipped})`)
  else count('fuzzing', { ...fuzzed, skipped: 0 })
}

const TYPES = ['.', 'worker', 'web', 'dev', 'dev/world', 'tests', 'tests/api']

for (const project of TYPES) await check(`types of ${project}`, 'tsc', ['-p', project])
await check('style', 'biome', ['ci', '--error-on-warnings', '.'])
await vitest('unit', 'tests/vitest.unit.config.ts')
await vitest('workers', 'tests/vitest.workers.config.ts')
if (only !== 'check') {
  await storm()
  await browser()
  await fuzzing()
}
if (spawnSync('go', ['version']).error)
  console.log('Skipped: tests against a real LiveKit server (go is not installed)')

rmSync(reports, { recursive: true, force: true })
console.log(`${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`)
process.exit(total.failed === 0 ? 0 : 1)
