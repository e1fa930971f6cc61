/** A real LiveKit server for the tests: built from the module that `go.mod` pins, run on the loopback alone. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { createServer } from 'node:net'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'

const here = import.meta.dirname
const SERVER = 'github.com/livekit/livekit-server/cmd/server'
/** What `--dev` trusts. */
const KEY = 'devkey'
const SECRET = 'secret'
const READY_WITHIN_MS = 30_000

export type LiveKit = {
  /** Where the apps connect: `ws://127.0.0.1:port`. */
  url: string
  key: string
  secret: string
  stop(): Promise<void>
}

/** Outside the tree, so that a clean checkout needs no second build. */
const cacheDir = () => join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'hessa', 'livekit')

function binaryPath(): string {
  const pinned = createHash('sha256')
  for (const file of ['go.mod', 'go.sum']) pinned.update(readFileSync(join(here, file)))
  return join(cacheDir(), `server-${pinned.digest('hex').slice(0, 16)}`)
}

const hasGo = (): boolean => spawnSync('go', ['version']).status === 0

/** About three minutes on two cores the first time; at once afterwards. Answers why it could not be built, or null. */
function build(binary: string): string | null {
  mkdirSync(cacheDir(), { recursive: true })
  const fresh = `${binary}.${process.pid}`
  const { status, stderr } = spawnSync('go', ['build', '-o', fresh, SERVER], { cwd: here, encoding: 'utf8' })
  if (status !== 0) return stderr.trim().split('\n').at(-1) ?? 'go build failed'
  // Another run that builds at the same moment never sees half a file.
  renameSync(fresh, binary)
  return null
}

const freePort = () =>
  new Promise<number>((found) => {
    const probe = createServer()
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => found(typeof address === 'object' && address ? address.port : 0))
    })
  })

type Settings = { port: number; media: number; webhook: string | null }

const settings = ({ port, media, webhook }: Settings) => `
port: ${port}
bind_addresses: [127.0.0.1]
logging: { level: warn }
room: { auto_create: false }
rtc:
  tcp_port: ${media}
  udp_port: ${media}
  use_external_ip: false
  enable_loopback_candidate: true
  ips: { includes: [127.0.0.1/32] }
${webhook === null ? '' : `webhook: { api_key: ${KEY}, urls: ['${webhook}'] }`}
`

async function whenReady(child: ChildProcess, url: string): Promise<void> {
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output += chunk
    })
  const deadline = performance.now() + READY_WITHIN_MS
  while (performance.now() < deadline && child.exitCode === null) {
    if (
      await fetch(url)
        .then((answer) => answer.ok)
        .catch(() => false)
    )
      return
    await new Promise((again) => setTimeout(again, 100))
  }
  child.kill('SIGKILL')
  throw new Error(`LiveKit did not start:\n${output}`)
}

/**
 * Starts the media server on free ports of the loopback: `startServer({ LIVEKIT_URL: url, LIVEKIT_API_KEY: key,
 * LIVEKIT_API_SECRET: secret })` serves a marketplace that uses it; `webhook` is the address to which it reports. It goes by
 * the machine's clock and takes no token of a day to come: a lesson for it is booked with the product's clock moved back, and
 * held when the clock is right again. Null, with the reason printed, where Go is missing or the module cannot be fetched; in CI
 * the latter is an error.
 */
export async function startLiveKit(webhook: string | null = null): Promise<LiveKit | null> {
  const binary = binaryPath()
  if (!existsSync(binary)) {
    if (!hasGo()) return skipped('Go is not installed')
    const failure = build(binary)
    if (failure && process.env.CI) throw new Error(failure)
    if (failure) return skipped(failure)
  }
  const [port, media] = [await freePort(), await freePort()]
  const args = [
    '--dev',
    '--bind',
    '127.0.0.1',
    '--node-ip',
    '127.0.0.1',
    '--config-body',
    settings({ port, media, webhook }),
  ]
  const child = spawn(binary, args, { cwd: tmpdir(), stdio: ['ignore', 'pipe', 'pipe'] })
  // A run that ends in an error leaves nothing behind.
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  await whenReady(child, `http://127.0.0.1:${port}`)
  return {
    url: `ws://127.0.0.1:${port}`,
    key: KEY,
    secret: SECRET,
    stop: () =>
      new Promise((stopped) => {
        if (child.exitCode !== null) return stopped()
        child.once('exit', () => stopped())
        process.off('exit', kill)
        // Asked politely, it would wait for its rooms to become empty.
        kill()
      }),
  }
}

function skipped(why: string): null {
  console.log(`Skipped: tests against a real LiveKit server (${why})`)
  return null
}
