import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare, type Response } from 'miniflare'
import { LOCAL_VAPID_PUBLIC_KEY, localKeys, localMediaKeys, localPayoutKeys } from './local-keys.ts'
import { distDir, isHot, port, stateDir, webOrigins } from './settings.ts'
import { START_KEY_HEADER } from './starting.ts'

const COMPATIBILITY = { compatibilityDate: '2026-10-01', compatibilityFlags: ['nodejs_compat'] }

const moduleOf = (path: string, file = path) => ({
  type: path.endsWith('.wasm') ? ('CompiledWasm' as const) : ('ESModule' as const),
  path,
  contents: readFileSync(file),
})

/** A built worker: the modules of its folder, beginning with `index.js`, which is the one that starts. */
function workerIn(folder: string) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'))
  const modules = ['index.js', ...files.filter((file) => file !== 'index.js')].map((file) =>
    moduleOf(join(folder, file)),
  )
  return { ...COMPATIBILITY, modulesRoot: folder, modules }
}

/** Settings of the API that the shell may override. Browsers connect peer-to-peer unless there is a media server. */
const API_SETTINGS = [
  ...['LIVEKIT_URL', 'LIVEKIT_API_KEY', 'LIVEKIT_API_SECRET', 'ICE_SERVERS', 'TURN_URLS', 'TURN_SECRET'],
  'MAINTENANCE',
]

const fromShell = (names: readonly string[]) =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name]
      return value ? [[name, value]] : []
    }),
  )

type NotFound = 'single-page-application' | '404-page'

/** A Pages project: its worker, which the build has placed next to the files, answers first. */
function pages(name: string, notFound: NotFound) {
  const directory = join(distDir, name)
  return {
    ...workerIn(join(directory, '_worker.js')),
    name,
    bindings: fromShell(['LIVEKIT_URL']),
    serviceBindings: { API: 'api' },
    assets: {
      directory,
      binding: 'ASSETS',
      routerConfig: { has_user_worker: true, invoke_user_worker_ahead_of_assets: true },
      assetConfig: { not_found_handling: notFound },
    },
  }
}

/** The deployed API with local keys; its requests to other hosts are answered by the stand-ins. */
function api() {
  const [origin = ''] = webOrigins
  const deployed = join(distDir, 'api')
  const entry = workerIn(join(distDir, 'local/api'))
  const besideEntry = (file: string) => join(entry.modulesRoot, file)
  // The bundler names them by their content hash.
  const compiled = readdirSync(deployed).filter((file) => file.endsWith('.wasm'))
  return {
    ...entry,
    name: 'api',
    modules: [
      ...entry.modules,
      moduleOf(besideEntry('production.js'), join(deployed, 'index.js')),
      ...compiled.map((file) => moduleOf(besideEntry(file), join(deployed, file))),
    ],
    bindings: {
      ENVIRONMENT: 'local',
      LOG_LEVEL: 'warn',
      WEB_ORIGINS: webOrigins.join(','),
      API_ORIGIN: origin,
      FAWRY_MERCHANT_CODE: 'hessa',
      FAWRY_BASE_URL: `${origin}/dev/fawry`,
      FAWRY_RECURRING: 'yes',
      PAYMOB_CARD_INTEGRATION: '4001',
      PAYMOB_WALLET_INTEGRATION: '4002',
      PAYMOB_BASE_URL: `${origin}/dev/paymob`,
      GOOGLE_CLIENT_ID: 'hessa-local.apps.googleusercontent.com',
      GOOGLE_AUTHORIZE_URL: `${origin}/dev/google/o/oauth2/v2/auth`,
      BACKUP_ACCOUNT: 'local',
      BACKUP_DATABASE: 'local',
      VAPID_PUBLIC_KEY: LOCAL_VAPID_PUBLIC_KEY,
      // Each start counts as a new version unless the shell names one, so that changes made directly in the database file
      // become visible.
      CF_VERSION_METADATA: { id: process.env.WORKER_VERSION ?? randomUUID() },
      ...localKeys,
      ...localMediaKeys,
      ...localPayoutKeys,
      ...fromShell(API_SETTINGS),
    },
    d1Databases: { DB: 'hessa' },
    r2Buckets: { FILES: 'hessa-files', BACKUPS: 'hessa-backups' },
    queueProducers: { MESSAGES: { queueName: 'hessa-messages' } },
    queueConsumers: { 'hessa-messages': { maxBatchSize: 10, maxBatchTimeout: 0, maxRetries: 5 } },
    durableObjects: {
      UserParty: { className: 'UserParty', useSQLite: true },
      BroadcastParty: { className: 'BroadcastParty', useSQLite: true },
      ChatParty: { className: 'ChatParty', useSQLite: true },
      SessionParty: { className: 'SessionParty', useSQLite: true },
      StatsParty: { className: 'StatsParty', useSQLite: true },
    },
    ratelimits: {
      LOGIN_LIMIT: { namespace_id: '1001', simple: { limit: 20, period: 60 as const } },
    },
    outboundService: 'world',
  }
}

const world = () => ({
  ...workerIn(join(distDir, 'local/world')),
  name: 'world',
  bindings: fromShell(['LIVEKIT_URL']),
  durableObjects: {
    OUTBOX: { className: 'Outbox', useSQLite: true },
    PAYMENTS: { className: 'Payments', useSQLite: true },
    GOOGLE: { className: 'Google', useSQLite: true },
    MEDIA: { className: 'Media', useSQLite: true },
  },
  serviceBindings: { API: 'api', CONTROL: { name: 'api', entrypoint: 'LocalControl' } },
})

const gateway = (startKey: string) => ({
  ...workerIn(join(distDir, 'local/gateway')),
  // On the platform the edge compresses WebSocket frames, not the worker; on the same machine compression would only cost
  // CPU time.
  compatibilityFlags: [...COMPATIBILITY.compatibilityFlags, 'no_web_socket_compression'],
  name: 'gateway',
  bindings: { START_KEY: startKey },
  serviceBindings: { API: 'api', WORLD: 'world', ...(!isHot && { APP: 'app', DASHBOARD: 'dashboard', SITE: 'site' }) },
  unsafeDirectSockets: [{ host: '127.0.0.1', port }],
})

const REOPEN_MS = 100

export type Runtime = {
  miniflare: Miniflare
  /** Posts JSON to the marketplace, which is still closed to others. Returns the response; throws unless it succeeded. */
  post(path: string, body?: unknown): Promise<Response>
  /** Opens the port to everybody; before, it answers 503. */
  open(): Promise<void>
}

/**
 * Starts the whole marketplace in one workerd, whose own socket listens without a proxy. Miniflare starts a workerd that has crashed
 * or was killed again; its gateway is closed like the first one's, and is opened if the first was. `onRestart` is called then.
 */
export async function startRuntime(onRestart: () => void): Promise<Runtime> {
  mkdirSync(stateDir, { recursive: true })
  const startKey = randomUUID()
  const allPages = [
    pages('app', 'single-page-application'),
    pages('dashboard', 'single-page-application'),
    pages('site', '404-page'),
  ]
  let isOpen = false
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      log: new Log(LogLevel.ERROR),
      cf: false,
      telemetry: { enabled: false },
      resourcePersistencePath: stateDir,
      unsafeHandleRuntimeRestart: async () => {
        onRestart()
        if (isOpen) await openAgain()
      },
      workers: [gateway(startKey), api(), world(), ...(isHot ? [] : allPages)],
    }),
  )
  await miniflare.ready
  const post = async (path: string, body: unknown = {}) => {
    const headers = { 'content-type': 'application/json', [START_KEY_HEADER]: startKey }
    const answer = await miniflare.dispatchFetch(`http://localhost${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`POST ${path} answered ${answer.status}`)
    return answer
  }
  async function open(): Promise<void> {
    await post('/dev/ready')
    isOpen = true
  }
  /** All clients come back at once, so that the request may be dropped, or the runtime end once more before it is answered. */
  async function openAgain(): Promise<void> {
    for (;;)
      try {
        return await open()
      } catch {
        await setTimeout(REOPEN_MS)
      }
  }
  return { miniflare, post, open }
}
