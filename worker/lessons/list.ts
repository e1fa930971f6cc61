import { and, gt, gte, isNotNull, isNull, lt, lte, not, or, type SQL, sql } from 'drizzle-orm'
import type { Query } from '#contract/call'
import type { listLessons } from '#contract/lessons'
import { lessonOutcomes } from '#db/schema/lesson-outcomes'
import { lessonMembers, lessons } from '#db/schema/lessons'
import { whyNotListWindow } from '#domain/availability/list-window'
import { type Instant, minutes } from '#domain/cairo'
import { DomainError, refuse } from '#domain/errors'
import { LESSON_DURATIONS } from '#domain/lessons/durations'
import { grantOf } from '#domain/permissions'
import { isStudent } from '#domain/roles'
import { type ReadRequest, reading } from '../http/bind.ts'
import { listFilter, numberFilter } from '../http/filters.ts'
import { countOf, countStatement, firstFound, orderTerms, refuseTooLong } from '../http/pages.ts'
import { lessonViews, viewStatement } from './views.ts'

type Filters = Query<typeof listLessons>

const COLUMNS = { start: lessons.start, createdAt: lessons.createdAt } as const

/** The end is computed, so a bound on the indexed start limits the rows that are read. */
const LONGEST = minutes(Math.max(...LESSON_DURATIONS))
const SHORTEST = minutes(Math.min(...LESSON_DURATIONS))
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

/** The window selects lessons that overlap it (docs/rules/lessons.md 5.2). */
function matching(filters: Filters, now: Instant): SQL | undefined {
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
  return and(
    ofUsers,
    payWaits === undefined ? undefined : payWaits ? waitsForPay : not(waitsForPay),
    status && STATUSES[status](now),
    numberFilter(lessons.start, start),
    ratified && canceled ? undefined : (or(...states) ?? nothing),
    future && past && happening ? undefined : (or(...times) ?? nothing),
    after === undefined ? undefined : and(gt(lessons.start, after - LONGEST), gt(end, after)),
    before === undefined ? undefined : lt(lessons.start, before),
  )
}

/**
 * Lists lessons with their members (docs/rules/lessons.md 5.1).
 * @throws DomainError `forbidden` unless `users` is the caller alone or the caller is staff, and for a student who asks for
 * waiting pay, `bad-request` for an
 * unpaged list without a window or of too many lessons.
 */
export const list = reading(
  ({ query, db, now }: ReadRequest<typeof listLessons>) => {
    if (query.full) return []
    const where = matching(query, now)
    const order = orderTerms(COLUMNS, lessons.id, query)
    return [countStatement(db, lessons, where), viewStatement(db, { where, order, page: query })] as const
  },
  async (ctx, [counted, page]) => {
    const { actor, query, db, now } = ctx
    const isOwn = query.users?.length === 1 && query.users[0] === actor.id
    if (!isOwn && grantOf('lesson.list', actor.role) !== 'any') throw new DomainError('forbidden')
    if (query.payWaits !== undefined && isStudent(actor.role)) throw new DomainError('forbidden')
    refuse(whyNotListWindow(query))
    if (counted && page) return { list: await lessonViews(ctx, page, actor), ...countOf(counted) }
    const where = firstFound(lessons, matching(query, now))
    const all = await viewStatement(db, { where, order: orderTerms(COLUMNS, lessons.id, query), page: null })
    refuseTooLong(all)
    return { list: await lessonViews(ctx, all, actor), total: all.length }
  },
)
