import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { runtimeOf } from '../../dev/orphans.ts'
import { freePort, isFree, newState, whenReady } from '../server.ts'

const START = join(import.meta.dirname, '../../dev/start.ts')

/** Longer than a process takes to end on a busy machine. */
const GONE_WITHIN_MS = 60_000

/** `npm start` waits for its port by itself; this asserts that nothing of a server that has ended keeps it. */
export async function isFreeSoon(port: number): Promise<boolean> {
  for (const until = Date.now() + GONE_WITHIN_MS; Date.now() < until; await setTimeout(50))
    if (await isFree(port)) return true
  return false
}

/** `npm start` over one state and port. `crash` kills the whole group of its processes at once, with SIGKILL. */
export async function crashingServer(state = newState()) {
  const port = await freePort()
  let running: ChildProcess | null = null

  /** Resolves once it serves. */
  function start(): Promise<void> {
    const env = { ...process.env, PORT: String(port), HESSA_STATE: state }
    running = spawn(process.execPath, [START], { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    // What the runtime says before it ends.
    running.stderr?.on('data', (text) => process.stderr.write(text))
    return whenReady(running)
  }

  /** Node alone, or the whole group of processes. */
  async function end(whom: 'node' | 'group', signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = running
    running = null
    if (!child?.pid || child.exitCode !== null) return
    const gone = once(child, 'exit')
    process.kill(whom === 'group' ? -child.pid : child.pid, signal)
    await gone
  }

  /** Kills workerd and nothing else, and resolves when it is gone; Node starts it again. */
  async function killRuntime(): Promise<void> {
    const node = running?.pid ?? 0
    const runtime = runtimeOf(node)
    process.kill(Number(runtime), 'SIGKILL')
    while (runtimeOf(node) === runtime) await setTimeout(10)
  }

  /** The database's file; null before the server has made it. */
  function databaseFile(): string | null {
    const folder = join(state, 'd1/miniflare-D1DatabaseObject')
    if (!existsSync(folder)) return null
    const file = readdirSync(folder).find((name) => name.endsWith('.sqlite') && name !== 'metadata.sqlite')
    return file ? join(folder, file) : null
  }

  return {
    port,
    origin: `http://localhost:${port}`,
    state,
    pid: () => running?.pid ?? 0,
    start,
    crash: () => end('group', 'SIGKILL'),
    /** Kills Node and nothing else, as a full memory or an impatient `kill -9` does. */
    killNode: () => end('node', 'SIGKILL'),
    killRuntime,
    stop: () => end('node', 'SIGTERM'),
    databaseFile,
  }
}
