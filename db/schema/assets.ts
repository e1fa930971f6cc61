import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, oneOf } from './columns.ts'
import { users } from './users.ts'

const ASSET_KINDS = ['image', 'video', 'thumbnail', 'intro-video', 'screenshot', 'log', 'receipt'] as const

/** Every file in the object storage, with its owner. Private kinds are readable by the owner and staff only. */
export const assets = sqliteTable(
  'assets',
  {
    key: text('key').primaryKey(),
    kind: text('kind', { enum: ASSET_KINDS }).notNull(),
    ownerId: integer('owner_id')
      .notNull()
      .references(() => users.id),
    contentType: text('content_type').notNull(),
    bytes: integer('bytes').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    check('assets_kind', oneOf(t.kind, ASSET_KINDS)),
    check('assets_bytes', sql`${t.bytes} > 0`),
    index('assets_owner').on(t.ownerId, t.kind),
  ],
)
