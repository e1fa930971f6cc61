import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Miniflare, Response } from 'miniflare'
import { LOCAL_VAPID_PUBLIC_KEY, localKeys } from './local-keys.ts'
import { distDir, port, stateDir } from './settings.ts'
import { START_KEY_HEADER } from './starting.ts'

/** Miniflare as patched by the build. Required, not imported: an import would scan its 7 MB for exported names. */
const {
  convertV4MiniflareOptions,
  Log,
  LogLevel,
  Miniflare: LocalRuntime,
} = createRequire(import.meta.url)(join(distDir, 'local/miniflare.cjs')) as typeof import('miniflare')

const COMPATIBILITY = { compatibilityDate: '2026-10-01', compatibilityFlags: ['nodejs_compat'] }

function moduleOf(path: string) {
  return { type: 'ESModule' as const, path, contents: readFileSync(path, 'utf8') }
}

/**
 * The lines below `/*` of the Pages headers file. It names the hosts of the deployment; locally the API is on the page's
 * own host, and a media server is added if the shell names one.
 */
function pageHeaders(): string {
  const headers = readFileSync(join(distDir, 'app/_headers'), 'utf8').replace(/^\/\*\s*\n/, '')
  const media = process.env.LIVEKIT_URL
  return media ? headers.replace('connect-src', `connect-src ${media} ${media.replace(/^ws/, 'http')}`) : headers
}

const SHELL_SETTINGS = [
  ...(['LIVEKIT_URL', 'LIVEKIT_API_KEY', 'LIVEKIT_API_SECRET', 'ICE_SERVERS', 'TURN_URLS', 'TURN_SECRET'] as const),
  'MAINTENANCE',
]

/** Settings that the shell may override. Browsers connect peer-to-peer unless there is a media server. */
const shellSettings = () =>
  Object.fromEntries(
    SHELL_SETTINGS.flatMap((name) => {
      const value = process.env[name]
      return value ? [[name, value]] : []
    }),
  )

type NotFound = 'single-page-application' | '404-page'

/** A Pages project: its worker, which the build has placed next to the files, answers first. */
function pages(name: string, notFound: NotFound) {
  const directory = join(distDir, name)
  return {
    ...COMPATIBILITY,
    name,
    modulesRoot: directory,
    modules: [moduleOf(join(directory, '_worker.js'))],
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
function api(origin: string) {
  const local = join(distDir, 'local')
  // Renamed into place, so that another server starting at the same time does not read a partial file.
  const copy = join(local, `production-${process.pid}.js`)
  copyFileSync(join(distDir, 'api/index.js'), copy)
  renameSync(copy, join(local, 'production.js'))
  // The bundler names them by their content hash.
  const compiled = readdirSync(join(distDir, 'api')).filter((file) => file.endsWith('.wasm'))
  return {
    ...COMPATIBILITY,
    name: 'api',
    modulesRoot: local,
    modules: [
      moduleOf(join(local, 'api-entry.js')),
      moduleOf(join(local, 'production.js')),
      ...compiled.map((file) => ({
        type: 'CompiledWasm' as const,
        path: join(local, file),
        contents: readFileSync(join(distDir, 'api', file)),
      })),
    ],
    bindings: {
      ENVIRONMENT: 'local',
      LOG_LEVEL: 'warn',
      WEB_ORIGINS: [origin, origin.replace('//', '//admin.'), origin.replace('//', '//www.')].join(','),
      API_ORIGIN: origin,
      FAWRY_MERCHANT_CODE: 'hessa',
      FAWRY_BASE_URL: `${origin}/dev/fawry`,
      PAYMOB_CARD_INTEGRATION: '4001',
      PAYMOB_WALLET_INTEGRATION: '4002',
      PAYMOB_BASE_URL: `${origin}/dev/paymob`,
      GOOGLE_CLIENT_ID: 'hessa-local.apps.googleusercontent.com',
      GOOGLE_AUTHORIZE_URL: `${origin}/dev/google/o/oauth2/v2/auth`,
      VAPID_PUBLIC_KEY: LOCAL_VAPID_PUBLIC_KEY,
      // Each start counts as a new version unless the shell names one, so that changes made directly in the database file
      // become visible.
      CF_VERSION_METADATA: { id: process.env.WORKER_VERSION ?? randomUUID() },
      ...localKeys,
      ...shellSettings(),
    },
    d1Databases: { DB: 'hessa' },
    r2Buckets: { FILES: 'hessa-files' },
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
  ...COMPATIBILITY,
  name: 'world',
  modulesRoot: join(distDir, 'local'),
  modules: [moduleOf(join(distDir, 'local/world.js'))],
  durableObjects: {
    OUTBOX: { className: 'Outbox', useSQLite: true },
    PAYMENTS: { className: 'Payments', useSQLite: true },
    GOOGLE: { className: 'Google', useSQLite: true },
  },
  serviceBindings: { API: 'api', CONTROL: { name: 'api', entrypoint: 'LocalControl' } },
})

const gateway = (startKey: string) => ({
  ...COMPATIBILITY,
  // On the platform the edge compresses WebSocket frames, not the worker; on the same machine compression would only cost
  // CPU time.
  compatibilityFlags: [...COMPATIBILITY.compatibilityFlags, 'no_web_socket_compression'],
  name: 'gateway',
  modulesRoot: join(distDir, 'local'),
  modules: [moduleOf(join(distDir, 'local/gateway.js'))],
  bindings: { PAGE_HEADERS: pageHeaders(), START_KEY: startKey },
  serviceBindings: { API: 'api', WORLD: 'world', APP: 'app', DASHBOARD: 'dashboard', SITE: 'site' },
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
  let isOpen = false
  const miniflare = new LocalRuntime(
    convertV4MiniflareOptions({
      log: new Log(LogLevel.ERROR),
      cf: false,
      telemetry: { enabled: false },
      resourcePersistencePath: stateDir,
      unsafeHandleRuntimeRestart: async () => {
        onRestart()
        if (isOpen) await openAgain()
      },
      workers: [
        gateway(startKey),
        api(`http://localhost:${port}`),
        world(),
        pages('app', 'single-page-application'),
        pages('dashboard', 'single-page-application'),
        pages('site', '404-page'),
      ],
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
