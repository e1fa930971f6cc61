import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LOCAL_MARK, localKeys, localPayoutKeys } from '../dev/local-keys.ts'

const root = resolve(import.meta.dirname, '..')
const out = mkdtempSync(join(tmpdir(), 'hessa-deployment-'))
let bundle = ''

/** The bundle exactly as `wrangler deploy` would upload it. */
beforeAll(() => {
  const wrangler = join(root, 'node_modules', '.bin', 'wrangler')
  const built = spawnSync(wrangler, ['deploy', '--dry-run', '--outdir', out], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, CI: '1', WRANGLER_SEND_METRICS: 'false', WRANGLER_HIDE_BANNER: 'true' },
  })
  if (built.status !== 0) throw new Error(`${built.stdout}\n${built.stderr}`)
  bundle = readdirSync(out)
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(join(out, file), 'utf8'))
    .join('\n')
}, 120_000)
afterAll(() => rmSync(out, { recursive: true, force: true }))

describe('what is deployed', () => {
  it('is the product', () => {
    for (const name of [
      '/api/v1',
      'UserParty',
      'ChatParty',
      'SessionParty',
      'BroadcastParty',
      'StatsParty',
      'lesson.book',
      'scheduled',
    ])
      expect([name, bundle.includes(name)]).toEqual([name, true])
  })

  it('cannot move the clock, run jobs by hand, show mail or replace a provider', () => {
    for (const name of ['/dev/', 'LocalControl', 'MovableDate', 'setClock', 'hessa.test', 'Hessa2026!'])
      expect([name, bundle.includes(name)]).toEqual([name, false])
  })

  it('contains no local key, only the mark by which it refuses them', () => {
    for (const key of Object.values({ ...localKeys, ...localPayoutKeys }))
      expect([key, bundle.includes(key)]).toEqual([key, false])
    const marks = bundle.match(new RegExp(`['"\`]${LOCAL_MARK}[^'"\`]*['"\`]`, 'g')) ?? []
    expect(marks.map((mark) => mark.slice(1, -1))).toEqual([LOCAL_MARK])
  })

  it('makes no code while it runs, which the platform forbids', () => {
    expect(bundle).not.toMatch(/WebAssembly\.(?:compile|instantiate)\(/)
  })

  it('is within the platform’s limit of size', () => {
    expect(gzipSync(bundle).length).toBeLessThan(3 * 1024 * 1024)
  })

  it('is configured for production by default', () => {
    const configuration = readFileSync(join(root, 'wrangler.toml'), 'utf8')
    expect(configuration).toContain('ENVIRONMENT = "production"')
    expect(configuration).not.toMatch(/localhost|SECRET\s*=|_KEY\s*=|TOKEN\s*=/)
  })
})
