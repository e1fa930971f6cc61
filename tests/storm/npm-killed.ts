/** npm is killed, and the server that it has started ends too: otherwise the next start would find its port taken. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, newState, whenReady } from '../server.ts'
import { isFreeSoon } from './crashing-server.ts'

const root = join(import.meta.dirname, '../..')
/** npm passes the first on to its shell, and ends by the others without a word to it. */
const SIGNALS = ['SIGTERM', 'SIGHUP', 'SIGKILL'] as const

async function isLeftAfter(signal: (typeof SIGNALS)[number]): Promise<boolean> {
  const [port, state] = [await freePort(), newState()]
  const env = { ...process.env, PORT: String(port), HESSA_STATE: state }
  const npm = spawn('npm', ['start'], { cwd: root, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  try {
    await whenReady(npm)
    const gone = once(npm, 'exit')
    npm.kill(signal)
    await gone
    return !(await isFreeSoon(port))
  } finally {
    try {
      process.kill(-(npm.pid ?? 0), 'SIGKILL')
    } catch {
      // All of its group has ended, as it should.
    }
    rmSync(state, { recursive: true, force: true })
  }
}

const left: string[] = []
for (const signal of SIGNALS) if (await isLeftAfter(signal)) left.push(signal)
console.log(
  `npm killed by ${SIGNALS.join(', ')}: ${left.length > 0 ? `the server lives on after ${left.join(', ')}` : 'nothing is left'}`,
)
process.exit(left.length === 0 ? 0 : 1)
