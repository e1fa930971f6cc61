import { and, eq, gt, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { RowsOf, Statement } from '#db/batch'
import type { Db } from '#db/client'
import { accounts, journalEntries } from '#db/schema/ledger'
import { lessonMembers, lessons } from '#db/schema/lessons'
import { users } from '#db/schema/users'
import type { Instant } from '#domain/cairo'
import type { Piastres } from '#domain/money'
import { Role } from '#domain/roles'
import { type Account, tutorAccount } from '#domain/withdrawals/ledger-accounts'
import { type Entry, earningCorrectionEntry, earningEntry } from '#domain/withdrawals/ledger-entries'
import type { IdsOfKind } from '#domain/withdrawals/ledger-parts'
import { violationIn } from '../http/constraints.ts'
import {
  absenceDecisionId,
  absenceStatements,
  awaitsRecord,
  lessonsWithoutTutor,
  provenAbsences,
} from './ledger-absences.ts'
import { within } from './ledger-within.ts'

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

const BATCH = 100

/** Batches of one settlement; the next run continues. No tutor has this many unposted lessons. */
const MOST_BATCHES = 100

/** Limits a settlement to one tutor, to lessons that started after an instant, or to those with these ids. */
export type SettlementScope = { tutorId?: number; since?: Instant; ids?: IdsOfKind }

/** The condition that the tutor's pay waits for the lesson's attendance record (docs/rules/lessons.md 10.4). */
const isAwaited = (now: Instant) =>
  sql`EXISTS (SELECT 1 FROM lessons l JOIN lesson_members t ON t.lesson_id = l.id WHERE l.id = ${lessons.id} AND t.user_id = ${lessonMembers.userId} AND ${awaitsRecord(now)})`

const end = sql`${lessons.start} + ${lessons.duration} * 60000`
const isPosted = sql`EXISTS (SELECT 1 FROM ${journalEntries} WHERE ${journalEntries.factKind} = 'earning' AND ${journalEntries.factId} = ${lessons.id})`

/** Lessons of tutors that have ended and are not posted, oldest first. */
const unpostedLessons = (db: Db, now: Instant, { tutorId, since, ids }: SettlementScope) =>
  db
    .select({ lessonId: lessons.id, tutorId: lessonMembers.userId, price: lessons.price })
    .from(lessons)
    .innerJoin(lessonMembers, eq(lessonMembers.lessonId, lessons.id))
    // The plus sign keeps SQLite from scanning all tutors and all their lessons first.
    .innerJoin(users, and(eq(users.id, lessonMembers.userId), sql`+${users.role} = ${Role.Tutor}`))
    .where(
      and(
        isNull(lessons.canceledAt),
        ids === undefined ? lt(lessons.start, now) : within('lessons.id', ids),
        since === undefined ? undefined : gt(lessons.start, since),
        sql`${end} < ${now}`,
        sql`${lessons.price} > 0`,
        sql`NOT ${isPosted}`,
        sql`NOT ${isAwaited(now)}`,
        tutorId === undefined ? undefined : eq(lessonMembers.userId, tutorId),
      ),
    )
    .orderBy(lessons.start)
    .limit(BATCH)

type UnpostedLesson = { lessonId: number; tutorId: number; price: Piastres }

/**
 * Posts these lessons, except those that were posted, cancelled or changed in price meanwhile, so that settlements may run
 * concurrently. The values are bound as one JSON text: D1 allows at most 100 parameters per statement.
 */
export function settleStatements(db: Db, due: readonly UnpostedLesson[], now: Instant): [Statement, Statement] {
  const linesOf = (lesson: UnpostedLesson) => earningEntry(lesson)?.lines ?? []
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
        sql`SELECT NULL, 'earning', ${lessons.id}, value ->> 'lines', ${now} FROM json_each(${JSON.stringify(posted)}) JOIN ${lessons} ON ${lessons.id} = value ->> 'lesson' WHERE ${lessons.canceledAt} IS NULL AND ${lessons.price} = value ->> 'price'`,
      )
      .onConflictDoNothing(),
  ]
}

/**
 * Decides the lessons whose record proves the tutor's absence: the pay is credited and taken back, and the minutes return,
 * in one batch per lesson (docs/rules/lessons.md 10.4). A lesson that was decided meanwhile, or whose pay was withdrawn, is
 * left to staff.
 */
async function decideAbsences(db: Db, now: Instant, of: SettlementScope): Promise<void> {
  for (const absence of await provenAbsences(db, now, of)) {
    const { lessonId, price, changes } = absence
    const entry = earningCorrectionEntry({ decisionId: 0, tutorId: absence.tutorId, amount: changes.earning })
    const [first, ...others] = [
      ...(price > 0 ? settleStatements(db, [{ lessonId, tutorId: absence.tutorId, price }], now) : []),
      ...absenceStatements(db, absence, now),
      ...postStatements(db, entry, now, absenceDecisionId(absence)),
    ]
    if (!first) continue
    try {
      await db.batch([first, ...others])
    } catch (error) {
      if (!violationIn(error)) throw error
    }
  }
}

/** The statements whose rows `isSettled` takes. */
export const dueStatements = (db: Db, now: Instant, tutorId: number) =>
  [lessonsWithoutTutor(db, now, { tutorId }), unpostedLessons(db, now, { tutorId })] as const

/** Whether `settleLessons` would find nothing for this tutor, so that what was read with these rows is current. */
export const isSettled = ([absences, unposted]: RowsOf<ReturnType<typeof dueStatements>>): boolean =>
  absences.length === 0 && unposted.length === 0

/**
 * Credits tutors once for each lesson that has ended, and returns the number of lessons. A tutor's lessons are settled
 * before each reading of their balance, so that the result does not depend on when the job runs.
 */
export async function settleLessons(db: Db, now: Instant, of: SettlementScope = {}): Promise<number> {
  // Absences are searched only among the lessons of the last days, which have the highest ids.
  if (of.ids === undefined) await decideAbsences(db, now, of)
  let settled = 0
  for (let batch = 0; batch < MOST_BATCHES; batch++) {
    const due = await unpostedLessons(db, now, of)
    if (due.length > 0) await db.batch(settleStatements(db, due, now))
    settled += due.length
    if (due.length < BATCH) break
  }
  return settled
}
