import { desc, eq, inArray, sql } from 'drizzle-orm'
import type { RowsOf } from '#db/batch'
import type { Db } from '#db/client'
import { demoSessions } from '#db/schema/demo-sessions'
import { interviews } from '#db/schema/interviews'
import { introVideos } from '#db/schema/intro-videos'
import { DemoSessionStatus } from '#domain/demo-sessions/statuses'
import { InterviewStatus, isInterviewCanceled } from '#domain/interviews/statuses'
import { IntroVideoState } from '#domain/intro-videos/states'

const CANCELED = Object.values(InterviewStatus).filter(isInterviewCanceled)

/** True first: of the rows of one tutor, the one that counts stands before the latest. */
const first = (condition: ReturnType<typeof inArray>) => desc(sql`${condition}`)

/** The statements of which `stationsOf` takes the rows. */
export function stationStatements(db: Db, tutorId: number) {
  const { Approved } = IntroVideoState
  const { Pending, Passed } = DemoSessionStatus
  const ofTutor = eq(interviews.intervieweeId, tutorId)
  const byTime = [desc(interviews.createdAt), desc(interviews.id)]
  return [
    db
      .select()
      .from(introVideos)
      .where(eq(introVideos.tutorId, tutorId))
      .orderBy(first(inArray(introVideos.state, [Approved])), desc(introVideos.createdAt), desc(introVideos.id))
      .limit(1),
    db
      .select()
      .from(interviews)
      .where(ofTutor)
      .orderBy(sql`${inArray(interviews.status, CANCELED)}`, ...byTime)
      .limit(1),
    db
      .select()
      .from(interviews)
      .where(ofTutor)
      .orderBy(...byTime)
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
 * What has happened at a tutor's stations: the rows that count, that is the approved video, the pending or passed demo session
 * and the latest interview that was not cancelled, and the latest row of each for what a screen says.
 */
export function stationsOf([[video], [interview], [latestInterview], [demo]]: RowsOf<
  ReturnType<typeof stationStatements>
>) {
  return {
    video: video ?? null,
    interview: interview && !isInterviewCanceled(interview.status) ? interview : null,
    latestInterview: latestInterview ?? null,
    demo: demo ?? null,
  }
}

export type TutorStations = ReturnType<typeof stationsOf>
