import { and, gte, lt, sql } from 'drizzle-orm'
import type { lessonDemand } from '#contract/lessons'
import { lessonHours } from '#db/schema/lesson-hours'
import { demandOf, demandWindow } from '#domain/lessons/demand'
import { type ReadRequest, reading } from '../http/bind.ts'

const count = sql<number>`${lessonHours.paidLessons} + ${lessonHours.freeLessons}`

/** The hours of the week in which lessons are booked, over all tutors (docs/rules/tutors.md 6.4). */
export const demand = reading(
  ({ db, now }: ReadRequest<typeof lessonDemand>) => {
    const { start, end } = demandWindow(now)
    return [
      db
        .select({ start: lessonHours.start, count })
        .from(lessonHours)
        .where(and(gte(lessonHours.start, start), lt(lessonHours.start, end), sql`${count} > 0`)),
    ] as const
  },
  async (_, [rows]) => demandOf(rows),
)
