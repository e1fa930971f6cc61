/** A restore by its commands, and the rows of a backup in a database of this version (docs/rules/privacy.md 3.6). */
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { unstable_readConfig } from 'wrangler'
import { seal } from '#db/backups/sealing'
import { manifestKey, partKey } from '#domain/backups/keys'
import type { Manifest } from '#domain/backups/manifest'
import { migrationFiles, readMigration } from '#tests/migrated-db'
import { backupsInFolder, lastDay, readManifest, writeRows } from './backups.ts'
import type { Surroundings } from './deployment.ts'
import { insertRows, restoreOnPlatform, writeScript } from './restoration.ts'
import { SKIPPED_IDS } from './restore-script.ts'
import { root } from './settings.ts'

const SECRET = 'a key of backups that nobody knows'
const DAY = '2026-02-11'
const NOW = Date.parse('2026-02-11T02:10:00Z')

const migrated = (): DatabaseSync => {
  const db = new DatabaseSync(':memory:')
  for (const file of migrationFiles) db.exec(readMigration(file))
  return db
}

const USERS = [7, 8].map(
  (id) =>
    `INSERT INTO "users" ("id","email","role","folded_name","created_at","updated_at") VALUES(${id},'sara${id}@hessa.test',3,'ساره',${NOW},${NOW});`,
)
/** A member before the row that it refers to. */
const ROOMS = [
  `INSERT INTO "room_members" ("room_id","user_id","created_at","updated_at") VALUES(5,7,${NOW},${NOW});`,
  `INSERT INTO "rooms" ("id","lower_id","higher_id","created_at") VALUES(5,7,8,${NOW});`,
]
const COUNTS = [`INSERT INTO "table_counts" ("name","rows") VALUES('users of the backup',2);`]
const LINES = [...ROOMS, ...USERS, ...COUNTS]

let folder: string
let manifest: Manifest

/** A backup in two parts, as the worker makes it. */
async function makeBackup(): Promise<void> {
  const packed = gzipSync(`${LINES.join('\n')}\n`)
  const half = packed.length >> 1
  const parts = [packed.subarray(0, half), packed.subarray(half)].map((bytes, index) => ({
    key: partKey(DAY, NOW, index),
    bytes: new Uint8Array(bytes),
  }))
  manifest = {
    madeAt: NOW,
    bookmark: 'bookmark',
    migration: migrationFiles.at(-1) ?? '',
    tables: { room_members: 1, rooms: 1, table_counts: 1, users: 2 },
    parts: parts.map(({ key, bytes }) => ({
      key,
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    })),
  }
  const text = new TextEncoder().encode(JSON.stringify(manifest))
  for (const { key, bytes } of [...parts, { key: manifestKey(DAY), bytes: text }]) {
    mkdirSync(dirname(join(folder, key)), { recursive: true })
    writeFileSync(join(folder, key), await seal(SECRET, key, bytes))
  }
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hessa-restoration-'))
  await makeBackup()
})
afterEach(() => rmSync(folder, { recursive: true }))

async function rowsFile(): Promise<string> {
  const backups = backupsInFolder(folder)
  const read = await readManifest(backups, [SECRET], await lastDay(backups))
  const file = join(folder, 'rows.sql')
  await writeRows(backups, [SECRET], read, file)
  return file
}

describe('a backup in a folder', () => {
  it('is read whole, by its key', async () => {
    expect(readFileSync(await rowsFile(), 'utf8')).toBe(`${LINES.join('\n')}\n`)
    await expect(readManifest(backupsInFolder(folder), ['another key'], DAY)).rejects.toThrow('does not decrypt')
    await expect(readManifest(backupsInFolder(folder), [SECRET], 'today')).rejects.toThrow('not a day')
  })

  it('of which a part is missing, or is another one, is refused', async () => {
    const [first, second] = manifest.parts.map(({ key }) => key)
    const backups = backupsInFolder(folder)
    const replaced = await seal(SECRET, second ?? '', new TextEncoder().encode('rows of another run'))
    writeFileSync(join(folder, second ?? ''), replaced)
    await expect(writeRows(backups, [SECRET], manifest, join(folder, 'rows'))).rejects.toThrow('not what was saved')
    rmSync(join(folder, first ?? ''))
    await expect(writeRows(backups, [SECRET], manifest, join(folder, 'rows'))).rejects.toThrow('There is no')
  })

  it('without a manifest is none', async () => {
    rmSync(join(folder, manifestKey(DAY)))
    await expect(lastDay(backupsInFolder(folder))).rejects.toThrow('There is no backup')
  })
})

describe('the rows of a backup', () => {
  const all = (db: DatabaseSync, sql: string) =>
    db
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }))

  it('are inserted as they were, without what triggers would add, and are found', async () => {
    const db = migrated()
    const triggers = all(db, "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name")
    await insertRows(db, manifest, await rowsFile())
    expect(all(db, 'SELECT id FROM users')).toEqual([{ id: 7 }, { id: 8 }])
    expect(all(db, 'SELECT name, rows FROM table_counts')).toEqual([{ name: 'users of the backup', rows: 2 }])
    expect(all(db, "SELECT rowid FROM user_search WHERE user_search MATCH 'sara8'")).toEqual([{ rowid: 8 }])
    expect(all(db, "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name")).toEqual(triggers)
    db.exec(`INSERT INTO users (email, role, created_at, updated_at) VALUES ('new@hessa.test', 3, ${NOW}, ${NOW})`)
    expect(all(db, 'SELECT MAX(id) AS id FROM users')).toEqual([{ id: 8 + SKIPPED_IDS + 1 }])
  })

  it('are all inserted, or none', async () => {
    const file = await rowsFile()
    const db = migrated()
    await expect(insertRows(db, { ...manifest, tables: { ...manifest.tables, users: 3 } }, file)).rejects.toThrow(
      'users',
    )
    db.close()
  })

  it('are the same in the script for the platform', async () => {
    const script = join(folder, 'restore.sql')
    await writeScript(manifest, await rowsFile(), script)
    const [db, other] = [migrated(), migrated()]
    db.exec(`BEGIN;\n${readFileSync(script, 'utf8')}\nCOMMIT;`)
    await insertRows(other, manifest, join(folder, 'rows.sql'))
    for (const sql of [
      'SELECT * FROM users',
      'SELECT * FROM room_members',
      'SELECT * FROM sqlite_sequence ORDER BY name',
      'SELECT name FROM sqlite_master',
    ])
      expect([sql, all(db, sql)]).toEqual([sql, all(other, sql)])
  })
})

describe('the script for the platform', () => {
  it('inserts no row before the one that it refers to, which the platform would look for again and again', async () => {
    const script = join(folder, 'restore.sql')
    await writeScript(manifest, await rowsFile(), script)
    const db = migrated()
    db.exec('PRAGMA foreign_keys = ON')
    // Outside a transaction each row is checked at once.
    db.exec(readFileSync(script, 'utf8'))
    expect(db.prepare('SELECT room_id FROM room_members').all()).toHaveLength(1)
    expect(db.prepare('PRAGMA foreign_key_check').all()).toEqual([])
  })

  it('is none of rows of other tables, and none of what are no rows', async () => {
    const rows = join(folder, 'rows.sql')
    const script = join(folder, 'restore.sql')
    for (const line of [`INSERT INTO "strange" ("id") VALUES(1);`, `DROP TABLE "users";`]) {
      writeFileSync(rows, `${USERS[0]}\n${line}\n`)
      await expect(writeScript(manifest, rows, script)).rejects.toThrow('Not a row of a table of the backup')
    }
  })
})

describe('a restore on the platform', () => {
  let done: string[]
  let people: number
  const files = { script: 'restore.sql', request: 'rooms-to-restore' }
  const target = {
    environment: 'staging' as const,
    config: unstable_readConfig({ config: join(root, 'wrangler.toml'), env: 'staging' }),
    isFirst: false,
    watchMs: 0,
  }
  const around: Surroundings = {
    run: async (command) => {
      const line = command.join(' ')
      done.push(line.replace(/--command .*/, 'query'))
      if (line.includes('AS tables')) return 'A line of wrangler\n[{"results":[{"tables":1}]}]'
      if (line.includes('AS people')) return JSON.stringify([{ results: [{ people }] }])
      return JSON.stringify([{ results: [manifest.tables] }])
    },
    fetch,
    wait: async () => undefined,
    say: () => undefined,
  }
  const changes = () => done.filter((line) => !line.endsWith('query'))
  beforeEach(() => {
    done = []
    people = 0
  })

  it('closes the product, migrates, inserts, compares and asks for the rooms', async () => {
    await restoreOnPlatform(around, target, manifest, files)
    expect(changes()).toEqual([
      'wrangler deploy --var MAINTENANCE:yes --env staging',
      'wrangler d1 migrations apply hessa-staging --remote --env staging',
      'wrangler d1 execute hessa-staging --remote --yes --file restore.sql --env staging',
      'wrangler r2 object put hessa-backups-staging/rooms-to-restore --file rooms-to-restore --remote',
    ])
    expect(done.at(-2)).toContain('query')
  })

  it('changes nothing where there are people, or by code of another version', async () => {
    people = 1
    await expect(restoreOnPlatform(around, target, manifest, files)).rejects.toThrow('has people')
    const other = { ...manifest, migration: '0001_guards.sql' }
    await expect(restoreOnPlatform(around, target, other, files)).rejects.toThrow('check out the version of the backup')
    expect(changes()).toEqual([])
  })

  it('asks for no rooms where rows are missing', async () => {
    const more = { ...manifest, tables: { ...manifest.tables, lessons: 4 } }
    await expect(restoreOnPlatform(around, target, more, files)).rejects.toThrow('lessons')
    expect(changes().at(-1)).toContain('--file restore.sql')
  })
})
