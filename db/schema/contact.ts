import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { InboxState } from '#domain/inbox/states'
import { createdAt, folded, id, instant } from './columns.ts'
import { users } from './users.ts'

export const contactRequests = sqliteTable(
  'contact_requests',
  {
    id: id(),
    name: text('name').notNull(),
    foldedName: folded('folded_name'),
    phone: text('phone').notNull(),
    title: text('title').notNull(),
    foldedTitle: folded('folded_title'),
    message: text('message').notNull(),
    foldedMessage: folded('folded_message'),
    state: integer('state').$type<InboxState>().notNull().default(InboxState.New),
    /** The admin who works on it. */
    ownerId: integer('owner_id').references(() => users.id),
    /** WhatsApp's id of a message to our number; null for the contact form. */
    whatsAppId: text('whatsapp_id'),
    createdAt: createdAt(),
    updatedAt: instant('updated_at').notNull().default(0),
  },
  (t) => [
    uniqueIndex('contact_requests_whatsapp').on(t.whatsAppId).where(sql`whatsapp_id IS NOT NULL`),
    index('contact_requests_state').on(t.state, t.createdAt),
    index('contact_requests_owner').on(t.ownerId, t.createdAt),
    // What somebody has taken and not answered.
    index('contact_requests_taken').on(t.ownerId, t.createdAt).where(sql`owner_id IS NOT NULL AND state = 1`),
    index('contact_requests_owned').on(t.createdAt).where(sql`owner_id IS NOT NULL`),
    index('contact_requests_phone').on(t.phone, t.createdAt),
    index('contact_requests_created').on(t.createdAt),
    index('contact_requests_updated').on(t.updatedAt),
  ],
)
