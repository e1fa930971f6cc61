import { type SQL, sql } from 'drizzle-orm'
import { batchAll, type RowsOf } from '#db/batch'
import type { Db } from '#db/client'
import { literals } from '#db/schema/columns'
import { dailyPlanFigures } from '#db/schema/figures'
import type { Instant, LocalDay } from '#domain/cairo'
import type { DayRange } from '#domain/staff/dashboard-figures'
import { noPlanFigures, type PlanFigureSource, type PlanFigures, sumByPlan } from '#domain/staff/plan-figures'
import { PlanPeriod } from '#domain/subscriptions/periods'
import { during, rangesOfDays } from './dashboard-store.ts'
import { orderOfLesson, sourceOf } from './figure-lists-store.ts'

/**
 * The figures of single days by plan and source (docs/rules/staff.md 2.5). As in `dashboard-store.ts`, every statement joins the
 * days to an index and reads only the rows of these days.
 */

const sourcesOf = (now: Instant): { columns: SQL; from: SQL }[] => [
  {
    columns: sql`COUNT(*) AS sold, 0 AS revenue, 0 AS refunded, 0 AS used`,
    from: sql`CROSS JOIN subscriptions s INDEXED BY subscriptions_created ON ${during('s.created_at')} AND s.period <> ${literals(PlanPeriod.FreeTrial)} CROSS JOIN transactions o ON o.id = s.tx_id`,
  },
  {
    columns: sql`0 AS sold, SUM(CASE WHEN e.fact_kind = 'payment' THEN p.amount ELSE 0 END) AS revenue, -SUM(CASE WHEN e.fact_kind = 'refund' THEN p.amount ELSE 0 END) AS refunded, 0 AS used`,
    from: sql`CROSS JOIN journal_entries e ON ${during('e.created_at')} AND e.fact_kind IN ('payment', 'refund') CROSS JOIN postings p ON p.entry_id = e.id CROSS JOIN accounts a ON a.id = p.account_id AND a.code = 'sales' CROSS JOIN transactions o ON o.id = CASE e.fact_kind WHEN 'payment' THEN e.fact_id ELSE (SELECT r.tx_id FROM refunds r WHERE r.id = e.fact_id) END`,
  },
  {
    columns: sql`0 AS sold, 0 AS revenue, 0 AS refunded, SUM(l.duration) AS used`,
    from: sql`CROSS JOIN lessons l ON ${during('l.start')} AND l.canceled_at IS NULL AND l.start + l.duration * 60000 <= ${now} ${orderOfLesson(sql`l`)}`,
  },
]

/** One select of days' figures, as text with its parameters. Also used by the test of their query plans. */
export const planFigureStatements = (days: readonly LocalDay[], now: Instant): SQL[] =>
  sourcesOf(now).map(
    ({ columns, from }) =>
      sql`SELECT d.day AS day, o.plan_id AS plan, ${sourceOf(sql`o`)} AS source, ${columns} FROM ${rangesOfDays(days)} d ${from} GROUP BY 1, 2, 3`,
  )

/** The statements that compute the figures of days, for `planFiguresOf`; none without days. */
export const planFigureQueries = (db: Db, days: readonly LocalDay[], now: Instant) =>
  (days.length === 0 ? [] : planFigureStatements(days, now)).map((select) =>
    db
      .select({
        day: sql<LocalDay>`day`,
        planId: sql<number | null>`plan`,
        source: sql<PlanFigureSource>`source`,
        sold: sql<number>`sold`,
        revenue: sql<number>`revenue`,
        refunded: sql<number>`refunded`,
        minutesUsed: sql<number>`used`,
      })
      .from(sql`(${select})`),
  )

export type DayPlanFigures = PlanFigures & { day: LocalDay }

/** Each day's figures by plan and source, from the rows of `planFigureQueries`. Every day has a row of the free trial. */
export function planFiguresOf(
  days: readonly LocalDay[],
  found: RowsOf<ReturnType<typeof planFigureQueries>>,
): DayPlanFigures[] {
  const byDay = Map.groupBy(found.flat(), ({ day }) => day)
  return days.flatMap((day) =>
    sumByPlan([noPlanFigures(null, 'trial'), ...(byDay.get(day) ?? [])]).map((figures) => ({ ...figures, day })),
  )
}

export const computePlanFigures = async (db: Db, days: readonly LocalDay[], now: Instant): Promise<DayPlanFigures[]> =>
  planFiguresOf(days, await batchAll(db, planFigureQueries(db, days, now)))

/** Selects the days of a range that are stored. */
export const storedPlanDays = (db: Db, { from, to }: DayRange) =>
  db
    .select({ day: dailyPlanFigures.day })
    .from(dailyPlanFigures)
    .where(sql`${dailyPlanFigures.day} BETWEEN ${from} AND ${to} AND ${dailyPlanFigures.planId} IS NULL`)

/** Selects the sums of the stored days of a range. */
export const storedPlanSums = (db: Db, { from, to }: DayRange) =>
  db
    .select({
      planId: dailyPlanFigures.planId,
      source: dailyPlanFigures.source,
      sold: sql<number>`SUM(${dailyPlanFigures.sold})`,
      revenue: sql<number>`SUM(${dailyPlanFigures.revenue})`,
      refunded: sql<number>`SUM(${dailyPlanFigures.refunded})`,
      minutesUsed: sql<number>`SUM(${dailyPlanFigures.minutesUsed})`,
    })
    .from(dailyPlanFigures)
    .where(sql`${dailyPlanFigures.day} BETWEEN ${from} AND ${to}`)
    .groupBy(dailyPlanFigures.planId, dailyPlanFigures.source)

/** Stores days that are over; what is stored of the same days is replaced. The rows are bound as one JSON text. */
export function storePlanFigures(db: Db, figures: readonly DayPlanFigures[]) {
  const days = JSON.stringify([...new Set(figures.map(({ day }) => day))])
  const read = (name: keyof DayPlanFigures) => sql`value ->> ${sql.raw(`'${name}'`)}`
  const columns = [read('day'), read('planId'), read('source'), read('sold'), read('revenue'), read('refunded')]
  return db.batch([
    db.delete(dailyPlanFigures).where(sql`${dailyPlanFigures.day} IN (SELECT value FROM json_each(${days}))`),
    db
      .insert(dailyPlanFigures)
      .select(
        sql`SELECT ${sql.join([...columns, read('minutesUsed')], sql`, `)} FROM json_each(${JSON.stringify(figures)}) WHERE 1`,
      ),
  ])
}
