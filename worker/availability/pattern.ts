import { and, eq, gte } from 'drizzle-orm'
import type { readPattern, savePattern, stopPattern } from '#contract/availability'
import type { Db } from '#db/client'
import { availabilityPatterns, availabilitySlots, patternDays } from '#db/schema/availability'
import { lastPatternDay, whyNotPattern, whyNotPatternDays } from '#domain/availability/pattern'
import { localDay } from '#domain/cairo'
import { refuse } from '#domain/errors'
import { type Act, type ReadRequest, reading } from '../http/bind.ts'
import { decideAndWrite } from '../http/constraints.ts'
import { offerFreedTimes } from '../jobs/offer-times.ts'
import { notifyTutorUpdated } from '../live/tutors.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { touchTutors } from '../tutors/store.ts'
import { dayStatements, decideOpening, openedDays } from './open-pattern.ts'
import { slotStatements } from './slot-statements.ts'

const storedPattern = (db: Db, userId: number) =>
  db
    .select({
      ranges: availabilityPatterns.ranges,
      season: availabilityPatterns.season,
      daysOff: availabilityPatterns.daysOff,
    })
    .from(availabilityPatterns)
    .where(eq(availabilityPatterns.userId, userId))

/** The actor's own pattern. */
export const read = reading(
  ({ caller, db, now }: ReadRequest<typeof readPattern>) => [
    storedPattern(db, caller.id),
    openedDays(db, caller.id, now),
  ],
  async (_, [[pattern], days]) => ({
    pattern: pattern ?? null,
    openUntil: days.at(-1)?.day ?? null,
    daysByHand: days.filter(({ changedByHand }) => changedByHand).map(({ day }) => day),
  }),
)

/**
 * Saves the pattern and applies it to the coming four weeks. Unbooked slots of an earlier pattern are removed; days that
 * were edited by hand stay (docs/rules/availability.md 5.1 to 5.4).
 * @throws DomainError any code of `whyNotPattern`, `date-too-far`.
 */
export const save: Act<typeof savePattern> = async (ctx) => {
  const { actor, body: pattern, db, env, now, after } = ctx
  const openedTo = lastPatternDay(now)
  refuse(whyNotPattern(pattern, actor.role))
  refuse(whyNotPatternDays(pattern, now))
  const { decision } = await decideAndWrite(
    async () => {
      const [before] = await storedPattern(db, actor.id)
      return { before, ...(await decideOpening(db, actor, { pattern, onlyNew: false, now })) }
    },
    async (decided) => {
      const [first, ...rest] = touchTutors(db, [actor.id])
      if (!first) return
      const coming = and(
        eq(patternDays.userId, actor.id),
        gte(patternDays.day, localDay(now)),
        eq(patternDays.changedByHand, false),
      )
      await db.batch([
        first,
        ...rest,
        db
          .insert(availabilityPatterns)
          .values({ ...pattern, userId: actor.id, openedTo, createdAt: now, updatedAt: now })
          .onConflictDoUpdate({ target: availabilityPatterns.userId, set: { ...pattern, openedTo, updatedAt: now } }),
        db.delete(patternDays).where(coming),
        ...dayStatements(db, actor.id, decided.days),
        ...slotStatements(db, decided, { userId: actor.id, byPattern: true, now }),
        ...auditStatements(ctx, {
          act: 'availability.savePattern',
          kind: 'user',
          id: actor.id,
          before: decided.before ?? null,
          after: pattern,
        }),
      ])
    },
    'conflicting-schedule',
  )
  after(notifyTutorUpdated(env, db, actor.id, now))
  after(offerFreedTimes(env, db, actor.id, now))
  return {
    openUntil: openedTo,
    opened: decision.changes.inserts.length,
    daysByHand: decision.daysByHand,
  }
}

/** Stops the repetition. Existing slots stay, as if they had been created by hand (docs/rules/availability.md 5.6). */
export const stop: Act<typeof stopPattern> = async (ctx) => {
  const { actor, db } = ctx
  const [before] = await storedPattern(db, actor.id)
  if (!before) return undefined
  await db.batch([
    db.delete(availabilityPatterns).where(eq(availabilityPatterns.userId, actor.id)),
    db.delete(patternDays).where(eq(patternDays.userId, actor.id)),
    db
      .update(availabilitySlots)
      .set({ fromPattern: false })
      .where(and(eq(availabilitySlots.userId, actor.id), eq(availabilitySlots.fromPattern, true))),
    ...auditStatements(ctx, { act: 'availability.stopPattern', kind: 'user', id: actor.id, before }),
  ])
  return undefined
}
