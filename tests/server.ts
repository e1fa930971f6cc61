import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

export type RunningServer = { port: number; origin: string; pid: number; stop(): Promise<void> }

export const freePort = () =>
  new Promise<number>((found) => {
    const probe = createServer()
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => found(typeof address === 'object' && address ? address.port : 0))
    })
  })

export function whenReady(child: ChildProcess): Promise<void> {
  let output = ''
  return new Promise((ready, failed) => {
    child.stdout?.on('data', (chunk) => {
      output += chunk
      if (output.includes('Hessa is running')) ready()
    })
    child.stderr?.on('data', (chunk) => {
      output += chunk
    })
    child.once('exit', (code) => failed(new Error(`The server ended with ${code}:\n${output}`)))
  })
}

/**
 * `npm start` on a free port with state of its own, exactly as a newcomer runs it; `settings` are further variables, such
 * as the address and the keys of a media server.
 */
export async function startServer(settings: Record<string, string> = {}): Promise<RunningServer> {
  const port = await freePort()
  const state = mkdtempSync(join(tmpdir(), 'hessa-state-'))
  const child = spawn(process.execPath, [join(root, 'dev/start.ts')], {
    env: { ...process.env, ...settings, PORT: String(port), HESSA_STATE: state },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  await whenReady(child)
  return {
    port,
    origin: `http://localhost:${port}`,
    pid: child.pid ?? 0,
    stop: () =>
      new Promise((stopped) => {
        child.once('exit', () => {
          rmSync(state, { recursive: true, force: true })
          stopped()
        })
        child.kill('SIGTERM')
      }),
  }
}
