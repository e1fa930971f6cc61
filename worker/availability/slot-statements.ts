import { eq, type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#db/batch'
import type { Db } from '#db/client'
import { availabilitySlots } from '#db/schema/availability'
import type { ChangedSlots } from '#domain/availability/changes'
import type { PatternSlot } from '#domain/availability/pattern'
import type { Instant } from '#domain/cairo'
import { abortIf } from '../http/constraints.ts'
import { isAmong } from '../http/filters.ts'
import type { BookedSession } from './store.ts'

/** What was decided about a tutor's slots, and the rows on which it was decided. */
export type SlotWrite = { changes: ChangedSlots<BookedSession>; slots: PatternSlot[]; sessions: BookedSession[] }

/** The condition that one of these slots has been moved, repurposed or deleted since the change was decided. */
function haveChanged(decided: readonly PatternSlot[]): SQL {
  const { id, start, end, purpose, deleted, fromPattern } = availabilitySlots
  const expected = decided.map((slot) => [
    slot.id,
    slot.start,
    slot.end,
    slot.purpose,
    Number(slot.deleted),
    Number(slot.fromPattern),
  ])
  const isAsDecided = sql`${id} = e.value ->> 0 AND ${start} = e.value ->> 1 AND ${end} = e.value ->> 2
    AND ${purpose} = e.value ->> 3 AND ${deleted} = e.value ->> 4 AND ${fromPattern} = e.value ->> 5`
  return sql`EXISTS (SELECT 1 FROM json_each(${JSON.stringify(expected)}) e
    WHERE NOT EXISTS (SELECT 1 FROM ${availabilitySlots} WHERE ${isAsDecided}))`
}

/**
 * Slots may swap times, but a trigger refuses two overlapping slots after each statement. So slots without an open session
 * are marked deleted while the others move, and slots with one are first reduced to the part that they keep. Another
 * trigger refuses to move a slot away from its lesson. The first statement fails the batch when another request has changed
 * one of the written slots, because each row is overwritten as a whole.
 */
export function slotStatements(
  db: Db,
  { changes, slots, sessions }: SlotWrite,
  { userId, byPattern, now }: { userId: number; byPattern: boolean; now: Instant },
): Statement[] {
  const { inserts, updates, deletes, softDeletes, cancelled } = changes
  const isRemaining = (session: BookedSession) => session.isOpen && session.end > now && !cancelled.includes(session)
  const isInUse = ({ id }: { id: number }) => sessions.some((session) => session.slotId === id && isRemaining(session))
  const inUse = updates.filter(isInUse)
  const hidden = [...updates.filter((update) => !isInUse(update)).map(({ id }) => id), ...deletes, ...softDeletes]
  const shrunk = ({ id, start, end }: (typeof updates)[number]) => {
    const slot = slots.find((one) => one.id === id)
    return { start: Math.max(start, slot?.start ?? start), end: Math.min(end, slot?.end ?? end), updatedAt: now }
  }
  const written = new Set([...updates.map(({ id }) => id), ...deletes, ...softDeletes])
  return [
    abortIf(db, 'slots-changed', haveChanged(slots.filter(({ id }) => written.has(id)))),
    db.update(availabilitySlots).set({ deleted: true, updatedAt: now }).where(isAmong(availabilitySlots.id, hidden)),
    db.delete(availabilitySlots).where(isAmong(availabilitySlots.id, deletes)),
    ...inUse.map((update) =>
      db.update(availabilitySlots).set(shrunk(update)).where(eq(availabilitySlots.id, update.id)),
    ),
    ...updates.map(({ id, ...values }) =>
      db
        .update(availabilitySlots)
        .set({
          ...values,
          fromPattern: byPattern ? sql`${availabilitySlots.fromPattern}` : false,
          deleted: false,
          updatedAt: now,
        })
        .where(eq(availabilitySlots.id, id)),
    ),
    ...inserts.map((values) =>
      db
        .insert(availabilitySlots)
        .values({ ...values, userId, fromPattern: byPattern, createdAt: now, updatedAt: now }),
    ),
  ]
}
