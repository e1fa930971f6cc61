import { type SQL, sql } from 'drizzle-orm'
import { batchAll, type RowsOf } from '#db/batch'
import type { Db } from '#db/client'
import { fromExcluded, literals } from '#db/schema/columns'
import { dailyFigures } from '#db/schema/figures'
import { SlotPurpose } from '#domain/availability/purposes'
import { MAX_SLOT } from '#domain/availability/slot-times'
import type { Instant, LocalDay } from '#domain/cairo'
import { Role } from '#domain/roles'
import {
  type DayFigures,
  type DayRange,
  type FigureName,
  type Figures,
  figureNames,
  instantsOf,
  noFigures,
} from '#domain/staff/dashboard-figures'
import { PlanPeriod } from '#domain/subscriptions/periods'
import { TUTOR_FACTS } from '#domain/withdrawals/ledger-entries'
import {
  hasChangedPlan,
  isConverted,
  isEnded,
  isFirstPlan,
  isSmaller,
  pausedNow,
  renewalOf,
  standingNow,
} from './figure-lists-store.ts'

/**
 * The figures of single days (docs/rules/staff.md 2.3). Every statement joins the days, as ranges of instants, to an index,
 * so it reads only the rows of these days, however large the table is. `CROSS JOIN` keeps SQLite from reordering the join.
 */

const { FreeTrial } = PlanPeriod
const { Student, Tutor, TutorManager } = Role
const taking = literals(SlotPurpose.General, SlotPurpose.Lesson)

type Source = { columns: Partial<Record<keyof Figures, SQL>>; from: SQL }

export const during = (column: string): SQL => sql.raw(`${column} >= d.start AND ${column} < d."end"`)
const sumWhere = (condition: SQL, value: SQL = sql`1`): SQL => sql`SUM(CASE WHEN ${condition} THEN ${value} ELSE 0 END)`

const sources = (now: Instant): Source[] => {
  const isHeld = sql`l.canceled_at IS NULL AND l.start + l.duration * 60000 <= ${now}`
  const isBack = sql`e.fact_kind IN ('refund', 'chargeback')`
  const isFirst = isFirstPlan(sql`s`)
  const renewal = renewalOf(sql`s`)
  return [
    {
      columns: {
        lessonsHeld: sumWhere(isHeld),
        minutesUsed: sumWhere(isHeld, sql`l.duration`),
        minutesBooked: sumWhere(sql`l.canceled_at IS NULL`, sql`l.duration`),
        canceledByStudent: sumWhere(sql`u.role = ${literals(Student)}`),
        canceledByTutor: sumWhere(sql`u.role IN (${literals(Tutor, TutorManager)})`),
        canceledByStaff: sumWhere(sql`u.role NOT IN (${literals(Student, Tutor, TutorManager)})`),
      },
      from: sql`CROSS JOIN lessons l ON ${during('l.start')} LEFT JOIN users u ON u.id = l.canceled_by`,
    },
    {
      columns: { minutesSold: sql`SUM(m.minutes)` },
      from: sql`CROSS JOIN minute_entries m INDEXED BY minutes_granted ON m.kind = 'grant' AND ${during('m.created_at')} CROSS JOIN subscriptions s ON s.id = m.subscription_id AND s.period <> ${literals(FreeTrial)}`,
    },
    {
      columns: {
        revenue: sumWhere(sql`NOT (${isBack})`, sql`p.amount`),
        refunded: sql`-${sumWhere(isBack, sql`p.amount`)}`,
      },
      // Most entries are excluded before their postings are read.
      from: sql`CROSS JOIN journal_entries e ON ${during('e.created_at')} AND e.fact_kind NOT IN (${literals(...TUTOR_FACTS)}) CROSS JOIN postings p ON p.entry_id = e.id CROSS JOIN accounts a ON a.id = p.account_id AND a.code = 'sales'`,
    },
    {
      columns: { newStudents: sql`COUNT(*)` },
      from: sql`CROSS JOIN users u INDEXED BY users_role_created ON u.role = ${literals(Student)} AND ${during('u.created_at')}`,
    },
    {
      columns: { firstPlans: sumWhere(isFirst), returningStudents: sumWhere(sql`NOT ${isFirst}`) },
      from: sql`CROSS JOIN subscriptions s INDEXED BY subscriptions_created ON ${during('s.created_at')} AND s.period <> ${literals(FreeTrial)}`,
    },
    {
      columns: { trialsStarted: sql`COUNT(*)`, trialsConverted: sumWhere(isConverted(sql`s`)) },
      from: sql`CROSS JOIN subscriptions s INDEXED BY subscriptions_period_created ON s.period = ${literals(FreeTrial)} AND ${during('s.created_at')}`,
    },
    {
      columns: { minutesOffered: sql`SUM(min(s."end", d."end") - max(s.start, d.start)) / 60000` },
      // Scans the index of ends only as far beyond the day as a slot that began in it can last.
      from: sql`CROSS JOIN availability_slots s INDEXED BY slots_end ON s."end" > d.start AND s."end" < d."end" + ${literals(MAX_SLOT)} AND s.start < d."end" AND s.deleted = 0 AND s.purpose IN (${taking})`,
    },
    {
      columns: {
        plansEnded: sql`COUNT(*)`,
        renewedEarly: sumWhere(sql`${renewal} = 'early'`),
        renewedByCard: sumWhere(sql`${renewal} = 'card'`),
        renewedLater: sumWhere(sql`${renewal} = 'later'`),
      },
      from: sql`CROSS JOIN subscriptions s INDEXED BY subscriptions_end ON ${during('s."end"')} AND ${isEnded(sql`s`, now)}`,
    },
    {
      columns: { planDowngrades: sumWhere(isSmaller(sql`s`, now)) },
      from: sql`CROSS JOIN subscriptions s INDEXED BY subscriptions_start ON ${during('s.start')}`,
    },
    {
      columns: { planUpgrades: sumWhere(hasChangedPlan(sql`o`)), topUps: sumWhere(sql`o.top_up_minutes IS NOT NULL`) },
      from: sql`CROSS JOIN transactions o INDEXED BY transactions_paid ON ${during('o.paid_at')}`,
    },
    {
      columns: { pausesBegun: sql`COUNT(*)` },
      from: sql`CROSS JOIN pauses p INDEXED BY pauses_start ON ${during('p.start')} AND p."end" > p.start AND p.start <= ${now}`,
    },
    {
      columns: { referralsGiven: sql`COUNT(*)` },
      from: sql`CROSS JOIN referral_rewards r INDEXED BY referral_rewards_brought ON r.side = 'friend' AND ${during('r.created_at')}`,
    },
  ]
}

/** Selects how many plans are paused, and how many students have a standing time, at this moment. */
export const nowStatement = (db: Db, now: Instant) =>
  db
    .select({ paused: sql<number>`paused`, standing: sql<number>`standing` })
    .from(
      sql`(SELECT (SELECT COUNT(*) FROM (${pausedNow(now)})) AS paused, (SELECT COUNT(*) FROM (${standingNow})) AS standing)`,
    )

/** Days as rows of a query: `day`, `start`, `end`. */
export const rangesOfDays = (days: readonly LocalDay[]): SQL => {
  const ranges = JSON.stringify(days.map((day) => ({ day, ...instantsOf(day) })))
  return sql`(SELECT value ->> 'day' AS day, value ->> 'start' AS start, value ->> 'end' AS "end" FROM json_each(${ranges}))`
}

/**
 * The statements of these days' figures, or only of `only` and the figures computed with it, each figure as a column. Also
 * used by the test of their query plans.
 */
export function figureStatements(
  days: readonly LocalDay[],
  now: Instant,
  only?: FigureName,
): { names: FigureName[]; select: SQL }[] {
  const asked = sources(now).filter(({ columns }) => only === undefined || columns[only])
  return asked.map(({ columns, from }) => {
    const names = figureNames.filter((name) => columns[name])
    const selected = names.map((name) => sql`${columns[name]} AS ${sql.identifier(name)}`)
    return {
      names,
      select: sql`SELECT d.day AS day, ${sql.join(selected, sql`, `)} FROM ${rangesOfDays(days)} d ${from} GROUP BY d.day`,
    }
  })
}

/** The statements that compute the figures of days, for `figuresOf`; empty without days. */
export const figureQueries = (db: Db, days: readonly LocalDay[], now: Instant, only?: FigureName) =>
  (days.length === 0 ? [] : figureStatements(days, now, only)).map(({ names, select }) => {
    const columns = Object.fromEntries(names.map((name) => [name, sql<number>`${sql.identifier(name)}`]))
    return db.select({ day: sql<LocalDay>`day`, ...columns }).from(sql`(${select})`)
  })

/** The figures of these days, from the rows of `figureQueries`. */
export function figuresOf(days: readonly LocalDay[], found: RowsOf<ReturnType<typeof figureQueries>>): DayFigures[] {
  const byDay = Map.groupBy(found.flat(), ({ day }) => day)
  return days.map((day) => Object.assign({ ...noFigures() }, ...(byDay.get(day) ?? []), { day }))
}

/** Computes the figures of days in one round trip. With `only`, the figures of other statements are 0. */
export const computeFigures = async (
  db: Db,
  days: readonly LocalDay[],
  now: Instant,
  only?: FigureName,
): Promise<DayFigures[]> => figuresOf(days, await batchAll(db, figureQueries(db, days, now, only)))

/** Selects the stored days of a range. */
export const storedStatement = (db: Db, { from, to }: DayRange) =>
  db.select().from(dailyFigures).where(sql`${dailyFigures.day} BETWEEN ${from} AND ${to}`)

/** The stored days, from the rows of `storedStatement`. */
export function storedFigures(rows: Awaited<ReturnType<typeof storedStatement>>): Map<LocalDay, DayFigures> {
  return new Map(rows.map(({ computedAt: _, ...figures }) => [figures.day, figures]))
}

const columnNames = ['day', ...figureNames] as const

/** Stores days that are over; a later computation replaces an earlier one. The rows are bound as one JSON text. */
export function storeStatement(db: Db, days: readonly DayFigures[], now: Instant) {
  const values = columnNames.map((name) => sql`value ->> ${sql.raw(`'${name}'`)}`)
  return db
    .insert(dailyFigures)
    .select(sql`SELECT ${sql.join(values, sql`, `)}, ${now} FROM json_each(${JSON.stringify(days)}) WHERE 1`)
    .onConflictDoUpdate({
      target: dailyFigures.day,
      set: fromExcluded(dailyFigures, [...figureNames, 'computedAt']),
      setWhere: sql`excluded.computed_at >= ${dailyFigures.computedAt}`,
    })
}
