import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, instant } from './columns.ts'

/**
 * The first answer to an `Idempotency-Key`, per sender (docs/rules/api.md 6.1). A request claims the key before it acts;
 * the batch in which it acts completes the key, so that it is completed if and only if the act took effect.
 */
export const idempotencyKeys = sqliteTable(
  'idempotency_keys',
  {
    scope: text('scope').notNull(),
    key: text('key').notNull(),
    call: text('call').notNull(),
    bodyHash: text('body_hash').notNull(),
    /** The token of the request that holds the key; a request that takes the key over replaces it. */
    claim: text('claim'),
    /** What the act has made, from which a lost answer is rebuilt. Contains no secret. */
    made: text('made'),
    status: integer('status'),
    body: text('body'),
    createdAt: createdAt(),
    /** When the act took effect or was refused; `status` and `body` are stored after that. */
    completedAt: instant('completed_at'),
  },
  (t) => [primaryKey({ columns: [t.scope, t.key] }), index('idempotency_age').on(t.createdAt)],
)
