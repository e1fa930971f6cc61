/**
 * `npm run dev`: as `npm start`, but web code reloads in the browser and the API is rebuilt and restarted on change.
 * Vite serves the main app on PORT and passes the API, the sockets and /dev on; the dashboard and the site follow on the
 * next two ports.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { APPS } from './build.ts'
import { bin, port, root } from './settings.ts'

const apiPort = port + 10
const children = new Map<string, ChildProcess>()

function run(name: string, command: string, args: string[], env: Record<string, string>): void {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  children.set(name, child)
}

const startApi = () => run('api', process.execPath, [join(root, 'dev/start.mjs'), '--hot'], { PORT: String(apiPort) })

startApi()
for (const [index, app] of APPS.entries())
  run(app, bin('vite'), ['--config', 'web/vite.config.ts', '--port', String(port + index), '--strictPort'], {
    APP: app,
    API_PORT: String(apiPort),
  })

let pending: NodeJS.Timeout | undefined
const restartApi = () => {
  clearTimeout(pending)
  pending = setTimeout(() => {
    const api = children.get('api')
    api?.once('exit', startApi)
    api?.kill('SIGTERM')
  }, 200)
}
for (const folder of ['domain', 'contract', 'db', 'party', 'worker', 'dev'])
  watch(join(root, folder), { recursive: true }, restartApi)

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    for (const child of children.values()) child.kill('SIGTERM')
    process.exit(0)
  })
