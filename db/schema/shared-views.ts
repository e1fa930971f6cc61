import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { isStaff, type Role, roles } from '#domain/roles'
import { MAX_LIST_ID, MAX_VIEW_NAME, MAX_VIEW_SEARCH } from '#domain/staff/shared-view'
import { between, createdAt, id, oneOf, updatedAt } from './columns.ts'
import { users } from './users.ts'

/** Named states of the dashboard's lists that staff share with a role. */
export const sharedViews = sqliteTable(
  'shared_views',
  {
    id: id(),
    /** The name by which the dashboard knows the list. */
    list: text('list').notNull(),
    name: text('name').notNull(),
    /** The query of the list's address. */
    search: text('search').notNull(),
    ownerId: integer('owner_id')
      .notNull()
      .references(() => users.id),
    role: integer('role').$type<Role>().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('shared_views_role', oneOf(t.role, roles.filter(isStaff))),
    check('shared_views_list', between(sql`length(${t.list})`, 1, MAX_LIST_ID)),
    check('shared_views_name', between(sql`length(${t.name})`, 1, MAX_VIEW_NAME)),
    check('shared_views_search', between(sql`length(${t.search})`, 0, MAX_VIEW_SEARCH)),
    uniqueIndex('shared_views_own').on(t.ownerId, t.list, t.name),
    index('shared_views_role_list').on(t.role, t.list, t.name),
  ],
)
