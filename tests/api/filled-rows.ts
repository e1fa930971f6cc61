/** Rows for tests that go through tables without knowing them. */
import { type Person, row, rows } from '#tests/people'

type Column = { name: string; type: string; notnull: number; dflt_value: unknown; pk: number }
type Reference = { table: string; from: string; to: string | null }

const OF_PEOPLE = ['users', 'tutors', 'students']

let number = 0

/** A value for a column that must have one: the person, the newest row that it may refer to, a number or a text of its own. */
async function filledValue(person: Person, { name, type }: Column, references: readonly Reference[]): Promise<unknown> {
  const reference = references.find(({ from }) => from === name)
  if (reference && OF_PEOPLE.includes(reference.table)) return person.id
  if (reference) {
    const { table, to } = reference
    return (await row<{ value: unknown }>(`SELECT "${to ?? 'id'}" AS value FROM "${table}" ORDER BY rowid DESC`))?.value
  }
  number++
  return /INT/i.test(type) ? Date.now() + number * 60_000 : `filled-${number}`
}

/** Inserts a row with these values, and returns its rowid; what must be there and is not given is filled in by its type. */
export async function insertFilled(table: string, person: Person, given: Record<string, unknown>): Promise<number> {
  const columns = await rows<Column>(`PRAGMA table_info("${table}")`)
  const references = await rows<Reference>(`PRAGMA foreign_key_list("${table}")`)
  const isKey = columns.filter(({ pk }) => pk > 0).length === 1
  const filled = new Map<string, unknown>(Object.entries(given))
  for (const column of columns) {
    const { name, type, notnull, dflt_value, pk } = column
    const isReference = references.some(({ from }) => from === name)
    const isNumbered = pk > 0 && isKey && /INT/i.test(type) && !isReference
    if (filled.has(name) || isNumbered || (notnull === 0 && pk === 0) || dflt_value !== null) continue
    filled.set(name, await filledValue(person, column, references))
  }
  const names = [...filled.keys()].map((name) => `"${name}"`).join(', ')
  const places = [...filled].map(() => '?').join(', ')
  const sql = `INSERT INTO "${table}" (${names}) VALUES (${places}) RETURNING rowid AS id`
  const inserted = await row<{ id: number }>(sql, ...filled.values())
  return inserted?.id ?? 0
}
