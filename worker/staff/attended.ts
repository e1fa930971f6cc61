import { and, gte, isNull, lt, lte, sql } from 'drizzle-orm'
import type { attendedStats } from '#contract/lessons'
import { hourColumns, lessonHours } from '#db/schema/lesson-hours'
import { lessons } from '#db/schema/lessons'
import { whyNotListWindow } from '#domain/availability/list-window'
import { refuse } from '#domain/errors'
import { startOfOpenHours, taughtDays, taughtWindow } from '#domain/lessons/taught'
import { type ReadRequest, reading } from '../http/bind.ts'

const isPaid = sql`${lessons.price} > 0`
const sumIf = (condition: typeof isPaid, value: typeof isPaid) =>
  sql<number>`SUM(CASE WHEN ${condition} THEN ${value} ELSE 0 END)`

/**
 * The lessons that have ended and were not cancelled, by day in Cairo (docs/rules/lessons.md 5.3). Hours whose lessons are
 * all over come from the hourly counters; lessons of the latest hours are counted one by one.
 * @throws DomainError `bad-request` for a window that ends before it starts.
 */
export const attended = reading(
  ({ query: { after, before }, db, now }: ReadRequest<typeof attendedStats>) => {
    refuse(whyNotListWindow({ after, before, full: false }))
    const { start, end } = taughtWindow(after, before)
    const open = startOfOpenHours(now)
    return [
      db
        .select(hourColumns)
        .from(lessonHours)
        .where(and(gte(lessonHours.start, start), lt(lessonHours.start, Math.min(end, open)))),
      db
        .select({
          start: lessons.start,
          paidLessons: sumIf(isPaid, sql`1`),
          paidMinutes: sumIf(isPaid, sql`${lessons.duration}`),
          freeLessons: sumIf(sql`NOT ${isPaid}`, sql`1`),
          freeMinutes: sumIf(sql`NOT ${isPaid}`, sql`${lessons.duration}`),
        })
        .from(lessons)
        .where(
          and(
            isNull(lessons.canceledAt),
            gte(lessons.start, Math.max(start, open)),
            lt(lessons.start, Math.min(end, now)),
            lte(sql`${lessons.start} + ${lessons.duration} * 60000`, now),
          ),
        )
        .groupBy(lessons.start),
    ] as const
  },
  async (_, [counted, last]) => taughtDays([...counted, ...last]),
)
