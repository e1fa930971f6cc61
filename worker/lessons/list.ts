import { and, eq, gt, gte, isNotNull, isNull, lt, lte, not, or, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Query } from '#contract/call'
import type { listLessons } from '#contract/lessons'
import type { Db } from '#db/client'
import { literals } from '#db/schema/columns'
import { lessonOutcomes } from '#db/schema/lesson-outcomes'
import { lessonMembers, lessons } from '#db/schema/lessons'
import { reports } from '#db/schema/reports'
import { users } from '#db/schema/users'
import { whyNotListWindow } from '#domain/availability/list-window'
import { type Instant, minutes } from '#domain/cairo'
import { DomainError, refuse } from '#domain/errors'
import { lostSince } from '#domain/lessons/dispute'
import { LONGEST_LESSON, SHORTEST_LESSON } from '#domain/lessons/durations'
import { type LessonOutcome, WITH_TUTOR, WITHOUT_TUTOR } from '#domain/lessons/outcome'
import { grantOf } from '#domain/permissions'
import { isAdmin, isStudent, isTutorManager, Role } from '#domain/roles'
import { type ClaimedCaller, type ReadRequest, reading } from '../http/bind.ts'
import { listFilter, numberFilter } from '../http/filters.ts'
import { countOf, countStatement, firstFound, orderTerms, refuseTooLong } from '../http/pages.ts'
import { minutesFilter } from '../staff/figure-lists-store.ts'
import { readByManager } from './candidates.ts'
import { lessonViews, viewStatement } from './views.ts'

/** `reader`: who asks; a tutor manager reads fewer than admins. */
type Filters = Query<typeof listLessons> & { reader: ClaimedCaller }

const COLUMNS = { start: lessons.start, createdAt: lessons.createdAt } as const

/** The end is computed, so a bound on the indexed start limits the rows that are read. */
const LONGEST = minutes(LONGEST_LESSON)
const SHORTEST = minutes(SHORTEST_LESSON)
const end = sql<number>`${lessons.start} + ${lessons.duration} * 60000`

const isNotCanceled = isNull(lessons.canceledAt)

/** The states of docs/rules/lessons.md 1.3 as SQL conditions at `now`. */
const STATUSES: Record<NonNullable<Filters['status']>, (now: Instant) => SQL | undefined> = {
  pending: (now) => and(isNotCanceled, gt(lessons.start, now)),
  happening: (now) => and(isNotCanceled, gte(lessons.start, now - LONGEST), lte(lessons.start, now), gte(end, now)),
  fulfilled: (now) => and(isNotCanceled, lte(lessons.start, now - SHORTEST), lt(end, now)),
  cancelled: () => isNotNull(lessons.canceledAt),
}

/** The literal matches the partial index of waiting pay. */
const waitsForPay = sql`${lessons.id} IN (SELECT ${lessonOutcomes.lessonId} FROM ${lessonOutcomes} WHERE ${lessonOutcomes.pay} = 'waiting')`

const waitsForDecision = sql`${lessons.id} IN (SELECT ${lessonOutcomes.lessonId} FROM ${lessonOutcomes}
  WHERE ${lessonOutcomes.pay} = 'waiting' AND ${lessonOutcomes.due} IS NULL)`

const isDisputed = sql`${lessons.id} IN (SELECT ${reports.lessonId} FROM ${reports} WHERE ${reports.lessonId} IS NOT NULL)`

/**
 * Those of the queue (docs/rules/staff.md 2.7): a dispute that nobody has taken or decided, and that keeps no pay waiting, nobody
 * came and its pay waits for a word, or it was cut short with a poor call; the literals match the partial indexes.
 */
const wentWrong = (now: Instant) => sql`${lessons.id} IN (
  SELECT ${reports.lessonId} FROM ${reports} WHERE ${reports.lessonId} IS NOT NULL AND ${reports.state} < 2 AND ${reports.state} = 0
    AND NOT EXISTS (SELECT 1 FROM lesson_decisions d WHERE d.lesson_id = ${reports.lessonId})
    AND NOT EXISTS (SELECT 1 FROM reports taken WHERE taken.lesson_id = ${reports.lessonId} AND taken.state = 1)
    AND NOT EXISTS (SELECT 1 FROM lesson_outcomes o WHERE o.lesson_id = ${reports.lessonId} AND o.pay = 'waiting' AND o.due IS NULL)
  UNION ALL SELECT ${lessonOutcomes.lessonId} FROM ${lessonOutcomes} WHERE ${lessonOutcomes.pay} = 'waiting' AND ${lessonOutcomes.due} > 0
  UNION ALL SELECT o.lesson_id FROM ${lessonOutcomes} o WHERE o.poor_call = 1 AND o.cut_short = 1 AND o.start > ${lostSince(now)} AND NOT (o.pay = 'waiting' AND o.due IS NULL)
    AND NOT EXISTS (SELECT 1 FROM lesson_decisions d WHERE d.lesson_id = o.lesson_id)
    AND NOT EXISTS (SELECT 1 FROM reports r WHERE r.lesson_id = o.lesson_id AND r.state < 2))`

/** Its tutor cancelled it, and its start has passed, or was not there. */
const isUnfulfilled = (now: Instant) => sql`(EXISTS (SELECT 1 FROM ${lessonOutcomes} o WHERE o.lesson_id = ${lessons.id}
    AND o.outcome IN (${literals(...WITHOUT_TUTOR)}))
  OR (${lessons.canceledAt} IS NOT NULL AND ${lessons.start} < ${now} AND EXISTS (SELECT 1 FROM ${users} c
    WHERE c.id = ${lessons.canceledBy} AND c.role IN (${literals(Role.Tutor, Role.TutorManager)}))))`

const flagged = (condition: SQL, flag: boolean | undefined): SQL | undefined =>
  flag === undefined ? undefined : flag ? condition : not(condition)

/**
 * The window selects lessons that overlap it (docs/rules/lessons.md 5.2). `startColumn` is that of the lessons, or of their
 * outcomes where those are searched.
 */
function matching(filters: Filters, now: Instant, startColumn: SQLiteColumn): SQL | undefined {
  const {
    users,
    ratified,
    canceled,
    future,
    past,
    now: happening = future && past,
    after,
    before,
    status,
    start,
    payWaits,
    disputed,
    undecided,
    wrong,
    unfulfilled,
    reader,
  } = filters
  const ofUsers =
    users &&
    sql`${lessons.id} IN (SELECT ${lessonMembers.lessonId} FROM ${lessonMembers} WHERE ${listFilter(lessonMembers.userId, users)})`
  const states = [
    ratified ? isNull(lessons.canceledAt) : undefined,
    canceled ? isNotNull(lessons.canceledAt) : undefined,
  ]
  const times = [
    future ? gte(lessons.start, now) : undefined,
    past ? and(lte(lessons.start, now - SHORTEST), lte(end, now)) : undefined,
    happening ? and(gte(lessons.start, now - LONGEST), lte(lessons.start, now), gte(end, now)) : undefined,
  ]
  const nothing = sql`0`
  const toRead =
    isTutorManager(reader.role) &&
    sql`${lessons.id} IN (SELECT ${lessonMembers.lessonId} FROM ${lessonMembers} WHERE ${lessonMembers.userId} IN (${readByManager(reader.id)}))`
  return and(
    ofUsers,
    toRead || undefined,
    flagged(waitsForPay, payWaits),
    flagged(isDisputed, disputed),
    flagged(waitsForDecision, undecided),
    flagged(wentWrong(now), wrong),
    flagged(isUnfulfilled(now), unfulfilled),
    status && STATUSES[status](now),
    minutesFilter(filters, start),
    numberFilter(startColumn, start),
    ratified && canceled ? undefined : (or(...states) ?? nothing),
    future && past && happening ? undefined : (or(...times) ?? nothing),
    after === undefined ? undefined : and(gt(startColumn, after - LONGEST), gt(end, after)),
    before === undefined ? undefined : lt(startColumn, before),
  )
}

/** The plus sign keeps SQLite from reading all lessons of the outcome where few others match. */
const hasOutcome = (outcome: LessonOutcome) =>
  sql`EXISTS (SELECT 1 FROM ${lessonOutcomes} o WHERE o.lesson_id = ${lessons.id} AND +o.outcome = ${outcome})`

const wasCutShort = sql`EXISTS (SELECT 1 FROM ${lessonOutcomes} o WHERE o.lesson_id = ${lessons.id} AND +o.cut_short = 1)`

/** The tutor was there, but late; the outcome may have been decided otherwise since. */
const wasLate = sql`EXISTS (SELECT 1 FROM ${lessonOutcomes} o WHERE o.lesson_id = ${lessons.id} AND +o.late = 1
  AND +o.outcome IN (${literals(...WITH_TUTOR)}))`

const hadPoorCall = sql`EXISTS (SELECT 1 FROM ${lessonOutcomes} o WHERE o.lesson_id = ${lessons.id} AND +o.poor_call = 1)`

/** The condition of a list that reads the lessons. */
const matchingLessons = (query: Filters, now: Instant): SQL | undefined =>
  and(
    matching(query, now, lessons.start),
    query.outcome === undefined ? undefined : hasOutcome(query.outcome),
    flagged(wasCutShort, query.cutShort),
    flagged(wasLate, query.late),
    flagged(hadPoorCall, query.poorCall),
  )

/** Whether an index finds few lessons, whatever their outcome. */
const isNarrow = ({ users = [], payWaits, disputed, undecided, wrong, reader }: Filters): boolean =>
  users.length > 0 || isTutorManager(reader.role) || [payWaits, disputed, undecided, wrong].includes(true)

/**
 * The statements of a page. Lessons of an outcome, and those that were cut short or late or had a poor call, are found in the table of outcomes, whose
 * index has the order of the list; the counting statement joins the lessons on the left, which SQLite leaves out where no condition needs them.
 */
function pageOf(db: Db, query: Filters, now: Instant) {
  const { outcome, cutShort, late, poorCall } = query
  if ((outcome === undefined && !cutShort && !late && !poorCall) || isNarrow(query)) {
    const where = matchingLessons(query, now)
    const order = orderTerms(COLUMNS, lessons.id, query)
    return [countStatement(db, lessons, where), viewStatement(db, { where, order, page: query })] as const
  }
  const where = and(
    cutShort ? sql`${lessonOutcomes.cutShort} = 1` : undefined,
    // Those that were cut short or late, or had a poor call, are fewer than those of an outcome: their index is read, and the outcome compared.
    outcome === undefined
      ? undefined
      : cutShort || late || poorCall
        ? sql`+${lessonOutcomes.outcome} = ${outcome}`
        : eq(lessonOutcomes.outcome, outcome),
    cutShort === false ? sql`${lessonOutcomes.cutShort} = 0` : undefined,
    late ? sql`${lessonOutcomes.late} = 1 AND +${lessonOutcomes.outcome} IN (${literals(...WITH_TUTOR)})` : undefined,
    late === false ? not(wasLate) : undefined,
    poorCall ? sql`${lessonOutcomes.poorCall} = 1` : undefined,
    poorCall === false ? sql`+${lessonOutcomes.poorCall} IS NOT 1` : undefined,
    matching(query, now, lessonOutcomes.start),
  )
  const order = orderTerms(
    { start: lessonOutcomes.start, createdAt: lessons.createdAt },
    lessonOutcomes.lessonId,
    query,
  )
  const joined = sql`${lessonOutcomes} LEFT JOIN ${lessons} ON ${lessons.id} = ${lessonOutcomes.lessonId}`
  return [
    countStatement(db, joined, where),
    viewStatement(db, { where, order, page: query, ofOutcomes: true }),
  ] as const
}

const isForStaff = ({
  outcome,
  disputed,
  undecided,
  cutShort,
  poorCall,
  wrong,
  late,
  unfulfilled,
}: Query<typeof listLessons>): boolean =>
  [outcome, disputed, undecided, cutShort, poorCall, wrong, late, unfulfilled].some((filter) => filter !== undefined)

/**
 * Lists lessons with their members (docs/rules/lessons.md 5.1).
 * @throws DomainError `forbidden` unless `users` is the caller alone or the caller is staff, for a student who asks for
 * waiting pay, for who is no admin and asks by plan, and for who is not staff and asks for an outcome or for what went wrong; `bad-request` for an unpaged list
 * without a window or of too many lessons.
 */
export const list = reading(
  ({ caller, query, db, now }: ReadRequest<typeof listLessons>) =>
    query.full ? [] : pageOf(db, { ...query, reader: caller }, now),
  async (ctx, [counted, page]) => {
    const { actor, query, db, now } = ctx
    const isOwn = query.users?.length === 1 && query.users[0] === actor.id
    const isStaff = grantOf('lesson.list', actor.role) === 'any' || isTutorManager(actor.role)
    if (!isStaff && (!isOwn || isForStaff(query))) throw new DomainError('forbidden')
    if (query.payWaits !== undefined && isStudent(actor.role)) throw new DomainError('forbidden')
    if ((query.plans || query.sources) && !isAdmin(actor.role)) throw new DomainError('forbidden')
    refuse(whyNotListWindow(query))
    if (counted && page) return { list: await lessonViews(ctx, page, actor), ...countOf(counted) }
    const where = firstFound(lessons, matchingLessons({ ...query, reader: actor }, now))
    const all = await viewStatement(db, { where, order: orderTerms(COLUMNS, lessons.id, query), page: null })
    refuseTooLong(all)
    return { list: await lessonViews(ctx, all, actor), total: all.length }
  },
)
