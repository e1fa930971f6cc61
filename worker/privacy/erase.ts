import { and, eq, gt, isNull, type SQL } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { batchAll, type Statement } from '#db/batch'
import type { Db } from '#db/client'
import { type HeldData, personalData } from '#db/personal-data'
import { assets } from '#db/schema/assets'
import { availabilitySlots } from '#db/schema/availability'
import { roomMembers } from '#db/schema/chat'
import { dataExports } from '#db/schema/data-exports'
import { erasedProofs, erasures } from '#db/schema/erasures'
import { subscriptions } from '#db/schema/subscriptions'
import { users } from '#db/schema/users'
import type { Instant } from '#domain/cairo'
import { isStudent, isTutorSide, type Role } from '#domain/roles'
import { chatParty } from '../../party/stubs.ts'
import { endOfSessions } from '../auth/store.ts'
import type { Env } from '../env.ts'
import { deleteFiles } from '../files/store.ts'
import { nextVersion } from '../http/versions.ts'
import { closeRevokedSockets } from '../live/sign-out.ts'
import { notifyTutorUpdated } from '../live/tutors.ts'
import { triggerDelivery } from '../messages/outbox.ts'
import { deleteSavedCard, fetchSavedCards } from '../outside/fawry/cards.ts'
import { erasedProofHashes } from '../subscriptions/store.ts'
import { touchTutors } from '../tutors/store.ts'
import { doneStatement, mailReader } from './erasure-messages.ts'
import type { StoredErasure } from './erasure-store.ts'

type Context = { env: Env; db: Db; now: Instant }
type Erased = { id: number; role: Role }

/** Backwards: what others are found by, as the account's address, goes last. */
const held: readonly HeldData[] = Object.values(personalData).toReversed()

/** What the table says becomes of the rows of a person; null where they stay as they are (docs/rules/privacy.md 4.4). */
function statementOf(db: Db, { table, erased, erasing }: HeldData, userId: number): Statement | null {
  const isTheirs = erasing?.(userId)
  if (!isTheirs) return null
  if (erased === 'deleted' || erased === 'deletedLast') return db.delete(table).where(isTheirs)
  return erased.clears
    ? db
        .update(table as SQLiteTable)
        .set(erased.clears)
        .where(isTheirs)
    : null
}

/** The statements of the tables; of those that name files and cards only with `withLast`. */
const statementsOf = (db: Db, userId: number, withLast: boolean): Statement[] =>
  held.filter(({ erased }) => withLast || erased !== 'deletedLast').flatMap((one) => statementOf(db, one, userId) ?? [])

/** What ends with the account besides what is personal: its sessions, its plan, and the times that a tutor still offers. */
const endings = ({ db, now }: Context, { id, role }: Erased): Statement[] => [
  db
    .update(subscriptions)
    .set({ terminatedAt: now, updatedAt: nextVersion(subscriptions, now) })
    .where(and(eq(subscriptions.userId, id), isNull(subscriptions.terminatedAt), gt(subscriptions.end, now))),
  db
    .update(availabilitySlots)
    .set({ deleted: true, updatedAt: now })
    .where(and(eq(availabilitySlots.userId, id), eq(availabilitySlots.deleted, false), gt(availabilitySlots.end, now))),
  db
    .update(users)
    .set({ sessionsValidFrom: endOfSessions(now), updatedAt: nextVersion(users, now) })
    .where(eq(users.id, id)),
  ...(isTutorSide(role) ? touchTutors(db, [id]) : []),
]

/**
 * Closes the account: one batch ends its sessions and takes out of the database what is personal. What it had its trial by is left as
 * keyed hashes (docs/rules/privacy.md 4.5, 4.7).
 */
async function close(ctx: Context, erasure: StoredErasure, person: Erased): Promise<void> {
  const { env, db, now } = ctx
  const [hashes, [reader]] = await Promise.all([erasedProofHashes(env, db, person.id), mailReader(db, person.id)])
  await batchAll(db, [
    db
      .update(erasures)
      .set({ startedAt: now })
      .where(and(eq(erasures.id, erasure.id), isNull(erasures.startedAt), isNull(erasures.stoppedAt))),
    ...hashes.map((hash) => db.insert(erasedProofs).values({ hash, createdAt: now }).onConflictDoNothing()),
    ...statementsOf(db, person.id, false),
    ...(reader ? [doneStatement(db, erasure.id, reader, now)] : []),
    ...endings(ctx, person),
  ])
  await triggerDelivery(env)
  await closeRevokedSockets(env, db, person.id, now)
  if (isTutorSide(person.role)) await notifyTutorUpdated(env, db, person.id, now)
}

/** Deletes the messages of all rooms of the account, some at a time. */
async function eraseMessages({ env, db }: Context, userId: number): Promise<void> {
  const rooms = await db.select({ id: roomMembers.roomId }).from(roomMembers).where(eq(roomMembers.userId, userId))
  for (const { id } of rooms) while ((await chatParty(env, id).erase(userId)) > 0);
}

/** Objects that one request deletes, the most that the platform takes. */
const FILES_AT_ONCE = 1000

async function eraseFiles({ env, db }: Context, userId: number): Promise<void> {
  const isTheirs: SQL | undefined = personalData.files.erasing?.(userId)
  const [files, copies] = await db.batch([
    db.select({ key: assets.key }).from(assets).where(isTheirs),
    db.select({ key: dataExports.key }).from(dataExports).where(eq(dataExports.userId, userId)),
  ])
  const keys = [...files, ...copies].flatMap(({ key }) => key ?? [])
  for (let from = 0; from < keys.length; from += FILES_AT_ONCE)
    await deleteFiles(env, keys.slice(from, from + FILES_AT_ONCE))
}

/** Deletes the cards at the gateway that keeps them; those of the other are charged by a token that only our table has. */
async function eraseCards({ env }: Context, userId: number): Promise<void> {
  const response = await fetchSavedCards(env, userId)
  if (!response.isOk) throw new Error('The gateway does not list the saved cards')
  for (const { token } of response.cards) {
    const deleted = await deleteSavedCard(env, userId, token)
    if (!deleted.isOk) throw new Error('The gateway does not delete a saved card')
  }
}

/**
 * Erases an account (docs/rules/privacy.md 4.5). Every step can be repeated, so one that was interrupted is continued; the last batch
 * also takes what a request that was under way has written meanwhile.
 */
export async function erase(ctx: Context, erasure: StoredErasure, person: Erased): Promise<void> {
  const { db, now } = ctx
  if (erasure.startedAt === null) await close(ctx, erasure, person)
  await eraseMessages(ctx, person.id)
  await eraseFiles(ctx, person.id)
  if (isStudent(person.role)) await eraseCards(ctx, person.id)
  await batchAll(db, [
    ...statementsOf(db, person.id, true),
    db.update(erasures).set({ doneAt: now }).where(eq(erasures.id, erasure.id)),
  ])
}
