import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, newState, whenReady } from '../server.ts'

const START = join(import.meta.dirname, '../../dev/start.ts')

/** `npm start` over one state and port. `crash` kills the whole group of its processes at once, with SIGKILL. */
export async function crashingServer() {
  const port = await freePort()
  const state = newState()
  let running: ChildProcess | null = null

  async function start(): Promise<void> {
    const env = { ...process.env, PORT: String(port), HESSA_STATE: state }
    running = spawn(process.execPath, [START], { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    await whenReady(running)
  }

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = running
    running = null
    if (!child?.pid || child.exitCode !== null) return
    const gone = once(child, 'exit')
    if (signal === 'SIGKILL') process.kill(-child.pid, signal)
    else child.kill(signal)
    await gone
  }

  return {
    origin: `http://localhost:${port}`,
    state,
    start,
    crash: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    /** The database's file, to be read once the server has stopped. */
    databaseFile: (): string => {
      const folder = join(state, 'd1/miniflare-D1DatabaseObject')
      const file = readdirSync(folder).find((name) => name.endsWith('.sqlite') && name !== 'metadata.sqlite')
      if (!file) throw new Error('The server has left no database')
      return join(folder, file)
    },
  }
}
