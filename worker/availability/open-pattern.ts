import { and, eq, gte } from 'drizzle-orm'
import type { Db } from '#db/client'
import { patternDays } from '#db/schema/availability'
import { changeSlots } from '#domain/availability/changes'
import { allowedPart, type Pattern, patternActions, patternDaysFrom } from '#domain/availability/pattern'
import { type Instant, type LocalDay, localDay } from '#domain/cairo'
import type { Role } from '#domain/roles'
import type { SlotWrite } from './slot-statements.ts'
import { slotsOf, slotsStatements } from './store.ts'

export type PatternOwner = { id: number; role: Role }

/** The days from today on for which a pattern has already created its slots. */
export const openedDays = (db: Db, userId: number, now: Instant) =>
  db
    .select()
    .from(patternDays)
    .where(and(eq(patternDays.userId, userId), gte(patternDays.day, localDay(now))))
    .orderBy(patternDays.day)

type Opening = SlotWrite & { days: LocalDay[]; daysByHand: LocalDay[] }

/**
 * Decides which slots a pattern creates, removes and changes: on every coming day that was not edited by hand or, with
 * `onlyNew`, on the days for which no pattern has created slots yet (docs/rules/availability.md 5.2 to 5.4).
 */
export async function decideOpening(
  db: Db,
  owner: PatternOwner,
  { pattern, onlyNew, now }: { pattern: Pattern; onlyNew: boolean; now: Instant },
): Promise<Opening> {
  const opened = await openedDays(db, owner.id, now)
  const daysByHand = opened.filter(({ changedByHand }) => changedByHand).map(({ day }) => day)
  const left = onlyNew ? opened.map(({ day }) => day) : daysByHand
  const days = patternDaysFrom(now).filter((day) => !left.includes(day))
  const { slots, sessions } = slotsOf(await db.batch(slotsStatements(db, { userId: owner.id, slotIds: [], now })))
  const actions = patternActions({ pattern: allowedPart(pattern, owner.role), days, slots, sessions, now })
  const changes = changeSlots({ actor: owner, actions, slots, sessions, now })
  return { changes, slots, sessions, days, daysByHand }
}

/** The rows that mark these days as done; their key fails a batch that would process a day twice. */
export const dayStatements = (db: Db, userId: number, days: readonly LocalDay[]) =>
  days.length === 0 ? [] : [db.insert(patternDays).values(days.map((day) => ({ userId, day })))]
