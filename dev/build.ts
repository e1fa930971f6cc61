import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build as bundle } from 'esbuild'
import { holdBudgets } from './budgets.ts'
import { bin, distDir, root } from './settings.ts'

export const APPS = ['app', 'dashboard', 'site'] as const
const SOURCES = ['domain', 'contract', 'db', 'party', 'worker', 'web', 'dev', 'wrangler.toml', 'package-lock.json']
const STAMP = join(distDir, '.built')

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

function fingerprint(): string {
  const hash = createHash('sha256')
  for (const source of SOURCES)
    for (const file of filesBelow(join(root, source))) hash.update(file).update(readFileSync(file))
  return hash.digest('hex')
}

/** The worker exactly as `wrangler deploy` would upload it. */
export const buildApi = () =>
  run('wrangler', ['deploy', '--dry-run', '--outdir', join(distDir, 'api')], {
    WRANGLER_SEND_METRICS: 'false',
    WRANGLER_HIDE_BANNER: 'true',
    CI: '1',
  })

const buildWeb = (app: string) =>
  run('vite', ['build', '--config', 'web/vite.config.ts', '--logLevel', 'error'], { APP: app })

/** What stands beside the deployed bundles on a laptop. */
export async function buildLocal(): Promise<void> {
  const shared = { bundle: true, format: 'esm', target: 'es2023', platform: 'neutral', logLevel: 'error' } as const
  const external = ['cloudflare:*', 'node:*']
  await Promise.all([
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
      external,
      entryPoints: [join(root, 'dev/world/index.ts')],
      outfile: join(distDir, 'local/world.js'),
    }),
  ])
}

/** Builds all that `npm start` serves, unless the sources are as they were at the last build. */
export async function buildAll(): Promise<void> {
  const now = fingerprint()
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === now) return
  console.log('Building …')
  await Promise.all([buildApi(), buildLocal(), ...APPS.map(buildWeb)])
  holdBudgets()
  writeFileSync(STAMP, now)
}
