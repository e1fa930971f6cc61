import { and, eq, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import type { Query } from '#contract/call'
import type { listStudentRisks } from '#contract/student-risks'
import type { Db } from '#db/client'
import { studentRisks } from '#db/schema/student-risks'
import type { RiskReason } from '#domain/students/risk'
import { uploadUrl } from '../files/store.ts'
import { type ReadRequest, reading } from '../http/bind.ts'
import { listFilter, personFileFilter } from '../http/filters.ts'
import { countOf, countStatement, offsetOf, orderTerms } from '../http/pages.ts'

/** The columns of a person; all column names are distinct, as `db/client.ts` requires. */
const personColumns = (of: 'student' | 'owner' | 'doer') => ({
  id: sql<number | null>`${sql.raw(`${of}.id`)}`.as(`${of}_number`),
  name: sql<string | null>`${sql.raw(`${of}.name`)}`.as(`${of}_name`),
  englishName: sql<string | null>`${sql.raw(`${of}.english_name`)}`.as(`${of}_english_name`),
  image: sql<string | null>`${sql.raw(`${of}.image`)}`.as(`${of}_image`),
})

const reasonColumns = {
  idle: studentRisks.idleSince,
  missed: studentRisks.missedAt,
  rating: studentRisks.lowRatedAt,
} as const satisfies Record<RiskReason, unknown>

const isHandled = sql`COALESCE(${studentRisks.doneAt} >= ${studentRisks.latestAt}, 0)`

/** The literal matches the partial indexes. */
function matching(
  { reason, mine, owners, tag, handled }: Query<typeof listStudentRisks>,
  actorId: number,
): SQL | undefined {
  const isMine = eq(studentRisks.ownerId, actorId)
  return and(
    sql`${studentRisks.state} = 'open'`,
    reason && isNotNull(reasonColumns[reason]),
    mine === undefined ? undefined : mine ? isMine : or(sql`${studentRisks.ownerId} IS NULL`, sql`NOT ${isMine}`),
    listFilter(studentRisks.ownerId, owners),
    personFileFilter(studentRisks.studentId, { tag }),
    handled === undefined ? undefined : handled ? isHandled : sql`NOT ${isHandled}`,
  )
}

const pageStatement = (db: Db, query: Query<typeof listStudentRisks>, where: SQL | undefined) =>
  db
    .select({
      risk: studentRisks,
      isHandled: sql<number>`${isHandled}`.as('is_handled'),
      student: personColumns('student'),
      owner: personColumns('owner'),
      doer: personColumns('doer'),
    })
    .from(studentRisks)
    .innerJoin(sql`users student`, sql`student.id = ${studentRisks.studentId}`)
    .leftJoin(sql`users owner`, sql`owner.id = ${studentRisks.ownerId}`)
    .leftJoin(sql`users doer`, sql`doer.id = ${studentRisks.doneBy}`)
    .where(where)
    .orderBy(...orderTerms({ latestAt: studentRisks.latestAt }, studentRisks.studentId, query))
    .limit(query.size)
    .offset(offsetOf(query))

type Someone = { id: number | null; name: string | null; englishName: string | null; image: string | null }

const someone = ({ id, name, englishName, image }: Someone) =>
  id === null ? null : { id, name, englishName, image: uploadUrl(image) }

/** Students at risk with who takes care of them and what was done (docs/rules/staff.md 13.3). */
export const listRisks = reading(
  ({ caller, query, db }: ReadRequest<typeof listStudentRisks>) => {
    const where = matching(query, caller.id)
    return [countStatement(db, studentRisks, where), pageStatement(db, query, where)]
  },
  async (_, [counted, rows]) => ({
    list: rows.map(({ risk, ...row }) => ({
      student: Object.assign({}, row.student, { id: risk.studentId, image: uploadUrl(row.student.image) }),
      idleSince: risk.idleSince,
      missedAt: risk.missedAt,
      lowRatedAt: risk.lowRatedAt,
      latestAt: risk.latestAt ?? risk.updatedAt,
      owner: someone(row.owner),
      done: risk.done,
      doneBy: someone(row.doer),
      doneAt: risk.doneAt,
      isHandled: row.isHandled === 1,
      updatedAt: risk.updatedAt,
    })),
    ...countOf(counted),
  }),
)
