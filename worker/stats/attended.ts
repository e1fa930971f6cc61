import { and, gte, isNull, lt, lte, sql } from 'drizzle-orm'
import type { attendedStats } from '#contract/lessons'
import { lessons } from '#db/schema/lessons'
import { whyNotListWindow } from '#domain/availability/list-window'
import { refuse } from '#domain/errors'
import { taughtDays, taughtWindow } from '#domain/lessons/taught'
import { type Asked, reading } from '../http/bind.ts'

/**
 * The lessons that have ended and were not cancelled, by day in Cairo (docs/rules/lessons.md 5.3).
 * @throws DomainError `bad-request` for a window that ends before it starts.
 */
export const attended = reading(
  ({ query: { after, before }, db, now }: Asked<typeof attendedStats>) => {
    refuse(whyNotListWindow({ after, before, full: false }))
    const { start, end } = taughtWindow(after, before)
    const isPaid = sql<number>`${lessons.price} > 0`
    return [
      db
        .select({ start: lessons.start, duration: lessons.duration, isPaid, count: sql<number>`COUNT(*)` })
        .from(lessons)
        .where(
          and(
            isNull(lessons.canceledAt),
            gte(lessons.start, start),
            lt(lessons.start, end),
            lte(sql`${lessons.start} + ${lessons.duration} * 60000`, now),
          ),
        )
        .groupBy(lessons.start, lessons.duration, isPaid),
    ] as const
  },
  async (_, [rows]) => taughtDays(rows.map((row) => ({ ...row, isPaid: row.isPaid === 1 }))),
)
