/**
 * `npm start`: builds what would be deployed, prepares the local state and serves everything on one port. `npm run dev` starts
 * it without the pages.
 */
import { createServer } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { schedule } from '#contract/jobs'
import { buildChanged, buildForHotReload } from './build.ts'
import { loadDemo } from './demo.ts'
import { refuseProductionKeys } from './local-keys.ts'
import { migrate } from './migrate.ts'
import { endRuntimeWithThisProcess, endWithNpm } from './orphans.ts'
import { retryDropped } from './retry.ts'
import { type Runtime, startRuntime } from './runtime.ts'
import { isHot, port, stateDir, webOrigins } from './settings.ts'
import { printWelcome } from './welcome.ts'

const isPortFree = () =>
  new Promise<boolean>((found) => {
    const probe = createServer()
    probe.once('error', () => found(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => found(true)))
  })

/** How long a killed runtime may keep its port until the system has released it; longer on a busy machine. */
const LONGEST_RELEASE_MS = 5000

async function assertPortFree(): Promise<void> {
  const start = performance.now()
  while (!(await isPortFree())) {
    if (performance.now() - start > LONGEST_RELEASE_MS)
      throw new Error(`Port ${port} is taken. Choose another: PORT=8788 npm start`)
    await setTimeout(100)
  }
}

/** The scale of the large marketplace requested by `--scale`; undefined without it. */
function requestedScale(): number | undefined {
  const at = process.argv.indexOf('--scale')
  if (at < 0) return undefined
  const scale = Number(process.argv[at + 1])
  if (!Number.isInteger(scale) || scale < 1)
    throw new Error('--scale takes a whole number: 100 is 5,000 tutors, 100,000 students and a million lessons')
  return scale
}

/** Starts the marketplace with all migrations and the demo data. */
async function startPrepared(): Promise<Runtime> {
  const findRuntime = endRuntimeWithThisProcess()
  const runtime = await startRuntime(() => {
    findRuntime()
    console.error('workerd ended and was started again')
  })
  const db = await runtime.miniflare.getD1Database('DB', 'api')
  await retryDropped(() => migrate(db))
  await loadDemo(runtime)
  return runtime
}

/**
 * Replaces the platform's cron triggers: each job once a minute, one after the other. Running all at the same moment
 * delayed other requests by a tenth of a second.
 */
function runJobsByTurns(post: Runtime['post']): void {
  // A backup of a large marketplace takes longer than a turn; `/dev` makes one.
  const { 'back-up': _, ...others } = schedule
  const crons = Object.values(others)
  let turn = 0
  setInterval(() => {
    const cron = crons[turn++ % crons.length]
    void post('/dev/cron', { cron }).catch(() => undefined)
  }, 60_000 / crons.length)
}

// On exit, the builds that run and workerd are ended.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit())
endWithNpm()

try {
  refuseProductionKeys(process.env)
  const scale = requestedScale()
  await assertPortFree()
  await (isHot ? buildForHotReload() : buildChanged())
  let runtime = await startPrepared()
  if (scale !== undefined) {
    // Written directly into the database file; through the runtime every table would need a request.
    await runtime.miniflare.dispose()
    const { fillState } = await import('./large-state.ts')
    fillState(stateDir, scale)
    runtime = await startPrepared()
  }
  await runtime.open()
  printWelcome(webOrigins, stateDir)
  runJobsByTurns(runtime.post)
} catch (problem) {
  console.error(problem instanceof Error ? problem.message : problem)
  process.exit(1)
}
