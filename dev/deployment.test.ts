import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { unstable_readConfig } from 'wrangler'
import { type KeyAnswer, PROVIDER_KEYS } from '#contract/provider-keys'
import { check, deploy, rollBack, type Surroundings, type Target } from './deployment.ts'
import { localKeys, localMediaKeys, localPayoutKeys } from './local-keys.ts'
import { bin, root } from './settings.ts'

const BEFORE = '11111111-1111-4111-8111-111111111111'
const NEW = '22222222-2222-4222-8222-222222222222'
const SECRETS = ['JWT_SECRET', 'EMAIL_API_KEY']

const configOf = (env?: 'staging') => unstable_readConfig({ config: join(root, 'wrangler.toml'), env })
const DATABASE = 'd06f5a48-0a2c-4f7c-8f27-7d6a1c6a7a10'
const withId = ({ d1_databases: databases, vars, ...config }: Target['config']) => ({
  ...config,
  vars: { ...vars, BACKUP_ACCOUNT: 'acc', BACKUP_DATABASE: DATABASE },
  d1_databases: databases.map((database) => ({ ...database, database_id: DATABASE })),
})
const target: Target = { environment: 'staging', config: withId(configOf('staging')), isFirst: false, watchMs: 30_000 }

/** The platform as the commands see it. */
let done: string[]
let said: string[]
let failing: RegExp | null
let outputs: Record<string, string>
let answer: (path: string, version: string | null) => Response
/** What the providers say of the keys. */
let keys: KeyAnswer[]

/** The deployments of the apps, newest first, and which is served; by project. */
let pages: Record<string, { serving: string; deployments: { id: string; day: string; status: string }[] }>

/** The part of the platform's API that serves the apps as they were. */
function answerAsPages(url: string, init: RequestInit | undefined): Response {
  if (new Headers(init?.headers).get('authorization') !== 'Bearer signed-in')
    return new Response('who', { status: 403 })
  const [, name = '', id] =
    /\/accounts\/acc\/pages\/projects\/([^/?]+)(?:\/deployments\/(.+)\/rollback)?/.exec(url) ?? []
  const project = pages[name]
  if (!project) return new Response('no such project', { status: 404 })
  if (init?.method === 'POST') {
    project.serving = id ?? ''
    return Response.json({ success: true, result: { id } })
  }
  if (!url.endsWith('/deployments?env=production'))
    return Response.json({ result: { name, canonical_deployment: { id: project.serving } } })
  const result = project.deployments.map(({ id, day, status }) => ({
    id,
    created_on: `${day}T10:00:00Z`,
    latest_stage: { name: 'deploy', status },
  }))
  return Response.json({ result })
}

const around: Surroundings = {
  run: async (command, env = {}) => {
    const line = command.join(' ')
    done.push(env.APP ? `${line} ${env.APP} ${env.API_ORIGIN}` : line)
    if (failing?.test(line)) throw new Error('refused')
    return Object.entries(outputs).find(([part]) => line.includes(part))?.[1] ?? ''
  },
  fetch: async (url, init) => {
    const { host, pathname } = new URL(url)
    if (host === 'api.cloudflare.com') return answerAsPages(url, init)
    const asked = /="(.+)"/.exec(new Headers(init?.headers).get('cloudflare-workers-version-overrides') ?? '')?.[1]
    if (pathname.endsWith('/health/providers')) return answerForKeys(init, asked ?? null)
    if (host.startsWith('api.')) return answer(pathname, asked ?? null)
    return new Response('page', {
      headers: { 'content-security-policy': `connect-src ${target.config.vars.API_ORIGIN}` },
    })
  },
  wait: async (ms) => void done.push(`wait ${ms / 1000} s`),
  say: (line) => void said.push(line),
}

const answered = (status: number, version: string | null, text = '') =>
  new Response(text, { status, headers: { 'x-version': version ?? BEFORE } })
/** As the worker does for whoever knows the word of which it has the hash. */
function answerForKeys(init: RequestInit | undefined, version: string | null): Response {
  const word = new Headers(init?.headers).get('authorization')?.replace('Bearer ', '') ?? ''
  const hash = createHash('sha256').update(word).digest('hex')
  const isKnown = done.some((line) => line.includes(`--var KEY_CHECK:${hash}`))
  return isKnown ? answered(200, version, JSON.stringify({ keys })) : answered(404, version)
}
const healthy = (path: string, version: string | null) => answered(path.endsWith('/user/current') ? 401 : 200, version)
/** What was done to the database and to who gets the requests. */
const changes = () =>
  done
    .filter((line) => /^wrangler (?:versions|d1 migrations|deploy|rollback)\b/.test(line))
    .map((line) =>
      line
        .replace(' --env staging', '')
        .replace(/ --var KEY_CHECK:[0-9a-f]{64}/, '')
        .replace('wrangler ', '')
        .replaceAll(BEFORE, 'before')
        .replaceAll(NEW, 'new'),
    )

beforeEach(() => {
  done = []
  said = []
  failing = null
  answer = healthy
  keys = [{ holder: 'Fawry', state: 'accepted', reason: '' }]
  pages = Object.fromEntries(
    ['hessa-app-staging', 'hessa-dashboard-staging', 'hessa-site-staging'].map((name) => [
      name,
      {
        serving: 'new',
        deployments: [
          { id: 'new', day: '2026-11-28', status: 'success' },
          { id: 'broken', day: '2026-11-27', status: 'failure' },
          { id: 'oldest', day: '2026-11-01', status: 'success' },
          { id: 'before', day: '2026-11-20', status: 'success' },
        ],
      },
    ]),
  )
  outputs = {
    'd1 info': 'A line of wrangler\n{ "read_replication.mode": "auto" }',
    'secret list': JSON.stringify(SECRETS.map((name) => ({ name, type: 'secret_text' }))),
    'auth token': '{ "type": "oauth", "token": "signed-in" }',
    'deployments status': JSON.stringify({ versions: [{ version_id: BEFORE, percentage: 100 }] }),
    'versions upload': `Worker Version ID: ${NEW}`,
    'wrangler deploy': `Current Version ID: ${NEW}`,
  }
})

describe('a deployment', () => {
  it('asks the new version before it gets requests, then gives it a tenth, then all', async () => {
    await deploy(around, target)
    expect(changes()).toEqual([
      'versions upload',
      'versions deploy new@0 before@100 --yes',
      'd1 migrations apply hessa-staging --remote',
      'versions deploy new@10 before@90 --yes',
      'versions deploy new@100 --yes',
    ])
    expect(done.filter((line) => line.startsWith('wait'))).toEqual(['wait 15 s', 'wait 15 s'])
    expect(done.slice(-6)).toEqual(
      ['app', 'dashboard', 'site'].flatMap((app) => [
        `npm run build:web ${app} https://api.staging.hessa.example`,
        `wrangler pages deploy dist/${app} --project-name hessa-${app}-staging --branch main`,
      ]),
    )
  })

  it('takes a version back that may not serve, before the database is changed', async () => {
    answer = (path, version) => (version === NEW ? answered(503, NEW, 'JWT_SECRET is not set') : healthy(path, version))
    await expect(deploy(around, target)).rejects.toThrow(
      '/api/v1/health answered 503 instead of 200: JWT_SECRET is not set',
    )
    expect(changes()).toEqual([
      'versions upload',
      'versions deploy new@0 before@100 --yes',
      'versions deploy before@100 --yes',
    ])
    expect(done.join()).not.toContain('pages')
  })

  it('takes a version back that fails while a tenth of the requests reach it', async () => {
    answer = (path, version) => {
      const isWatched = done.includes('wait 15 s')
      return isWatched && path.endsWith('/plan/list') ? answered(500, version, 'unexpected') : healthy(path, version)
    }
    await expect(deploy(around, target)).rejects.toThrow('/plan/list answered 500')
    expect(changes().slice(-2)).toEqual(['versions deploy new@10 before@90 --yes', 'versions deploy before@100 --yes'])
    expect(said.at(-1)).toBe(`All requests go to version ${BEFORE} again`)
  })

  it('waits for the platform to know the new version, and not for ever', async () => {
    let others = 3
    answer = (path, version) => (others-- > 0 ? answered(200, BEFORE) : healthy(path, version))
    await deploy(around, target)
    expect(done.filter((line) => line === 'wait 3 s')).toHaveLength(3)
    answer = () => answered(200, BEFORE)
    await expect(deploy(around, target)).rejects.toThrow(`not answered by version ${NEW}`)
  })

  it('takes a version back where a migration fails', async () => {
    failing = /migrations/
    await expect(deploy(around, target)).rejects.toThrow('refused')
    expect(changes().at(-1)).toBe('versions deploy before@100 --yes')
  })

  it('gives all requests at once to the first version of all', async () => {
    await deploy(around, { ...target, isFirst: true })
    expect(changes()).toEqual(['d1 migrations apply hessa-staging --remote', 'deploy'])
  })

  it('does not take a failure to ask for the version before for the first deployment', async () => {
    failing = /deployments status/
    await expect(deploy(around, target)).rejects.toThrow('refused')
    failing = null
    outputs['deployments status'] = '{}'
    await expect(deploy(around, target)).rejects.toThrow('--first')
    expect(changes()).toEqual([])
  })

  it('names an app that may not call the API', async () => {
    const production = {
      ...target,
      config: { ...target.config, vars: { ...target.config.vars, API_ORIGIN: 'https://api.hessa.eg' } },
    }
    await expect(deploy(around, production)).rejects.toThrow('may not call https://api.hessa.eg')
  })

  it('stops before anything is changed where a provider refuses a key', async () => {
    keys = [
      { holder: 'Resend', state: 'accepted', reason: '' },
      { holder: 'Fawry', state: 'refused', reason: 'FAWRY_SECURE_KEY: Wrong Signature' },
      { holder: 'LiveKit', state: 'unclear', reason: 'did not answer' },
    ]
    await expect(deploy(around, target)).rejects.toThrow(
      /refuse:\nFawry, FAWRY_SECURE_KEY: REFUSED .*: Wrong Signature$/,
    )
    expect(changes()).toEqual([
      'versions upload',
      'versions deploy new@0 before@100 --yes',
      'versions deploy before@100 --yes',
    ])
    expect(said).toContain('Resend, EMAIL_API_KEY: accepted (GET /domains)')
  })

  it('goes on where a provider does not answer, or cannot be asked, and says so', async () => {
    keys = [
      { holder: 'LiveKit', state: 'unclear', reason: 'media.hessa.eg did not answer' },
      { holder: 'Web Push', state: 'not-asked', reason: '' },
      { holder: 'Relay', state: 'absent', reason: '' },
    ]
    await deploy(around, target)
    expect(changes().at(-1)).toBe('versions deploy new@100 --yes')
    for (const line of [
      'LiveKit, LIVEKIT_API_KEY, LIVEKIT_API_SECRET: unclear (ListRooms): media.hessa.eg did not answer',
      'Web Push, VAPID_PRIVATE_KEY: cannot be asked: a wrong key is shown by the first notification',
      'Relay, TURN_SECRET: not configured',
    ])
      expect(said).toContain(line)
  })

  it('tries the keys of the first version too, before the apps are deployed', async () => {
    keys = [{ holder: 'Google', state: 'refused', reason: 'Unauthorized' }]
    await expect(deploy(around, { ...target, isFirst: true })).rejects.toThrow('GOOGLE_CLIENT_SECRET: REFUSED')
    expect(done.join()).not.toContain('pages')
  })
})

describe('a rollback', () => {
  const served = () => Object.values(pages).map(({ serving }) => serving)

  it('gives the requests to the version before, and serves each app as it was deployed before', async () => {
    await rollBack(around, target)
    expect(changes()).toEqual(['rollback --yes --message rolled back'])
    expect(served()).toEqual(['before', 'before', 'before'])
    expect(said.at(-1)).toBe('hessa-site-staging serves its deployment of 2026-11-20T10:00:00Z')
  })

  it('done twice serves what was served at first, as it does with the API', async () => {
    await rollBack(around, target)
    await rollBack(around, target)
    expect(served()).toEqual(['new', 'new', 'new'])
  })

  it('names the apps that it has not taken back, after it has tried all', async () => {
    pages['hessa-app-staging']?.deployments.splice(1)
    delete pages['hessa-dashboard-staging']
    await expect(rollBack(around, target)).rejects.toThrow(
      /app: Error: hessa-app-staging has no other deployment\ndashboard: .*404: no such project$/,
    )
    expect(pages['hessa-site-staging']?.serving).toBe('before')
  })
})

describe('the check before a deployment', () => {
  const missing = (changed: Partial<Target> = {}) => check(around, { ...target, ...changed }, SECRETS)

  it('finds nothing missing where all is there', async () => {
    expect(await missing()).toEqual([])
    expect(changes()).toEqual([])
  })

  it('names each thing that is missing', async () => {
    for (const [command, line] of Object.entries({
      'd1 info': 'No database hessa-staging: refused',
      'info hessa-files': 'No bucket hessa-files-staging: refused',
      'info hessa-backups': 'No bucket hessa-backups-staging: refused',
      'queues info': 'No queue hessa-messages-staging: refused',
      'secret list': 'No secrets (wrangler secret put): refused',
      whoami: 'Nobody is signed in (wrangler login): refused',
    })) {
      failing = new RegExp(command)
      expect(await missing()).toEqual([line])
    }
    failing = null
    outputs['secret list'] = '[{"name":"JWT_SECRET"}]'
    outputs['d1 info'] = '{ "read_replication.mode": "disabled" }'
    expect(await missing({ config: configOf('staging') })).toEqual([
      'wrangler.toml has no id of the database hessa-staging',
      'The database hessa-staging has no replicas (README, Deploy)',
      'Secrets that are not set (wrangler secret put): EMAIL_API_KEY',
    ])
  })
})

describe('the configuration of staging', () => {
  /** What a worker is bound to, without what each environment has for itself. */
  const shapeOf = ({
    vars,
    d1_databases,
    r2_buckets,
    queues,
    durable_objects,
    ratelimits,
    ...config
  }: Target['config']) => ({
    vars: Object.keys(vars),
    databases: d1_databases.map(({ binding, migrations_dir }) => [binding, migrations_dir]),
    buckets: r2_buckets.map(({ binding }) => binding),
    producers: queues.producers?.map(({ binding }) => binding),
    consumers: queues.consumers?.map(({ queue: _, ...settings }) => settings),
    objects: durable_objects.bindings,
    limits: ratelimits.map(({ namespace_id: _, ...limit }) => limit),
    datasets: config.analytics_engine_datasets.map(({ binding }) => binding),
    version: config.version_metadata,
    triggers: config.triggers,
    migrations: config.migrations,
    observability: config.observability,
    compatibility: [config.compatibility_date, config.compatibility_flags],
    placement: config.placement,
  })

  it('is that of production with other names', () => {
    expect(shapeOf(configOf('staging'))).toEqual(shapeOf(configOf()))
    for (const names of [
      (config: Target['config']) => config.name,
      (config: Target['config']) => config.d1_databases[0]?.database_name,
      (config: Target['config']) => config.r2_buckets[0]?.bucket_name,
      (config: Target['config']) => config.queues.producers?.[0]?.queue,
      (config: Target['config']) => config.ratelimits[0]?.namespace_id,
      (config: Target['config']) => config.vars.API_ORIGIN,
    ])
      expect(names(configOf('staging'))).not.toBe(names(configOf()))
  })

  it('is accepted by wrangler', () => {
    const built = spawnSync(bin('wrangler'), ['deploy', '--dry-run', '--env', 'staging'], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, CI: '1', WRANGLER_SEND_METRICS: 'false', WRANGLER_HIDE_BANNER: 'true' },
    })
    expect([built.status, built.stdout]).toEqual([0, expect.stringContaining('hessa-staging')])
    expect(built.stderr).not.toMatch(/WARNING/)
  }, 120_000)
})

it('a dry run prints each command and runs none', () => {
  const printed = spawnSync('node', ['dev/deploy.ts', 'staging', '--dry-run'], { cwd: root, encoding: 'utf8' })
  expect(printed.status).toBe(0)
  expect(printed.stderr).toContain('Missing: wrangler.toml has no id of the database hessa-staging')
  for (const line of [
    'GET https://api.staging.hessa.example/api/v1/health/providers',
    'wrangler triggers deploy --env staging',
    '  Fawry, FAWRY_SECURE_KEY: GET the status of an order that does not exist',
    'APP=site npm run build:web',
  ])
    expect(printed.stdout).toContain(line)
  expect(printed.stdout).toMatch(/^wrangler versions upload --var KEY_CHECK:[0-9a-f]{64} --env staging$/m)
  expect(spawnSync('node', ['dev/deploy.ts'], { cwd: root }).status).toBe(2)
})

it('a dry run of a rollback prints what the platform is asked', () => {
  const options = ['dev/deploy.ts', '--rollback', 'staging', '--dry-run']
  const { status, stdout } = spawnSync('node', options, { cwd: root, encoding: 'utf8' })
  expect(status).toBe(0)
  expect(stdout).toMatch(/^POST .*\/pages\/projects\/hessa-app-staging\/deployments\/BEFORE\/rollback$/m)
})

it('each key of a provider is tried, or said to be untried', () => {
  const ours = ['JWT_SECRET', 'FILE_ADDRESS_SECRET', 'SECOND_FACTOR_SECRET', 'BACKUP_SECRET']
  const named = Object.values(PROVIDER_KEYS).flatMap<string>((holder) => holder.keys)
  const issued = Object.keys({ ...localKeys, ...localMediaKeys, ...localPayoutKeys })
  expect(issued.filter((name) => !named.includes(name))).toEqual(ours)
})
