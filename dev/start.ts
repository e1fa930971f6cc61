/** `npm start`: builds what would be deployed, prepares the local state and serves it all on one port. */
import { enableCompileCache, flushCompileCache } from 'node:module'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { port, root, stateDir } from './settings.ts'

// Node keeps what it has compiled, megabytes of Miniflare, for the next start: of what is imported from here on.
enableCompileCache(join(root, 'node_modules/.cache/compiled'))
const { refuseProductionKeys } = await import('./local-keys.ts')
const { buildChanged, buildForHotReload } = await import('./build.ts')
const { endRuntimeWithThisProcess } = await import('./orphans.ts')
const { retryDropped } = await import('./retry.ts')
const { migrate } = await import('./migrate.ts')
const { loadDemo } = await import('./demo.ts')
const { printWelcome } = await import('./welcome.ts')

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
  const { startRuntime } = await import('./runtime.ts')
  const runtime = await startRuntime()
  const { miniflare } = runtime
  const db = await miniflare.getD1Database('DB', 'api')
  await retryDropped(() => migrate(db))
  await loadDemo(runtime)
  await runtime.open()
  printWelcome(port, stateDir)
  flushCompileCache()

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
