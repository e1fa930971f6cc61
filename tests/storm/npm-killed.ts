/** npm is killed, and the server that it has started ends too: otherwise the next start would find its port taken. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { freePort, isFree, newState, whenReady } from '../server.ts'
import { isFreeSoon } from './crashing-server.ts'

const root = join(import.meta.dirname, '../..')
/** npm passes SIGTERM on to its shell, and ends by the others without a word to it. `npm run dev` has Vite on three ports beside the API. */
const CASES = [
  { script: 'start', signal: 'SIGTERM', ports: [0] },
  { script: 'start', signal: 'SIGHUP', ports: [0] },
  { script: 'start', signal: 'SIGKILL', ports: [0] },
  { script: 'dev', signal: 'SIGKILL', ports: [0, 1, 2, 10] },
] as const

/** The ports, counted from `PORT`, that a script still keeps after npm was killed. */
async function portsInUse({ script, signal, ports }: (typeof CASES)[number]): Promise<number[]> {
  const [first, state] = [await freePort(), newState()]
  const env = { ...process.env, PORT: String(first), HESSA_STATE: state }
  const npm = spawn('npm', ['run', script], { cwd: root, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  try {
    await whenReady(npm)
    for (const port of ports) while (await isFree(first + port)) await setTimeout(50)
    const gone = once(npm, 'exit')
    npm.kill(signal)
    await gone
    const areFree = await Promise.all(ports.map((port) => isFreeSoon(first + port)))
    return ports.filter((_, index) => !areFree[index])
  } finally {
    try {
      process.kill(-(npm.pid ?? 0), 'SIGKILL')
    } catch {
      // All of its group has ended, as it should.
    }
    rmSync(state, { recursive: true, force: true })
  }
}

let inUse = 0
for (const one of CASES) {
  const ports = await portsInUse(one)
  console.log(
    `npm run ${one.script}, ${one.signal}: ${ports.length > 0 ? `ports in use: ${ports.join(', ')}` : 'nothing is left'}`,
  )
  inUse += ports.length
}
process.exit(inUse === 0 ? 0 : 1)
