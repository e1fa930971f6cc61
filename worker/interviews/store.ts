import { and, desc, eq, notInArray } from 'drizzle-orm'
import type { Db } from '#db/client'
import { interviews } from '#db/schema/interviews'
import { InterviewStatus, isInterviewCanceled } from '#domain/interviews/statuses'
import { membersById } from '../users/store.ts'

export type InterviewRow = typeof interviews.$inferSelect

const CANCELED = Object.values(InterviewStatus).filter(isInterviewCanceled)

/** A tutor's latest interview that was not cancelled; null before the first (docs/rules/onboarding.md 1.2). */
export async function latestOf(db: Db, tutorId: number): Promise<InterviewRow | null> {
  const [latest] = await db
    .select()
    .from(interviews)
    .where(and(eq(interviews.intervieweeId, tutorId), notInArray(interviews.status, CANCELED)))
    .orderBy(desc(interviews.createdAt), desc(interviews.id))
    .limit(1)
  return latest ?? null
}

/** Interviews with their two people. */
export async function interviewsWithMembers(db: Db, found: readonly InterviewRow[]) {
  const memberOf = await membersById(
    db,
    found.flatMap((one) => [one.interviewerId, one.intervieweeId]),
  )
  return found.map((one) => ({
    ...one,
    interviewer: memberOf(one.interviewerId),
    interviewee: memberOf(one.intervieweeId),
  }))
}
