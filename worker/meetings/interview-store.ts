import { and, desc, eq, notInArray } from 'drizzle-orm'
import type { Member } from '#contract/users'
import type { Db } from '#db/client'
import { interviews } from '#db/schema/interviews'
import { InterviewStatus, isMeetingCanceled } from '#domain/meetings/statuses'

export type InterviewRow = typeof interviews.$inferSelect

const CANCELED = Object.values(InterviewStatus).filter(isMeetingCanceled)

/** Selects a tutor's latest interview that was not cancelled (docs/rules/onboarding.md 1.2). */
export const latestStatement = (db: Db, tutorId: number) =>
  db
    .select()
    .from(interviews)
    .where(and(eq(interviews.intervieweeId, tutorId), notInArray(interviews.status, CANCELED)))
    .orderBy(desc(interviews.createdAt), desc(interviews.id))
    .limit(1)

/** An interview with its two people. */
export const withMembers = (one: InterviewRow, memberOf: (id: number) => Member) => ({
  ...one,
  interviewer: memberOf(one.interviewerId),
  interviewee: memberOf(one.intervieweeId),
})
