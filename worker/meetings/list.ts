import { and, or, sql } from 'drizzle-orm'
import type { DateFilter } from '#contract/fields'
import type { listDemoSessions as demoSessionsCall, listInterviews as interviewsCall } from '#contract/meetings'
import { meetingTables } from '#db/meetings'
import { availabilitySlots } from '#db/schema/availability'
import { demoSessions } from '#db/schema/demo-sessions'
import { interviews } from '#db/schema/interviews'
import { type Instant, minutes } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import type { MeetingKind, MeetingStatus } from '#domain/meetings/statuses'
import { MEETING_MINUTES } from '#domain/meetings/times'
import { isAdmin, isTutorManager } from '#domain/roles'
import { type ReadRequest, reading } from '../http/bind.ts'
import { listFilter, numberFilter, writtenTextFilter } from '../http/filters.ts'
import { orderTerms, pageOf, pageStatements, valuesOnPage } from '../http/pages.ts'
import { membersById, membersStatement } from '../users/store.ts'
import { demoSessionView, interviewView, managersStatement } from './store.ts'

type Ids = readonly number[] | undefined

type SharedFilters = {
  ids?: Ids
  sessionIds?: readonly string[] | undefined
  slotIds?: Ids
  statuses?: readonly MeetingStatus[] | undefined
  start?: DateFilter | undefined
  createdAt?: DateFilter | undefined
}

/** The filters that both lists have. */
function sharedFilter(kind: MeetingKind, { ids, sessionIds, slotIds, statuses, start, createdAt }: SharedFilters) {
  const { table } = meetingTables[kind]
  return and(
    listFilter(table.id, ids),
    listFilter(table.sessionId, sessionIds),
    listFilter(table.slotId, slotIds),
    listFilter(table.status, statuses),
    numberFilter(table.start, start),
    numberFilter(table.createdAt, createdAt),
  )
}

const startOf = (end: Instant): Instant => end - minutes(MEETING_MINUTES)

/** Converts a filter by end to one by start, since the table only stores the start. */
function startFilterOf(end: DateFilter | undefined): DateFilter | undefined {
  if (end === undefined) return undefined
  if (typeof end === 'number') return startOf(end)
  return Object.fromEntries(
    Object.entries(end).map(([bound, at]) => [bound, at === undefined ? undefined : startOf(at)]),
  )
}

const ofUsers = (ids: Ids) => or(listFilter(interviews.interviewerId, ids), listFilter(interviews.intervieweeId, ids))

const BY_INTERVIEWER = { text: interviews.interviewerFeedback, fold: interviews.foldedInterviewerFeedback }
const BY_INTERVIEWEE = { text: interviews.intervieweeFeedback, fold: interviews.foldedIntervieweeFeedback }

/** Everybody but admins sees only their own, whatever the filter (docs/rules/onboarding.md 4.8). */
export const listInterviews = reading(
  ({ caller, query, db }: ReadRequest<typeof interviewsCall>) => {
    const { interviewerId, intervieweeId, createdAt, start } = interviews
    const where = and(
      sharedFilter('interview', { ...query, sessionIds: query.sessions, slotIds: query.slots }),
      ofUsers(isAdmin(caller.role) ? query.users : [caller.id]),
      listFilter(interviewerId, query.interviewers),
      listFilter(intervieweeId, query.interviewees),
      writtenTextFilter(BY_INTERVIEWER, query.interviewerFeedback),
      writtenTextFilter(BY_INTERVIEWEE, query.intervieweeFeedback),
      numberFilter(start, startFilterOf(query.end)),
    )
    const page = [interviews, where, query, orderTerms({ createdAt, start }, interviews.id, query)] as const
    const members = membersStatement(db, valuesOnPage([interviewerId, intervieweeId], ...page))
    return [...pageStatements(db, ...page), members] as const
  },
  async (_, [counted, found, members]) => {
    const { rows, ...count } = pageOf([counted, found])
    return { list: rows.map(interviewView(membersById(members))), ...count }
  },
)

const isExactly = (ids: Ids, id: number): boolean => ids?.length === 1 && ids[0] === id

function assertOwn({ caller, query }: ReadRequest<typeof demoSessionsCall>): void {
  if (isAdmin(caller.role)) return
  const requested = isTutorManager(caller.role) ? query.tutorManagerIds : query.tutorIds
  if (!isExactly(requested, caller.id)) throw new DomainError('forbidden')
}

const inSlotsOf = (managerIds: Ids) => {
  const owners = listFilter(availabilitySlots.userId, managerIds)
  return (
    owners && sql`${demoSessions.slotId} IN (SELECT ${availabilitySlots.id} FROM ${availabilitySlots} WHERE ${owners})`
  )
}

/**
 * A tutor may list only their own by `tutorIds`, a manager only their own by `tutorManagerIds`, an admin any
 * (docs/rules/onboarding.md 5.3).
 * @throws DomainError `forbidden` for any other filter.
 */
export const listDemoSessions = reading(
  (request: ReadRequest<typeof demoSessionsCall>) => {
    assertOwn(request)
    const { db, query } = request
    const { id, tutorId, slotId, createdAt, start, updatedAt } = demoSessions
    const where = and(
      sharedFilter('demo', query),
      listFilter(tutorId, query.tutorIds),
      inSlotsOf(query.tutorManagerIds),
      numberFilter(updatedAt, query.updatedAt),
    )
    const page = [demoSessions, where, query, orderTerms({ createdAt, start, updatedAt }, id, query)] as const
    return [
      ...pageStatements(db, ...page),
      membersStatement(db, valuesOnPage([tutorId], ...page)),
      managersStatement(db, valuesOnPage([slotId], ...page)),
    ] as const
  },
  async (_, [counted, found, tutors, managers]) => {
    const { rows, ...count } = pageOf([counted, found])
    return { list: rows.map(demoSessionView(tutors, managers)), ...count }
  },
)
