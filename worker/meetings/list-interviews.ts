import { and, or } from 'drizzle-orm'
import type { Query } from '#contract/call'
import type { DateFilter } from '#contract/fields'
import type { listInterviews } from '#contract/interviews'
import type { Db } from '#db/client'
import { interviews } from '#db/schema/interviews'
import { type Instant, minutes } from '#domain/cairo'
import { MEETING_MINUTES } from '#domain/meetings/times'
import { isAdmin } from '#domain/roles'
import { type ReadRequest, reading } from '../http/bind.ts'
import { listFilter, numberFilter, textFilter } from '../http/filters.ts'
import { orderTerms, pageOf, pageStatements, valuesOnPage } from '../http/pages.ts'
import { membersById, membersStatement } from '../users/store.ts'
import { withMembers } from './interview-store.ts'

const COLUMNS = {
  createdAt: interviews.createdAt,
  start: interviews.start,
} as const

const startOf = (end: Instant): Instant => end - minutes(MEETING_MINUTES)

/** Converts a filter by end to one by start, since the table only stores the start. */
function startFilterOf(end: DateFilter | undefined): DateFilter | undefined {
  if (end === undefined) return undefined
  if (typeof end === 'number') return startOf(end)
  return Object.fromEntries(
    Object.entries(end).map(([bound, at]) => [bound, at === undefined ? undefined : startOf(at)]),
  )
}

const ofUsers = (ids: readonly number[] | undefined) =>
  or(listFilter(interviews.interviewerId, ids), listFilter(interviews.intervieweeId, ids))

/** The statements of a page of the interviews of these people, or of everybody's, with their members. */
function statements(db: Db, query: Query<typeof listInterviews>, people: readonly number[] | undefined) {
  const where = and(
    listFilter(interviews.id, query.ids),
    ofUsers(people),
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
  const page = [interviews, where, query, orderTerms(COLUMNS, interviews.id, query)] as const
  const held = valuesOnPage([interviews.interviewerId, interviews.intervieweeId], ...page)
  return [...pageStatements(db, ...page), membersStatement(db, held)] as const
}

/** Everybody but admins sees only their own, whatever the filter (docs/rules/onboarding.md 4.8). */
export const list = reading(
  ({ asker, query, db }: ReadRequest<typeof listInterviews>) =>
    statements(db, query, isAdmin(asker.role) ? query.users : [asker.id]),
  async (_, [counted, found, members]) => {
    const { rows, ...count } = pageOf([counted, found])
    const memberOf = membersById(members)
    return { list: rows.map((row) => withMembers(row, memberOf)), ...count }
  },
)
