import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

export type RunningServer = { port: number; origin: string; pid: number; stop(): Promise<void> }

/** Below those that systems give to outgoing connections: a client that tries to reach a killed server would take its port. */
const PORTS = { from: 20_000, count: 12_000 }

export const isFree = (port: number) =>
  new Promise<boolean>((found) => {
    const listener = createServer()
    listener.once('error', () => found(false))
    listener.listen(port, '127.0.0.1', () => listener.close(() => found(true)))
  })

export async function freePort(): Promise<number> {
  for (;;) {
    const port = PORTS.from + Math.floor(Math.random() * PORTS.count)
    if (await isFree(port)) return port
  }
}

/** Resolves once `npm start` says that it serves; rejects with its output where it ended instead. */
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

/** What `npm start` gives Node in this tree, which may be that of another commit. */
function startOf(tree: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(tree, 'package.json'), 'utf8')) as { scripts: { start: string } }
  const [, ...words] = scripts.start.split(' ')
  return words.map((word) => (word.startsWith('--') ? word : join(tree, word)))
}

async function launch(state: string, settings: Record<string, string>, tree = root, more: readonly string[] = []) {
  const port = Number(settings.PORT ?? (await freePort()))
  const child = spawn(process.execPath, [...startOf(tree), ...more], {
    env: { ...process.env, ...settings, PORT: String(port), HESSA_STATE: state },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  await whenReady(child)
  const end = () =>
    new Promise<void>((ended) => {
      // One that a test has killed sends no second event.
      if (child.exitCode !== null || child.signalCode !== null) return ended()
      child.once('exit', () => ended())
      child.kill('SIGTERM')
    })
  return { port, origin: `http://localhost:${port}`, pid: child.pid ?? 0, end }
}

/** An empty directory. */
export const newDirectory = () => mkdtempSync(join(tmpdir(), 'hessa-state-'))
const remove = (state: string) => rmSync(state, { recursive: true, force: true })

/** A directory for the state of one server: a copy of the prepared state where there is one, or empty. */
export function newState(): string {
  const state = newDirectory()
  if (process.env.HESSA_PREPARED) cpSync(process.env.HESSA_PREPARED, state, { recursive: true })
  return state
}

/**
 * `npm start` on a free port, or that of `settings`, with state of its own, exactly as a newcomer runs it; `settings` are further
 * variables, such as the address and the keys of a media server.
 */
export async function startServer(settings: Record<string, string> = {}): Promise<RunningServer> {
  const state = newState()
  const { end, ...server } = await launch(state, settings)
  return { ...server, stop: () => end().then(() => remove(state)) }
}

/** As `startServer`, on state that is kept when the server stops, from the sources in `tree`; `more` are arguments of `npm start`. */
export async function startServerOn(state: string, tree = root, more: readonly string[] = []): Promise<RunningServer> {
  const { end, ...server } = await launch(state, {}, tree, more)
  return { ...server, stop: end }
}

/**
 * Builds the marketplace and loads its demo data once, so that each server of the tests begins with a copy. Answers how to
 * remove it. Does nothing where `HESSA_PREPARED` names such a state already.
 */
export async function prepareState(): Promise<() => void> {
  if (process.env.HESSA_PREPARED) return () => undefined
  const state = newDirectory()
  const { end } = await launch(state, {})
  await end()
  process.env.HESSA_PREPARED = state
  return () => remove(state)
}
