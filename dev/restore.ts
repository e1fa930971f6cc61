/**
 * `npm run restore -- --from FOLDER`: makes a local marketplace of a backup, where there is none yet (`HESSA_STATE`). The folder is a
 * copy of the bucket of backups, or the state of another local marketplace. `--day` takes another backup than the last one.
 * `npm run restore -- --from production --day 2026-12-31 --to production` restores the database on the platform; `--dry-run` prints each
 * command. `BACKUP_SECRET` in the shell opens backups that were not made locally.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { unstable_readConfig } from 'wrangler'
import { seal } from '#db/backups/sealing'
import { ROOMS_TO_RESTORE } from '#domain/backups/keys'
import type { Manifest } from '#domain/backups/manifest'
import {
  type Backups,
  backupsInFolder,
  backupsOfState,
  backupsOnPlatform,
  lastDay,
  openFrom,
  readManifest,
  writeRows,
} from './backups.ts'
import { buildChanged } from './build.ts'
import type { Surroundings, Target } from './deployment.ts'
import { databaseIn } from './large-state.ts'
import { localKeys } from './local-keys.ts'
import { migrate } from './migrate.ts'
import { endRuntimeWithThisProcess } from './orphans.ts'
import { insertRows, restoreOnPlatform, writeScript } from './restoration.ts'
import { runCommand } from './run-command.ts'
import { type Runtime, startRuntime } from './runtime.ts'
import { root, stateDir } from './settings.ts'

const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    to: { type: 'string', default: 'local' },
    day: { type: 'string' },
    'dry-run': { type: 'boolean', default: false },
  },
})
const isEnvironment = (name: string | undefined) => name === 'staging' || name === 'production'
const { from, to } = values
if (!from || !(to === 'local' || isEnvironment(to))) {
  console.error(
    'npm run restore -- --from FOLDER|staging|production [--to local|staging|production] [--day 2026-12-31]',
  )
  process.exit(2)
}

const say = (line: string) => console.log(line)

const configOf = (environment: string): Target['config'] =>
  unstable_readConfig({
    config: `${root}/wrangler.toml`,
    env: environment === 'staging' ? environment : undefined,
  })

async function backupsFrom(place: string): Promise<Backups> {
  if (!isEnvironment(place)) {
    const folder = resolve(place)
    return existsSync(join(folder, 'r2')) ? backupsOfState(folder) : backupsInFolder(folder)
  }
  const bucket = configOf(place).r2_buckets.find(({ binding }) => binding === 'BACKUPS')?.bucket_name ?? ''
  return backupsOnPlatform(bucket, runCommand)
}

const secrets = [process.env.BACKUP_SECRET ?? localKeys.BACKUP_SECRET]

/** Starts the marketplace, closed to others, for as long as the work takes. */
async function withRuntime<T>(work: (runtime: Runtime) => Promise<T>): Promise<T> {
  const runtime = await startRuntime(() => undefined)
  try {
    return await work(runtime)
  } finally {
    await runtime.miniflare.dispose()
  }
}

/** Puts the backups of rooms into the local bucket, encrypted by the local key, and has the job restore them. */
async function restoreRooms({ miniflare, post }: Runtime, backups: Backups): Promise<number> {
  const bucket = await miniflare.getR2Bucket('BACKUPS', 'api')
  const keys = await backups.list('rooms/')
  for (const key of keys) {
    const plain = await openFrom(backups, secrets, key)
    await bucket.put(key, await seal(localKeys.BACKUP_SECRET, key, plain))
  }
  await bucket.put(ROOMS_TO_RESTORE, '0')
  while (await bucket.head(ROOMS_TO_RESTORE)) await post('/dev/jobs/restore-rooms')
  return keys.length
}

async function restoreLocally(backups: Backups, manifest: Manifest, rows: string): Promise<void> {
  await buildChanged()
  await withRuntime(async ({ miniflare }) => {
    const db = await miniflare.getD1Database('DB', 'api')
    await migrate(db, manifest.migration)
    if (await db.prepare('SELECT 1 FROM users LIMIT 1').first())
      throw new Error(`There are people in ${stateDir}. Choose another folder: HESSA_STATE=…, or npm run reset`)
  })
  // Written directly into the database file, as for a large marketplace.
  const db = new DatabaseSync(databaseIn(stateDir))
  await insertRows(db, manifest, rows)
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  db.close()
  await withRuntime(async (runtime) => {
    const api = await runtime.miniflare.getD1Database('DB', 'api')
    await migrate(api)
    const rooms = await restoreRooms(runtime, backups)
    await runtime.post('/dev/jobs/prove-ledger')
    const proof = await api.prepare('SELECT findings FROM ledger_proofs ORDER BY id DESC').first<{ findings: string }>()
    const rowCount = Object.values(manifest.tables).reduce((sum, count) => sum + count, 0)
    say(`${rowCount} rows and ${rooms} backups of chat rooms are in ${stateDir}`)
    say(proof?.findings === '[]' ? 'The proof of the ledger finds nothing' : `The proof finds: ${proof?.findings}`)
  })
}

async function restoreRemotely(
  environment: 'staging' | 'production',
  manifest: Manifest,
  rows: string,
  folder: string,
) {
  const files = { script: join(folder, 'restore.sql'), request: join(folder, 'rooms-to-restore') }
  await writeScript(manifest, rows, files.script)
  writeFileSync(files.request, '0')
  const dry: Surroundings['run'] = async (command) => {
    say(command.join(' '))
    if (command.join(' ').includes('AS tables')) return '[{"results":[{"tables":0}]}]'
    return JSON.stringify([{ results: [manifest.tables] }])
  }
  const around = { run: values['dry-run'] ? dry : runCommand, say, fetch, wait: async () => undefined }
  const target = { environment, config: configOf(environment), isFirst: false, watchMs: 0 }
  await restoreOnPlatform(around, target, manifest, files)
}

const folder = mkdtempSync(join(tmpdir(), 'hessa-restore-'))
let backups: Backups | null = null
try {
  endRuntimeWithThisProcess()
  backups = await backupsFrom(from)
  const day = values.day ?? (await lastDay(backups))
  const manifest = await readManifest(backups, secrets, day)
  const rows = join(folder, 'rows.sql')
  await writeRows(backups, secrets, manifest, rows)
  say(`The backup of ${day}, made ${new Date(manifest.madeAt).toISOString()}, is complete`)
  if (to === 'staging' || to === 'production') await restoreRemotely(to, manifest, rows, folder)
  else await restoreLocally(backups, manifest, rows)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await backups?.close()
  rmSync(folder, { recursive: true, force: true })
}
