import { eq, sql } from 'drizzle-orm'
import type { invoiceStatement, StatementLine } from '#contract/invoices'
import type { Db } from '#db/client'
import { users } from '#db/schema/users'
import { DomainError } from '#domain/errors'
import { isAdmin, isTutorSide } from '#domain/roles'
import { tutorAccount } from '#domain/withdrawals/ledger-accounts'
import { type ReadRequest, reading } from '../http/bind.ts'
import { offsetOf, type Page } from '../http/pages.ts'
import { dueStatements, isSettled, settleLessons } from './ledger-store.ts'

const lineColumns = {
  id: sql<number>`e.id`,
  fact: sql<StatementLine['fact']>`e.fact`,
  factId: sql<number>`e.factId`,
  amount: sql<number>`e.amount`,
  balance: sql<number>`e.balance`,
  createdAt: sql<number>`e.createdAt`,
  lessonStart: sql<number | null>`l.start`,
  lessonDuration: sql<number | null>`l.duration`,
}

/** Selects a page of the account's lines, newest first, each with the running balance. */
const linesOf = (db: Db, code: string, page: Page) =>
  db
    .select(lineColumns)
    .from(
      sql`(
      SELECT j.id, j.fact_kind AS fact, j.fact_id AS factId, j.created_at AS createdAt, p.amount,
        SUM(p.amount) OVER (ORDER BY p.entry_id, p.line) AS balance
      FROM accounts a JOIN postings p ON p.account_id = a.id JOIN journal_entries j ON j.id = p.entry_id
      WHERE a.code = ${code}
      ORDER BY p.entry_id DESC, p.line DESC
      LIMIT ${page.size} OFFSET ${offsetOf(page)}
    ) e LEFT JOIN lessons l ON e.fact = 'earning' AND l.id = e.factId`,
    )
    .orderBy(sql`e.id DESC`)

const pageOfLines = (db: Db, tutorId: number, page: Page) => {
  const { code } = tutorAccount(tutorId)
  return [
    db
      .select({ total: sql<number>`COUNT(*)` })
      .from(sql`postings p JOIN accounts a ON a.id = p.account_id`)
      .where(sql`a.code = ${code}`),
    linesOf(db, code, page),
  ] as const
}

/**
 * A tutor's ledger account with the balance after each line, after their lessons are settled (docs/rules/money.md 9.9).
 * @throws DomainError `forbidden` for another tutor's, `tutor-not-found`.
 */
export const statement = reading(
  ({ params, query, db, now }: ReadRequest<typeof invoiceStatement>) => [
    db.select({ role: users.role }).from(users).where(eq(users.id, params.id)),
    ...dueStatements(db, now, params.id),
    ...pageOfLines(db, params.id, query),
  ],
  async ({ actor, params: { id: tutorId }, query, db, now }, [[user], absences, unsettled, released, ...found]) => {
    if (tutorId !== actor.id && !isAdmin(actor.role)) throw new DomainError('forbidden')
    if (!user || !isTutorSide(user.role)) throw new DomainError('tutor-not-found')
    const isRight = isSettled([absences, unsettled, released])
    if (!isRight) await settleLessons(db, now, { tutorId })
    const [[counted], rows] = isRight ? found : await db.batch(pageOfLines(db, tutorId, query))
    const list = rows.map(({ lessonStart, lessonDuration, ...line }) => ({
      ...line,
      lesson: lessonStart === null ? null : { start: lessonStart, duration: lessonDuration ?? 0 },
    }))
    return { list, total: counted?.total ?? 0 }
  },
)
