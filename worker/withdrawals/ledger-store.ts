import { type SQL, sql } from 'drizzle-orm'
import type { RowsOf, Statement } from '#db/batch'
import type { Db } from '#db/client'
import { accounts, journalEntries } from '#db/schema/ledger'
import { lessonOutcomes } from '#db/schema/lesson-outcomes'
import { lessons } from '#db/schema/lessons'
import type { Instant } from '#domain/cairo'
import { LessonOutcome } from '#domain/lessons/outcome'
import type { Piastres } from '#domain/money'
import { type Account, tutorAccount } from '#domain/withdrawals/ledger-accounts'
import { type Entry, earningEntry } from '#domain/withdrawals/ledger-entries'
import { abortIf, violationIn } from '../http/constraints.ts'
import { absenceStatements, lessonsWithoutTutor, provenAbsences } from './ledger-absences.ts'
import {
  BATCH,
  decidedOutcomeStatement,
  type EarningLesson,
  outcomeStatement,
  releasedLessons,
  releaseStatement,
  type SettlementScope,
  settledOf,
  unsettledLessons,
} from './lesson-pay-store.ts'

/**
 * Creates those of these accounts that do not exist. `INSERT OR IGNORE` is avoided because it would consume ids, and the
 * proof goes through accounts by id.
 */
const openAccounts = (db: Db, named: readonly Account[], now: Instant): Statement =>
  db
    .insert(accounts)
    .select(
      sql`SELECT NULL, value ->> 'code', value ->> 'kind', value ->> 'ownerId', value ->> 'mustNotGoNegative', ${now} FROM json_each(${JSON.stringify(named)}) WHERE NOT EXISTS (SELECT 1 FROM accounts a WHERE a.code = value ->> 'code')`,
    )
    .onConflictDoNothing()

/**
 * The statements that post an entry, with the accounts that it needs; empty for null. They belong in the batch of the fact:
 * a unique key refuses a fact that was already posted, and with it the whole batch. `factId` replaces the entry's own when
 * the fact's row is inserted by the same batch.
 */
export function postStatements(db: Db, entry: Entry | null, now: Instant, factId?: SQL<number>): Statement[] {
  if (!entry) return []
  const lines = entry.lines.map(({ account, amount }) => ({ account: account.code, amount }))
  return [
    openAccounts(
      db,
      entry.lines.map(({ account }) => account),
      now,
    ),
    db.insert(journalEntries).values({ factKind: entry.fact, factId: factId ?? entry.factId, lines, createdAt: now }),
  ]
}

/** Selects what a tutor may withdraw, in piastres. */
export const balanceStatement = (db: Db, tutorId: number) =>
  db
    .select({ balance: sql<Piastres>`COALESCE(SUM(p.amount), 0)` })
    .from(sql`postings p JOIN accounts a ON a.id = p.account_id`)
    .where(sql`a.code = ${tutorAccount(tutorId).code}`)

/** The piastres that a tutor may withdraw. The caller must have settled the tutor's lessons. */
export async function withdrawable(db: Db, tutorId: number): Promise<Piastres> {
  const [sum] = await balanceStatement(db, tutorId)
  return sum?.balance ?? 0
}

/** Selects the piastres credited to a tutor for lessons, minus what decisions took back; including withdrawn ones. */
export const earnedStatement = (db: Db, tutorId: number) =>
  db
    .select({ earned: sql<Piastres>`COALESCE(SUM(p.amount), 0)` })
    .from(sql`postings p JOIN accounts a ON a.id = p.account_id JOIN journal_entries e ON e.id = p.entry_id`)
    .where(sql`a.code = ${tutorAccount(tutorId).code} AND e.fact_kind IN ('earning', 'correction')`)

/** Batches of one settlement; the next run continues. No tutor has this many unsettled lessons. */
const MOST_BATCHES = 100

/**
 * Posts the pay of these lessons, except those that were posted, cancelled or changed in price meanwhile or that have not
 * earned, so that settlements may run concurrently. The values are bound as one JSON text: D1 allows at most 100 parameters
 * per statement.
 */
export function settleStatements(db: Db, due: readonly EarningLesson[], now: Instant): [Statement, Statement] {
  const linesOf = (lesson: EarningLesson) => earningEntry(lesson)?.lines ?? []
  const named = [...new Map(due.flatMap(linesOf).map(({ account }) => [account.code, account])).values()]
  const posted = due.map((lesson) => ({
    lesson: lesson.lessonId,
    price: lesson.price,
    lines: linesOf(lesson).map(({ account, amount }) => ({ account: account.code, amount })),
  }))
  return [
    openAccounts(db, named, now),
    db
      .insert(journalEntries)
      .select(
        sql`SELECT NULL, 'earning', ${lessons.id}, value ->> 'lines', ${now} FROM json_each(${JSON.stringify(posted)}) JOIN ${lessons} ON ${lessons.id} = value ->> 'lesson' JOIN ${lessonOutcomes} ON ${lessonOutcomes.lessonId} = ${lessons.id} AND ${lessonOutcomes.pay} = 'earned' WHERE ${lessons.canceledAt} IS NULL AND ${lessons.price} = value ->> 'price'`,
      )
      .onConflictDoNothing(),
  ]
}

/**
 * Decides the lessons whose record proves the tutor's absence: the pay is refused and the minutes return, in one batch per
 * lesson (docs/rules/lessons.md 10.4). A lesson that was decided or credited meanwhile is left to staff.
 */
async function decideAbsences(db: Db, now: Instant, of: SettlementScope): Promise<void> {
  for (const absence of await provenAbsences(db, now, of)) {
    try {
      await db.batch([
        ...absenceStatements(db, absence, now),
        decidedOutcomeStatement(db, absence, LessonOutcome.TutorAbsent, now),
        creditChanged(db, absence.lessonId, false),
      ])
    } catch (error) {
      if (!violationIn(error)) throw error
    }
  }
}

/** Fails the batch of a decision when the lesson's pay was credited, or no longer is, since it was read. */
export const creditChanged = (db: Db, lessonId: number, isCredited: boolean) =>
  abortIf(
    db,
    'lesson-credited',
    sql`EXISTS (SELECT 1 FROM journal_entries WHERE fact_kind = 'earning' AND fact_id = ${lessonId}) IS NOT ${isCredited ? 1 : 0}`,
  )

/** The statements whose rows `isSettled` takes. */
export const dueStatements = (db: Db, now: Instant, tutorId: number) =>
  [
    lessonsWithoutTutor(db, now, { tutorId }),
    unsettledLessons(db, now, { tutorId }),
    releasedLessons(db, now, { tutorId }),
  ] as const

/** Whether `settleLessons` would find nothing for this tutor, so that what was read with these rows is current. */
export const isSettled = (due: RowsOf<ReturnType<typeof dueStatements>>): boolean =>
  due.every((rows) => rows.length === 0)

/** Stores the outcome of each lesson that is over, and credits those that earn. Returns how many were settled. */
async function storeOutcomes(db: Db, now: Instant, of: SettlementScope): Promise<number> {
  let stored = 0
  for (let batch = 0; batch < MOST_BATCHES; batch++) {
    const found = await unsettledLessons(db, now, of)
    const settled = settledOf(found, now)
    if (settled.length === 0) break
    const earning = settled.filter(({ pay }) => pay === 'earned')
    await db.batch([outcomeStatement(db, settled, now), ...settleStatements(db, earning, now)])
    stored += settled.length
    if (found.length < BATCH) break
  }
  return stored
}

/** Credits the lessons whose pay has waited until it was due (docs/rules/lessons.md 10.6). */
async function creditReleased(db: Db, now: Instant, of: SettlementScope): Promise<number> {
  let credited = 0
  for (let batch = 0; batch < MOST_BATCHES; batch++) {
    const released = await releasedLessons(db, now, of)
    if (released.length === 0) break
    await db.batch([releaseStatement(db, released, now), ...settleStatements(db, released, now)])
    credited += released.length
    if (released.length < BATCH) break
  }
  return credited
}

/**
 * Settles each lesson that has ended once: its outcome is stored, and its pay credited or left to wait; pay that is due is
 * credited. Returns the number of lessons. A tutor's lessons are settled before each reading of their balance, so that the
 * result does not depend on when the job runs.
 */
export async function settleLessons(db: Db, now: Instant, of: SettlementScope = {}): Promise<number> {
  // Absences are searched only among the lessons of the last days, which have the highest ids.
  if (of.ids === undefined) await decideAbsences(db, now, of)
  return (await storeOutcomes(db, now, of)) + (await creditReleased(db, now, of))
}
