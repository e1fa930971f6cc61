/**
 * `npm start`, by `start.mjs`: builds what would be deployed, prepares the local state and serves everything on one port.
 */
import { flushCompileCache } from 'node:module'
import { createServer } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { schedule } from '#contract/jobs'
import { buildChanged, buildForHotReload } from './build.ts'
import { isDemoUnfinished, loadDemo } from './demo.ts'
import { refuseProductionKeys } from './local-keys.ts'
import { migrate, missingMigrations } from './migrate.ts'
import { endRuntimeWithThisProcess } from './orphans.ts'
import { retryDropped } from './retry.ts'
import type { Runtime } from './runtime.ts'
import { port, stateDir } from './settings.ts'
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
function askedScale(): number | undefined {
  const at = process.argv.indexOf('--scale')
  if (at < 0) return undefined
  const scale = Number(process.argv[at + 1])
  if (!Number.isInteger(scale) || scale < 1)
    throw new Error('--scale takes a whole number: 100 is 5,000 tutors, 100,000 students and a million lessons')
  return scale
}

/** Whether all migrations are applied and there are accounts, as on most starts. Checked in one request. */
async function isPrepared({ post }: Runtime): Promise<boolean> {
  if (isDemoUnfinished()) return false
  const answer = await retryDropped(() => post('/dev/database'))
  const { migrations, isInhabited } = (await answer.json()) as { migrations: string[]; isInhabited: boolean }
  return isInhabited && missingMigrations(migrations).length === 0
}

/** Starts the marketplace with all migrations and the demo data. */
async function startPrepared(): Promise<Runtime> {
  const findRuntime = endRuntimeWithThisProcess()
  const { startRuntime } = await import('./runtime.ts')
  const runtime = await startRuntime(() => {
    findRuntime()
    console.error('workerd ended and was started again')
  })
  if (await isPrepared(runtime)) return runtime
  const db = await runtime.miniflare.getD1Database('DB', 'api')
  await retryDropped(() => migrate(db))
  await loadDemo(runtime)
  return runtime
}

/**
 * Replaces the platform's cron triggers: each job once a minute, one after the other. Running all at the same moment
 * delayed other requests by a tenth of a second.
 */
function runJobsByTurns(post: Runtime['post']): NodeJS.Timeout {
  const crons = Object.values(schedule)
  let turn = 0
  return setInterval(() => {
    const cron = crons[turn++ % crons.length]
    void post('/dev/cron', { cron }).catch(() => undefined)
  }, 60_000 / crons.length)
}

try {
  refuseProductionKeys(process.env)
  const scale = askedScale()
  await assertPortFree()
  await (process.argv.includes('--hot') ? buildForHotReload() : buildChanged())
  let runtime = await startPrepared()
  if (scale !== undefined) {
    // Written directly into the database file; through the runtime every table would need a request.
    await runtime.miniflare.dispose()
    const { fillState } = await import('./large-state.ts')
    fillState(stateDir, scale)
    runtime = await startPrepared()
  }
  const { miniflare, post } = runtime
  await runtime.open()
  printWelcome(port, stateDir)
  flushCompileCache()

  const runningJobs = runJobsByTurns(post)
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, async () => {
      clearInterval(runningJobs)
      await miniflare.dispose()
      process.exit(0)
    })
} catch (problem) {
  console.error(problem instanceof Error ? problem.message : problem)
  process.exit(1)
}
