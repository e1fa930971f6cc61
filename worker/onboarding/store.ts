import { desc, eq, inArray, sql } from 'drizzle-orm'
import type { RowsOf } from '#db/batch'
import type { Db } from '#db/client'
import { demoSessions } from '#db/schema/demo-sessions'
import { interviews } from '#db/schema/interviews'
import { introVideos } from '#db/schema/intro-videos'
import { MeetingStatus } from '#domain/meetings/statuses'
import { IntroVideoState } from '#domain/onboarding/video-states'
import { latestInterviewStatement } from '../meetings/store.ts'

/** Sorts rows that meet the condition first. */
const first = (condition: ReturnType<typeof inArray>) => desc(sql`${condition}`)

/** The statements whose rows `stepsOf` takes. */
export function stepStatements(db: Db, tutorId: number) {
  const { Approved } = IntroVideoState
  const { Pending, Passed } = MeetingStatus
  return [
    db
      .select()
      .from(introVideos)
      .where(eq(introVideos.tutorId, tutorId))
      .orderBy(first(inArray(introVideos.state, [Approved])), desc(introVideos.createdAt), desc(introVideos.id))
      .limit(1),
    latestInterviewStatement(db, tutorId),
    db
      .select()
      .from(interviews)
      .where(eq(interviews.intervieweeId, tutorId))
      .orderBy(desc(interviews.createdAt), desc(interviews.id))
      .limit(1),
    db
      .select()
      .from(demoSessions)
      .where(eq(demoSessions.tutorId, tutorId))
      .orderBy(
        first(inArray(demoSessions.status, [Pending, Passed])),
        desc(demoSessions.createdAt),
        desc(demoSessions.id),
      )
      .limit(1),
  ] as const
}

/**
 * The state of a tutor's onboarding steps: the rows that count (the approved video, the pending or passed demo session,
 * the latest interview that was not cancelled), and the latest row of each for display.
 */
export function stepsOf([[video], [interview], [latestInterview], [demo]]: RowsOf<ReturnType<typeof stepStatements>>) {
  return {
    video: video ?? null,
    interview: interview ?? null,
    latestInterview: latestInterview ?? null,
    demo: demo ?? null,
  }
}

export type TutorSteps = ReturnType<typeof stepsOf>
