import { and, or } from 'drizzle-orm'
import type { Query } from '#contract/call'
import type { DateFilter } from '#contract/fields'
import type { listInterviews } from '#contract/interviews'
import { interviews } from '#db/schema/interviews'
import { type Instant, minutes } from '#domain/cairo'
import { INTERVIEW_MINUTES } from '#domain/interviews/statuses'
import { isAdmin } from '#domain/roles'
import type { Actor } from '../http/app-env.ts'
import type { Act } from '../http/bind.ts'
import { listFilter, numberFilter, textFilter } from '../http/filters.ts'
import { orderedPage, orderTerms } from '../http/pages.ts'
import { interviewsWithMembers } from './store.ts'

const COLUMNS = {
  createdAt: interviews.createdAt,
  start: interviews.start,
} as const

const startOf = (end: Instant): Instant => end - minutes(INTERVIEW_MINUTES)

/** A filter of ends as one of starts, which is what the table holds. */
function startFilterOf(end: DateFilter | undefined): DateFilter | undefined {
  if (end === undefined) return undefined
  if (typeof end === 'number') return startOf(end)
  return Object.fromEntries(
    Object.entries(end).map(([bound, at]) => [bound, at === undefined ? undefined : startOf(at)]),
  )
}

const ofUsers = (ids: readonly number[] | undefined) =>
  or(listFilter(interviews.interviewerId, ids), listFilter(interviews.intervieweeId, ids))

/** Everybody but admins sees their own only, whatever the filter (docs/rules/onboarding.md 4.8). */
const conditions = (query: Query<typeof listInterviews>, actor: Actor) =>
  and(
    listFilter(interviews.id, query.ids),
    ofUsers(isAdmin(actor.role) ? query.users : [actor.id]),
    listFilter(interviews.interviewerId, query.interviewers),
    listFilter(interviews.intervieweeId, query.interviewees),
    textFilter([interviews.interviewerFeedback], query.interviewerFeedback),
    textFilter([interviews.intervieweeFeedback], query.intervieweeFeedback),
    listFilter(interviews.slotId, query.slots),
    listFilter(interviews.sessionId, query.sessions),
    listFilter(interviews.status, query.statuses),
    numberFilter(interviews.start, query.start),
    numberFilter(interviews.start, startFilterOf(query.end)),
    numberFilter(interviews.createdAt, query.createdAt),
  )

export const list: Act<typeof listInterviews> = async ({ actor, db, query }) => {
  const { rows, ...count } = await orderedPage(
    db,
    interviews,
    conditions(query, actor),
    query,
    orderTerms(COLUMNS, interviews.id, query),
  )
  return { list: await interviewsWithMembers(db, rows), ...count }
}
