import { readdirSync, readFileSync } from 'node:fs'
import { is } from 'drizzle-orm'
import { getTableConfig, SQLiteSyncDialect, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { describe, expect, it } from 'vitest'
import { type HeldData, impersonalData, personalData } from '#db/personal-data'
import { personalAreas } from '#domain/privacy/areas'
import { migratedAround } from '../tests/migrated-db.ts'

const folder = new URL('./schema/', import.meta.url)
const rules = new URL('../docs/rules/', import.meta.url)

/** Each table of the schema with its columns, as the code names them. */
async function schemaTables(): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for (const file of readdirSync(folder)) {
    const exported: Record<string, unknown> = await import(new URL(file, folder).href)
    for (const table of Object.values(exported)) if (is(table, SQLiteTable)) found.set(nameOf(table), columnsOf(table))
  }
  return found
}

const nameOf = (table: SQLiteTable): string => getTableConfig(table).name
const columnsOf = (table: SQLiteTable): string[] => {
  const names = new Set(getTableConfig(table).columns.map(({ name }) => name))
  return Object.entries(table).flatMap(([key, column]) => (names.has(column?.name) ? [key] : []))
}

const all: [string, HeldData][] = Object.entries(personalData)
const listed = ({ copied, times, named, people, own, labels, secrets, others, rest }: HeldData): string[] => [
  ...copied,
  ...times,
  ...Object.keys(named),
  ...people,
  ...own,
  ...Object.keys(labels),
  ...secrets,
  ...others,
  ...rest,
]

describe('what is held about people (docs/rules/privacy.md 1.1)', () => {
  it('names every column of every table once, as personal or not', async () => {
    const tables = await schemaTables()
    expect(tables.size).toBeGreaterThan(80)
    const named = new Map<string, string[][]>()
    const add = (table: SQLiteTable, columns: readonly string[]) =>
      named.set(nameOf(table), [...(named.get(nameOf(table)) ?? []), columns.toSorted()])
    for (const [, one] of all) add(one.table, listed(one))
    for (const { table, columns } of impersonalData) add(table, columns)
    const wrong = [...tables].flatMap(([table, columns]) => {
      const lists = named.get(table) ?? [[]]
      return lists.flatMap((list) => {
        const missing = columns
          .filter((column) => !list.includes(column))
          .map((column) => `${table}.${column}: not named`)
        const twice = list.filter((column, index) => list.indexOf(column) !== index)
        return [...missing, ...twice.map((column) => `${table}.${column}: named twice`)]
      })
    })
    expect(wrong).toEqual([])
    const both = impersonalData.filter(({ table }) => all.some(([, one]) => one.table === table))
    expect(both.map(({ table }) => nameOf(table))).toEqual([])
  })

  it('says of every column what erasure does to it (docs/rules/privacy.md 4.4)', () => {
    const wrong = all.flatMap(([name, { table, erased, erasing }]) => {
      if (erased === 'deleted' || erased === 'deletedLast') return erasing ? [] : [`${name}: whose rows are deleted?`]
      const cleared = Object.keys(erased.clears ?? {})
      const texts = erased.texts ?? []
      const columns = columnsOf(table)
      const isText = (column: string) => {
        const { dataType, enumValues = [] } = Reflect.get(table, column)
        return (dataType === 'string' || dataType === 'json') && enumValues.length === 0
      }
      return [
        ...columns
          .filter((column) => isText(column) && !cleared.includes(column) && !texts.includes(column))
          .map((column) => `${name}.${column}: stays, or is cleared?`),
        ...[...cleared, ...texts]
          .filter((column) => !columns.includes(column))
          .map((column) => `${name}.${column}: no such column`),
        ...texts.filter((column) => cleared.includes(column)).map((column) => `${name}.${column}: named twice`),
        ...(cleared.length > 0 && !erasing ? [`${name}: whose rows are cleared?`] : []),
      ]
    })
    expect(wrong).toEqual([])
  })

  it('finds the rows of a person by an index', () => {
    const db = migratedAround(() => true, [])
    const dialect = new SQLiteSyncDialect()
    // Erasure also finds messages by their address and cards that were removed, for which no index is kept: it is rare.
    const conditions = all.flatMap(([name, { table, whose, erasing }]) => {
      const isScanned = ['outbox', 'paymob_cards'].includes(nameOf(table))
      return [{ name, table, whose }, ...(isScanned ? [] : [{ name, table, whose: erasing }])]
    })
    const scanned = conditions.flatMap(({ name, table, whose }) => {
      const condition = whose?.(1)
      if (!condition) return []
      const { sql, params } = dialect.sqlToQuery(condition)
      const query = `EXPLAIN QUERY PLAN SELECT rowid FROM "${nameOf(table)}" WHERE ${sql}`
      const steps = db.prepare(query).all(...(params as number[]))
      return steps
        .filter(({ detail }) => /^SCAN (?!CONSTANT)/.test(String(detail)))
        .map(({ detail }) => `${name}: ${detail}`)
    })
    expect(scanned).toEqual([])
  })

  it('gives out no password, key, token or hash, and nothing that staff note for each other', () => {
    const given = all.flatMap(([, one]) =>
      one.whose ? listed(one).filter((column) => ![...one.secrets, ...one.others, ...one.rest].includes(column)) : [],
    )
    expect(given.filter((column) => /hash|token|secret|p256dh|endpoint|^auth$/i.test(column))).toEqual([])
    const { personFile, personTags, personNotes } = personalData
    expect([personFile, personTags, personNotes].map(({ whose }) => whose)).toEqual([undefined, undefined, undefined])
  })

  it('is told by the rules: each table, in the part of its area', () => {
    const page = readFileSync(new URL('privacy.md', rules), 'utf8')
    for (const area of personalAreas) {
      const row = page.split('\n').find((line) => line.startsWith(`| ${area} |`)) ?? ''
      const tables = new Set(all.filter(([, one]) => one.area === area).map(([, { table }]) => nameOf(table)))
      expect([area, [...tables].filter((table) => !row.includes(`\`${table}\``))]).toEqual([area, []])
    }
  })
})
