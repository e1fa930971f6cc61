/** One numbered change of an object's tables; its number is its position in the list, counted from 1. */
export type Migration = (sql: SqlStorage) => void

const SCHEMA_VERSION = 'schema-version'

/**
 * Brings an object's tables to the newest version: runs, in order, the steps that this object has not had. A step and the
 * version that records it are one transaction, so that an object that dies in between repeats the step instead of
 * skipping it.
 *
 * Steps are only ever appended: thousands of objects hold the number of the last step that they ran, and an edited or
 * reordered step would never reach them. Objects written before versions were recorded have the tables of step 1 and no
 * version, so step 1 must leave existing tables alone. A version higher than the list belongs to an object that newer
 * code has opened before a rollback; nothing is run for it.
 */
export function migrate(storage: DurableObjectStorage, migrations: readonly Migration[]): void {
  const version = storage.kv.get<number>(SCHEMA_VERSION) ?? 0
  for (const [index, step] of migrations.entries()) {
    if (index < version) continue
    storage.transactionSync(() => {
      step(storage.sql)
      storage.kv.put(SCHEMA_VERSION, index + 1)
    })
  }
}
