/**
 * `npm run dev`: as `npm start`, but a changed screen reloads in the browser and keeps its state, and a change of the API
 * builds and starts the API again. Vite serves the main app on PORT and passes the API, the sockets and /dev on; the
 * dashboard and the site follow on the next two ports.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, watch } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { APPS } from './build.ts'
import { endWithNpm } from './orphans.ts'
import { bin, port, root } from './settings.ts'

const apiPort = port + 10

const children = new Set<ChildProcess>()

function run(command: string, args: string[], env: Record<string, string>): ChildProcess {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  children.add(child)
  child.once('exit', () => children.delete(child))
  return child
}

const startApi = () =>
  run(process.execPath, ['dev/start.ts'], {
    PORT: String(apiPort),
    VITE_ORIGINS: APPS.map((_, index) => `http://localhost:${port + index}`).join(','),
  })

/**
 * Resolves when a source of the API changes. Each folder is watched by itself, because Node's recursive watcher on Linux loses a
 * file that an editor replaces.
 */
const apiChange = () =>
  new Promise<void>((changed) => {
    const watchers = globSync('{domain,contract,db,party,worker,dev}/**/', { cwd: root }).map((folder) =>
      watch(join(root, folder), () => {
        for (const watcher of watchers) watcher.close()
        changed()
      }),
    )
  })

/** How long an editor takes to save several files. */
const SAVING_MS = 200

async function serveApi(): Promise<never> {
  for (;;) {
    const changed = apiChange()
    const api = startApi()
    const ended = once(api, 'exit')
    await changed
    await setTimeout(SAVING_MS)
    api.kill()
    await ended
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit())
endWithNpm()
process.once('exit', () => {
  for (const child of children) child.kill()
})

for (const [index, app] of APPS.entries())
  run(bin('vite'), ['--config', 'web/vite.config.ts', '--port', String(port + index), '--strictPort'], {
    APP: app,
    API_PORT: String(apiPort),
  })
await serveApi()
