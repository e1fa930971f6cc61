/** `npm start`: builds what would be deployed, prepares the local state and serves it all on one port. */
import { createServer } from 'node:net'
import { buildChanged, buildForHotReload } from './build.ts'
import { loadDemo } from './demo.ts'
import { refuseProductionKeys } from './local-keys.ts'
import { migrate } from './migrate.ts'
import { endRuntimeWithThisProcess } from './orphans.ts'
import { retryDropped } from './retry.ts'
import { startRuntime } from './runtime.ts'
import { port, stateDir } from './settings.ts'
import { printWelcome } from './welcome.ts'

const assertPortFree = () =>
  new Promise<void>((free, taken) => {
    const probe = createServer()
    probe.once('error', () => taken(new Error(`Port ${port} is taken. Choose another: PORT=8788 npm start`)))
    probe.listen(port, '127.0.0.1', () => probe.close(() => free()))
  })

try {
  refuseProductionKeys(process.env)
  await assertPortFree()
  await (process.argv.includes('--hot') ? buildForHotReload() : buildChanged())
  endRuntimeWithThisProcess()
  const runtime = await startRuntime()
  const { miniflare } = runtime
  const db = await miniflare.getD1Database('DB', 'api')
  await retryDropped(() => migrate(db))
  await loadDemo(runtime)
  await runtime.open()
  printWelcome(port, stateDir)

  const ticking = setInterval(
    () => void fetch(`http://127.0.0.1:${port}/dev/tick`, { method: 'POST' }).catch(() => {}),
    60_000,
  )
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, async () => {
      clearInterval(ticking)
      await miniflare.dispose()
      process.exit(0)
    })
} catch (problem) {
  console.error(problem instanceof Error ? problem.message : problem)
  process.exit(1)
}
