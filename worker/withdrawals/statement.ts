import { eq, sql } from 'drizzle-orm'
import type { invoiceStatement, StatementLine } from '#contract/invoices'
import type { Db } from '#db/client'
import { users } from '#db/schema/users'
import { DomainError } from '#domain/errors'
import { tutorAccount } from '#domain/ledger/accounts'
import { isAdmin, isTutorSide } from '#domain/roles'
import type { Act } from '../http/bind.ts'
import { offsetOf, type Page } from '../http/pages.ts'
import { settleLessons } from '../ledger/store.ts'

type LineRow = Pick<StatementLine, 'id' | 'fact' | 'factId' | 'amount' | 'balance'> & {
  createdAt: number
  lessonStart: number | null
  lessonDuration: number | null
}

/** A page of the account's lines, newest first, each with the sum of all lines up to it. */
const linesOf = (db: Db, code: string, page: Page) =>
  db.all<LineRow>(sql`
    SELECT e.*, l.start AS lessonStart, l.duration AS lessonDuration
    FROM (
      SELECT j.id, j.fact_kind AS fact, j.fact_id AS factId, j.created_at AS createdAt, p.amount,
        SUM(p.amount) OVER (ORDER BY p.entry_id, p.line) AS balance
      FROM accounts a JOIN postings p ON p.account_id = a.id JOIN journal_entries j ON j.id = p.entry_id
      WHERE a.code = ${code}
      ORDER BY p.entry_id DESC, p.line DESC
      LIMIT ${page.size} OFFSET ${offsetOf(page)}
    ) e LEFT JOIN lessons l ON e.fact = 'earning' AND l.id = e.factId
    ORDER BY e.id DESC`)

/**
 * A tutor's account of the ledger with the balance after each line, after their lessons are settled
 * (docs/rules/money.md 9.9).
 * @throws DomainError `forbidden` for another tutor's, `tutor-not-found`.
 */
export const statement: Act<typeof invoiceStatement> = async ({ actor, params, query, db, now }) => {
  const tutorId = params.id
  if (tutorId !== actor.id && !isAdmin(actor.role)) throw new DomainError('forbidden')
  const [user] = await db.select({ role: users.role }).from(users).where(eq(users.id, tutorId))
  if (!user || !isTutorSide(user.role)) throw new DomainError('tutor-not-found')
  await settleLessons(db, now, { tutorId })
  const { code } = tutorAccount(tutorId)
  const [[counted], rows] = await Promise.all([
    db.all<{ total: number }>(
      sql`SELECT COUNT(*) AS total FROM postings p JOIN accounts a ON a.id = p.account_id WHERE a.code = ${code}`,
    ),
    linesOf(db, code, query),
  ])
  const list = rows.map(({ lessonStart, lessonDuration, ...line }) => ({
    ...line,
    lesson: lessonStart === null ? null : { start: lessonStart, duration: lessonDuration ?? 0 },
  }))
  return { list, total: counted?.total ?? 0 }
}
