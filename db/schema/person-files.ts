import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { MAX_PERSON_NOTE, MAX_TAGS } from '#domain/staff/person-file'
import { createdAt, flag, id, literals, updatedAt } from './columns.ts'
import { users } from './users.ts'

/** Who of the admins looks after a person, and the tags that staff gave them (docs/rules/staff.md 10.7). */
export const personFiles = sqliteTable(
  'person_files',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id),
    ownerId: integer('owner_id').references(() => users.id),
    tags: text('tags', { mode: 'json' }).$type<string[]>().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('person_files_tags', sql`json_valid(${t.tags}) AND json_array_length(${t.tags}) <= ${literals(MAX_TAGS)}`),
    index('person_files_owner').on(t.ownerId, t.userId).where(sql`owner_id IS NOT NULL`),
  ],
)

/** By what people are found by their tags; written together with `person_files.tags`. */
export const personTags = sqliteTable(
  'person_tags',
  {
    /** Folded by `normalise`. */
    tag: text('tag').notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
  },
  (t) => [primaryKey({ columns: [t.tag, t.userId] }), index('person_tags_user').on(t.userId)],
)

/** What staff wrote about a person for each other. A note's text is never changed. */
export const personNotes = sqliteTable(
  'person_notes',
  {
    id: id(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    authorId: integer('author_id')
      .notNull()
      .references(() => users.id),
    text: text('text').notNull(),
    pinned: flag('pinned').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    check('person_notes_text', sql`length(${t.text}) BETWEEN 1 AND ${literals(MAX_PERSON_NOTE)}`),
    index('person_notes_person').on(t.userId, t.pinned),
  ],
)
