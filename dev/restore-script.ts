/**
 * The statements between which the exported rows are inserted into a migrated database that nobody has used. Its triggers are taken
 * away meanwhile, since what they write is among the rows.
 */
export type RestoreScript = { before: string[]; after: string[] }

/** A row of `sqlite_master`. */
export type Trigger = { name: string; sql: string }

/**
 * Ids that are skipped after a restore, so that none is given out again that was given out since the backup: objects of rooms and
 * accounts, sockets, tokens and orders at payment providers are named by them (docs/rules/privacy.md 3.6).
 */
export const SKIPPED_IDS = 10_000

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

export function restoreScript(tables: readonly string[], triggers: readonly Trigger[]): RestoreScript {
  return {
    before: [
      'PRAGMA defer_foreign_keys = TRUE',
      ...triggers.map(({ name }) => `DROP TRIGGER ${quoted(name)}`),
      // What the migrations have inserted.
      ...tables.map((table) => `DELETE FROM ${quoted(table)}`),
    ],
    after: [
      // Only the ledger sees ids of accounts, and goes through them without gaps.
      `UPDATE sqlite_sequence SET seq = seq + ${SKIPPED_IDS} WHERE name <> 'accounts'`,
      'DELETE FROM user_search',
      `INSERT INTO user_search (rowid, name, english_name, email, phone)
        SELECT id, folded_name, folded_english_name, email, phone FROM users`,
      ...triggers.map(({ sql }) => sql),
    ],
  }
}
