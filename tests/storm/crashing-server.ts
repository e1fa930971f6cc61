import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, whenReady } from '../server.ts'

const START = join(import.meta.dirname, '../../dev/start.ts')

/**
 * `npm start` over one state and port, which can lose its power: the whole group of processes ends at once, with whatever
 * was under way.
 */
export async function crashingServer() {
  const port = await freePort()
  const state = mkdtempSync(join(tmpdir(), 'hessa-storm-'))
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
