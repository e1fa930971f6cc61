import { and, desc, eq } from 'drizzle-orm'
import type { tutorMeta } from '#contract/tutors'
import type { Db } from '#db/client'
import { demoSessions } from '#db/schema/demo-sessions'
import { interviews } from '#db/schema/interviews'
import { introVideos } from '#db/schema/intro-videos'
import { tutors } from '#db/schema/tutors'
import { users } from '#db/schema/users'
import { DemoSessionStatus } from '#domain/demo-sessions/statuses'
import { DomainError } from '#domain/errors'
import { InterviewStatus } from '#domain/interviews/statuses'
import { IntroVideoState } from '#domain/intro-videos/states'
import { isAdmin, isTutorManager } from '#domain/roles'
import { uploadUrl } from '../files/store.ts'
import type { Act } from '../http/bind.ts'

/** Which steps of onboarding a tutor has passed: an approved video, the latest interview, a demo session. */
async function passedBy(db: Db, tutorId: number) {
  const [videos, [latest], demos] = await db.batch([
    db
      .select({ id: introVideos.id })
      .from(introVideos)
      .where(and(eq(introVideos.tutorId, tutorId), eq(introVideos.state, IntroVideoState.Approved)))
      .limit(1),
    db
      .select({ status: interviews.status })
      .from(interviews)
      .where(eq(interviews.intervieweeId, tutorId))
      .orderBy(desc(interviews.createdAt), desc(interviews.id))
      .limit(1),
    db
      .select({ id: demoSessions.id })
      .from(demoSessions)
      .where(and(eq(demoSessions.tutorId, tutorId), eq(demoSessions.status, DemoSessionStatus.Passed)))
      .limit(1),
  ])
  return {
    passedIntroVideo: videos.length > 0,
    passedInterview: latest?.status === InterviewStatus.Passed,
    passedDemoSession: demos.length > 0,
  }
}

const PASSED = { passedIntroVideo: true, passedInterview: true, passedDemoSession: true }

/**
 * A tutor reads their own, an admin anybody's; managers count as having passed every step (docs/rules/tutors.md 1.6).
 * @throws DomainError `forbidden` for another tutor's, `tutor-not-found`.
 */
export const meta: Act<typeof tutorMeta> = async ({ actor, db, query: { tutorId } }) => {
  if (tutorId !== actor.id && !isAdmin(actor.role)) throw new DomainError('forbidden')
  const [found] = await db
    .select({ role: users.role, tutor: tutors })
    .from(tutors)
    .innerJoin(users, eq(users.id, tutors.id))
    .where(eq(tutors.id, tutorId))
  if (!found) throw new DomainError('tutor-not-found')
  const { role, tutor } = found
  return {
    ...tutor,
    video: uploadUrl(tutor.video),
    thumbnail: uploadUrl(tutor.thumbnail),
    ...(isTutorManager(role) ? PASSED : await passedBy(db, tutorId)),
  }
}
