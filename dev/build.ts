import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { bin, distDir, root } from './settings.ts'

export const APPS = ['app', 'dashboard', 'site'] as const
const API_SOURCES = ['domain', 'contract', 'db', 'party', 'worker', 'wrangler.toml', 'package-lock.json']
const WEB_SOURCES = ['domain', 'contract', 'web', 'package-lock.json']
const stampFileOf = (part: Part) => join(distDir, `.built-${part.name}`)

/** A part of what `npm start` serves, rebuilt only when one of its sources has changed. */
type Part = { name: string; sources: readonly string[]; build: () => Promise<void> }

const run = (command: string, args: string[], env: Record<string, string> = {}) =>
  new Promise<void>((done, fail) => {
    const child = spawn(bin(command), args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const output: Buffer[] = []
    child.stdout.on('data', (chunk) => output.push(chunk))
    child.stderr.on('data', (chunk) => output.push(chunk))
    child.on('close', (code) =>
      code === 0 ? done() : fail(new Error(`${command} ${args.join(' ')} failed:\n${Buffer.concat(output)}`)),
    )
  })

function filesBelow(path: string): string[] {
  if (path.endsWith('.toml') || path.endsWith('.json')) return [path]
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

/** Sizes and times of files by name, cached because parts share sources. */
const listings = new Map<string, string>()

function listingOf(source: string): string {
  const known = listings.get(source)
  if (known !== undefined) return known
  const listing = filesBelow(join(root, source))
    .map((file) => {
      const { size, mtimeMs } = statSync(file)
      return `${file} ${size} ${mtimeMs}`
    })
    .join('\n')
  listings.set(source, listing)
  return listing
}

/** What a part was built from: `content` hashes all of its sources, `listing` their names, sizes and times. */
type Stamp = { content: string; listing: string }

const listingOfAll = (sources: readonly string[]): string =>
  createHash('sha256').update(sources.map(listingOf).join('\n')).digest('hex')

function contentOf(sources: readonly string[]): string {
  const hash = createHash('sha256')
  for (const source of sources)
    for (const file of filesBelow(join(root, source))) hash.update(file).update(readFileSync(file))
  return hash.digest('hex')
}

const stampOf = ({ sources }: Part): Stamp => ({ content: contentOf(sources), listing: listingOfAll(sources) })

/** The worker exactly as `wrangler deploy` would upload it. */
export const buildApi = () =>
  run('wrangler', ['deploy', '--dry-run', '--outdir', join(distDir, 'api')], {
    WRANGLER_SEND_METRICS: 'false',
    WRANGLER_HIDE_BANNER: 'true',
    CI: '1',
  })

const buildWeb = (app: string) =>
  run('vite', ['build', '--config', 'web/vite.config.ts', '--logLevel', 'error'], { APP: app })

/**
 * Lines of Miniflare and their replacements (docs/decisions/001). The buffer of workerd's configuration now doubles when it
 * is full: grown by each piece, its nine megabytes were copied a hundred times. The names of the pages' files are hashed
 * synchronously instead of in another thread, two thousand times.
 */
const FASTER_LINES = [
  [
    's.buffer = new ArrayBuffer(srcBuffer.byteLength + minSize);',
    's.buffer = new ArrayBuffer(srcBuffer.byteLength + Math.max(minSize, srcBuffer.byteLength));',
  ],
  [
    /await (import_node_crypto\d*)\.default\.subtle\.digest\(\s*"SHA-256",\s*data\.buffer\s*\);/,
    'Uint8Array.from($1.default.createHash("sha256").update(data).digest()).buffer;',
  ],
] as const

function withFasterLines(source: string): string {
  let changed = source
  for (const [slow, fast] of FASTER_LINES) {
    const before = changed
    changed = before.replace(slow, fast)
    if (changed === before) throw new Error('This version of Miniflare has other lines: FASTER_LINES in dev/build.ts')
  }
  return changed
}

/** Bundles Miniflare into one file. */
async function bundleRuntime(bundle: typeof import('esbuild').build): Promise<void> {
  const entry = createRequire(import.meta.url).resolve('miniflare')
  const source = readFileSync(entry, 'utf8')
  await bundle({
    bundle: true,
    format: 'cjs',
    platform: 'node',
    logLevel: 'error',
    stdin: { contents: withFasterLines(source), resolveDir: dirname(entry), sourcefile: entry },
    // It reads the worker scripts in its own folder.
    define: { __dirname: JSON.stringify(dirname(entry)) },
    // Platform-specific binaries.
    external: ['workerd', 'sharp'],
    outfile: join(distDir, 'local/miniflare.cjs'),
  })
}

/** The workers that run next to the deployed bundles in local development, and their runtime. */
export async function buildLocal(): Promise<void> {
  const { build: bundle } = await import('esbuild')
  const shared = { bundle: true, format: 'esm', target: 'es2023', platform: 'neutral', logLevel: 'error' } as const
  const external = ['cloudflare:*', 'node:*']
  await Promise.all([
    bundleRuntime(bundle),
    bundle({
      ...shared,
      external: [...external, './production.js'],
      entryPoints: [join(root, 'dev/api-entry.ts')],
      outfile: join(distDir, 'local/api-entry.js'),
    }),
    bundle({
      ...shared,
      external,
      entryPoints: [join(root, 'dev/gateway.ts')],
      outfile: join(distDir, 'local/gateway.js'),
    }),
    bundle({
      ...shared,
      // The QR package's entry for browsers needs none of Node's streams.
      platform: 'browser',
      external,
      entryPoints: [join(root, 'dev/world/index.ts')],
      outfile: join(distDir, 'local/world.js'),
    }),
  ])
}

const webParts: readonly Part[] = APPS.map((app) => ({ name: app, sources: WEB_SOURCES, build: () => buildWeb(app) }))
const apiParts: readonly Part[] = [
  { name: 'api', sources: API_SOURCES, build: buildApi },
  { name: 'local', sources: ['domain', 'contract', 'dev', 'package-lock.json'], build: buildLocal },
]

/** Empty texts if the part was never built, or if a build was killed while writing them. */
function builtFrom(part: Part): Stamp {
  const file = stampFileOf(part)
  const [content = '', listing = ''] = existsSync(file) ? readFileSync(file, 'utf8').split(' ') : []
  return { content, listing }
}

const keepStamp = (part: Part, { content, listing }: Stamp) => writeFileSync(stampFileOf(part), `${content} ${listing}`)

async function build(parts: readonly Part[]): Promise<void> {
  if (parts.length === 0) return
  const stamps = parts.map(stampOf)
  console.log(`Building ${parts.map(({ name }) => name).join(', ')} …`)
  await Promise.all(parts.map((part) => part.build()))
  if (parts.some((part) => webParts.includes(part))) (await import('./budgets.ts')).enforceBudgets()
  for (const [index, part] of parts.entries()) keepStamp(part, stamps[index] as Stamp)
}

/** Files with unchanged sizes and times count as unchanged; the others are read. */
function hasChanged(part: Part): boolean {
  const built = builtFrom(part)
  if (built.listing === listingOfAll(part.sources)) return false
  const stamp = stampOf(part)
  if (built.content !== stamp.content) return true
  keepStamp(part, stamp)
  return false
}

/** Builds the parts whose sources have changed since their last build. */
export const buildChanged = (): Promise<void> => build([...apiParts, ...webParts].filter(hasChanged))

/** As `buildChanged`, when Vite serves the apps from their sources: their bundles only have to exist. */
export const buildForHotReload = (): Promise<void> =>
  build([...apiParts.filter(hasChanged), ...webParts.filter((part) => builtFrom(part).content === '')])
