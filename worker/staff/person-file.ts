import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type * as contract from '#contract/person-file'
import { batchThenRead, type RowsOf, type Statement } from '#db/batch'
import type { Db } from '#db/client'
import { personFiles, personNotes, personTags } from '#db/schema/person-files'
import { users } from '#db/schema/users'
import { normalise } from '#domain/arabic'
import { DomainError } from '#domain/errors'
import { isAdmin } from '#domain/roles'
import { distinctTags, mayDeleteNote, SHOWN_PERSON_NOTES } from '#domain/staff/person-file'
import { assertMayActOn } from '#domain/users/editing'
import { type ActContext, type ReadRequest, reading } from '../http/bind.ts'
import { completionStatements } from '../http/completion.ts'
import { beforeOf, refuseEmpty } from '../http/empty.ts'
import { isAmong } from '../http/filters.ts'
import { assertVersion, nextVersion, rowVersionStatement } from '../http/versions.ts'
import { auditStatements } from './audit-store.ts'

const account = (db: Db, id: number | null) =>
  db
    .select({ id: users.id, role: users.role })
    .from(users)
    .where(eq(users.id, id ?? 0))

/** The rows of a person's file, which `fileOf` takes: its owner and tags, the notes, and the admins whom both name. */
const fileStatements = (db: Db, userId: number) => {
  const shown = db
    .select()
    .from(personNotes)
    .where(eq(personNotes.userId, userId))
    .orderBy(desc(personNotes.pinned), desc(personNotes.id))
    .limit(SHOWN_PERSON_NOTES)
  const named = sql`SELECT author_id FROM person_notes WHERE user_id = ${userId}
    UNION SELECT owner_id FROM person_files WHERE user_id = ${userId} AND owner_id IS NOT NULL`
  return [
    db.select().from(personFiles).where(eq(personFiles.userId, userId)),
    shown,
    db.select({ id: users.id, name: users.name, email: users.email }).from(users).where(isAmong(users.id, named)),
  ] as const
}

function fileOf([[file], notes, admins]: RowsOf<ReturnType<typeof fileStatements>>) {
  const byId = new Map(admins.map((admin) => [admin.id, admin]))
  const adminWith = (id: number) => byId.get(id) ?? { id, name: null, email: '' }
  return {
    owner: file?.ownerId ? adminWith(file.ownerId) : null,
    tags: file?.tags ?? [],
    notes: notes.map(({ id, text, pinned, authorId, createdAt }) => ({
      id,
      text,
      pinned,
      author: adminWith(authorId),
      createdAt,
    })),
    updatedAt: file?.updatedAt ?? null,
  }
}

/** @throws DomainError `user-not-found`. */
export const read = reading(
  ({ db, params }: ReadRequest<typeof contract.getPersonFile>) => [
    account(db, params.id),
    ...fileStatements(db, params.id),
  ],
  async (_, [[person], ...file]) => {
    if (!person) throw new DomainError('user-not-found')
    return fileOf(file)
  },
)

/** Writes what a person is found by: their tags, each folded. */
const tagStatements = (db: Db, userId: number, tags: readonly string[]): Statement[] => [
  db.delete(personTags).where(eq(personTags.userId, userId)),
  ...(tags.length === 0 ? [] : [db.insert(personTags).values(tags.map((tag) => ({ tag: normalise(tag), userId })))]),
]

/**
 * Sets who of the admins looks after a person, or the person's tags (docs/rules/staff.md 10.7).
 * @throws DomainError `user-not-found` also for an owner who is no admin, `empty-request`, `version-conflict`, `forbidden` for
 * an account that the actor may not act on.
 */
export const change = reading(
  ({ db, params, body }: ReadRequest<typeof contract.changePersonFile>) => [
    account(db, params.id),
    account(db, body.ownerId ?? null),
    db.select().from(personFiles).where(eq(personFiles.userId, params.id)),
  ],
  async (ctx: ActContext<typeof contract.changePersonFile>, [[person], [owner], [stored]]) => {
    const { actor, body, db, now, params } = ctx
    const changes = {
      ...(body.ownerId === undefined ? {} : { ownerId: body.ownerId }),
      ...(body.tags === undefined ? {} : { tags: distinctTags(body.tags) }),
    }
    refuseEmpty(body)
    if (!person) throw new DomainError('user-not-found')
    assertMayActOn(actor, person)
    if (body.ownerId && !(owner && isAdmin(owner.role)))
      throw new DomainError('user-not-found', 'ownerId: not an admin')
    if (stored) assertVersion(ctx, stored)
    const { read: rows } = await batchThenRead(
      db,
      [
        rowVersionStatement(ctx, personFiles, eq(personFiles.userId, params.id)),
        db
          .insert(personFiles)
          .values({ ownerId: null, tags: [], ...changes, userId: params.id, createdAt: now, updatedAt: now })
          .onConflictDoUpdate({
            target: personFiles.userId,
            set: { ...changes, updatedAt: nextVersion(personFiles, now) },
          }),
        ...(changes.tags ? tagStatements(db, params.id, changes.tags) : []),
        ...auditStatements(ctx, {
          act: 'personFile.change',
          kind: 'user',
          id: params.id,
          before: beforeOf({ ownerId: stored?.ownerId ?? null, tags: stored?.tags ?? [] }, changes),
          after: changes,
        }),
      ],
      fileStatements(db, params.id),
    )
    return fileOf(rows)
  },
)

/**
 * Writes a note for staff about a person; the audit log keeps its length and not its words (docs/rules/staff.md 10.7).
 * @throws DomainError `user-not-found`, `forbidden` for an account that the actor may not act on.
 */
export const note = reading(
  ({ db, params }: ReadRequest<typeof contract.notePerson>) => [account(db, params.id)],
  async (ctx: ActContext<typeof contract.notePerson>, [[person]]) => {
    const { actor, body, db, now, params } = ctx
    if (!person) throw new DomainError('user-not-found')
    assertMayActOn(actor, person)
    const { read: rows } = await batchThenRead(
      db,
      [
        db
          .insert(personNotes)
          .values({ userId: params.id, authorId: actor.id, text: body.text, pinned: false, createdAt: now }),
        ...completionStatements(ctx, null),
        ...auditStatements(ctx, {
          act: 'personFile.note',
          kind: 'user',
          id: params.id,
          after: { characters: body.text.length },
        }),
      ],
      fileStatements(db, params.id),
    )
    return fileOf(rows)
  },
)

/** The file as it is now, as after the first note. */
export const recall = async ({ db, params }: Pick<ActContext<typeof contract.notePerson>, 'db' | 'params'>) =>
  fileOf(await db.batch(fileStatements(db, params.id)))

const isNote = ({ id, noteId }: { id: number; noteId: number }): SQL | undefined =>
  and(eq(personNotes.id, noteId), eq(personNotes.userId, id))

const noteStatements = ({ db, params }: { db: Db; params: { id: number; noteId: number } }) =>
  [account(db, params.id), db.select().from(personNotes).where(isNote(params))] as const

/** @throws DomainError `user-not-found`, `not-found`, `forbidden` for an account that the actor may not act on. */
export const pin = reading(
  (request: ReadRequest<typeof contract.pinPersonNote>) => noteStatements(request),
  async (ctx: ActContext<typeof contract.pinPersonNote>, [[person], [stored]]) => {
    const { actor, body, db, params } = ctx
    if (!person) throw new DomainError('user-not-found')
    assertMayActOn(actor, person)
    if (!stored) throw new DomainError('not-found')
    const { read: rows } = await batchThenRead(
      db,
      [
        db.update(personNotes).set({ pinned: body.pinned }).where(isNote(params)),
        ...auditStatements(ctx, {
          act: 'personFile.pinNote',
          kind: 'user',
          id: params.id,
          before: { pinned: stored.pinned },
          after: { pinned: body.pinned },
        }),
      ],
      fileStatements(db, params.id),
    )
    return fileOf(rows)
  },
)

/** @throws DomainError `user-not-found`, `not-found`, `forbidden` for another author's note. */
export const remove = reading(
  (request: ReadRequest<typeof contract.deletePersonNote>) => noteStatements(request),
  async (ctx: ActContext<typeof contract.deletePersonNote>, [[person], [stored]]) => {
    const { actor, db, params } = ctx
    if (!person) throw new DomainError('user-not-found')
    if (!stored) throw new DomainError('not-found')
    if (!mayDeleteNote(stored, actor)) throw new DomainError('forbidden')
    const { read: rows } = await batchThenRead(
      db,
      [
        db.delete(personNotes).where(isNote(params)),
        ...auditStatements(ctx, {
          act: 'personFile.deleteNote',
          kind: 'user',
          id: params.id,
          before: { characters: stored.text.length },
        }),
      ],
      fileStatements(db, params.id),
    )
    return fileOf(rows)
  },
)
