import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bin, distDir, root } from './settings.ts'

export const APPS = ['app', 'dashboard', 'site'] as const

/** A part of what `npm start` serves, rebuilt only when one of its sources has changed. */
type Part = { name: string; sources: readonly string[]; build: () => Promise<void> }

const run = (command: string, args: string[], env: Record<string, string>) =>
  new Promise<void>((done, fail) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    // Another start must not meet the build of one that has ended.
    const end = () => child.kill()
    process.once('exit', end)
    const output: Buffer[] = []
    child.stdout.on('data', (chunk) => output.push(chunk))
    child.stderr.on('data', (chunk) => output.push(chunk))
    child.on('close', (code) => {
      process.off('exit', end)
      if (code === 0) done()
      else fail(new Error(`${command} ${args.join(' ')} failed:\n${Buffer.concat(output)}`))
    })
  })

/** The worker exactly as `wrangler deploy` would upload it. */
const buildApi = () =>
  run(bin('wrangler'), ['deploy', '--dry-run', '--outdir', join(distDir, 'api')], {
    WRANGLER_SEND_METRICS: 'false',
    WRANGLER_HIDE_BANNER: 'true',
    CI: '1',
  })

/** The workers that run next to the deployed ones in local development, by their folders in `dist/local`. */
const LOCAL_WORKERS = { api: 'dev/api-entry.ts', gateway: 'dev/gateway.ts', world: 'dev/world/index.ts' }

async function buildLocal(): Promise<void> {
  const { build } = await import('vite')
  for (const [name, entry] of Object.entries(LOCAL_WORKERS))
    await build({
      configFile: false,
      root,
      publicDir: false,
      logLevel: 'warn',
      ssr: { target: 'webworker', noExternal: true },
      build: {
        ssr: entry,
        outDir: join(distDir, 'local', name),
        emptyOutDir: true,
        rolldownOptions: {
          external: [/^(?:cloudflare|node):/, './production.js'],
          output: { entryFileNames: 'index.js' },
        },
      },
    })
}

async function buildWeb(): Promise<void> {
  await Promise.all(APPS.map((app) => run(process.execPath, ['dev/build-web.ts'], { APP: app })))
  // Pages by itself takes a worker for no file to download.
  for (const app of APPS) writeFileSync(join(distDir, app, '.assetsignore'), '_worker.js\n')
}

const apiParts: readonly Part[] = [
  {
    name: 'api',
    sources: ['{domain,contract,db,party,worker}/**/*.*', 'wrangler.toml', 'package-lock.json'],
    build: buildApi,
  },
  { name: 'local', sources: ['{domain,contract,dev}/**/*.*', 'package-lock.json'], build: buildLocal },
]
const webPart: Part = {
  name: 'web',
  sources: ['{domain,contract,web}/**/*.*', 'wrangler.toml', 'package-lock.json'],
  build: buildWeb,
}

const stampFileOf = ({ name }: Part) => join(distDir, `.built-${name}`)

/** Hashes the names, sizes and times of the sources. */
function stampOf({ sources }: Part): string {
  const hash = createHash('sha256')
  for (const file of globSync(sources, { cwd: root }).sort()) {
    const { size, mtimeMs } = statSync(join(root, file))
    hash.update(`${file} ${size} ${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

function hasChanged(part: Part): boolean {
  const file = stampFileOf(part)
  return !existsSync(file) || readFileSync(file, 'utf8') !== stampOf(part)
}

async function build(part: Part): Promise<void> {
  const stamp = stampOf(part)
  // A build that is killed leaves no stamp, so that it is done again.
  rmSync(stampFileOf(part), { force: true })
  await part.build()
  writeFileSync(stampFileOf(part), stamp)
}

async function buildParts(parts: readonly Part[]): Promise<void> {
  const changed = parts.filter(hasChanged)
  if (changed.length === 0) return
  console.log(`Building ${changed.map(({ name }) => name).join(', ')} …`)
  mkdirSync(distDir, { recursive: true })
  await Promise.all(changed.map(build))
}

/** Builds the parts whose sources have changed since their last build. */
export const buildChanged = (): Promise<void> => buildParts([...apiParts, webPart])

/** As `buildChanged`, when Vite serves the apps from their sources. */
export const buildForHotReload = (): Promise<void> => buildParts(apiParts)
