import { sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, id } from './columns.ts'

export const contactRequests = sqliteTable('contact_requests', {
  id: id(),
  name: text('name').notNull(),
  phone: text('phone').notNull(),
  title: text('title').notNull(),
  message: text('message').notNull(),
  createdAt: createdAt(),
})
