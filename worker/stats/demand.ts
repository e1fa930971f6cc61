import { and, gte, isNull, lt, sql } from 'drizzle-orm'
import type { lessonDemand } from '#contract/lessons'
import { lessons } from '#db/schema/lessons'
import { hours } from '#domain/cairo'
import { demandOf, demandWindow } from '#domain/lessons/demand'
import { type Asked, reading } from '../http/bind.ts'

const hour = sql<number>`${lessons.start} - ${lessons.start} % ${sql.raw(String(hours(1)))}`

/** In which hours of the week lessons are booked, of all tutors together (docs/rules/tutors.md 6.4). */
export const demand = reading(
  ({ db, now }: Asked<typeof lessonDemand>) => {
    const { start, end } = demandWindow(now)
    return [
      db
        .select({ start: hour, count: sql<number>`COUNT(*)` })
        .from(lessons)
        .where(and(isNull(lessons.canceledAt), gte(lessons.start, start), lt(lessons.start, end)))
        .groupBy(hour),
    ] as const
  },
  async (_, [rows]) => demandOf(rows),
)
