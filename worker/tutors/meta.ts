import { eq } from 'drizzle-orm'
import type { tutorMeta } from '#contract/tutors'
import { tutors } from '#db/schema/tutors'
import { users } from '#db/schema/users'
import { DomainError } from '#domain/errors'
import { MeetingStatus } from '#domain/meetings/statuses'
import { IntroVideoState } from '#domain/onboarding/video-states'
import { isAdmin, isTutorManager } from '#domain/roles'
import { uploadUrl } from '../files/store.ts'
import { type ReadRequest, reading } from '../http/bind.ts'
import { stepStatements, stepsOf, type TutorSteps } from '../onboarding/store.ts'

/** The onboarding steps that a tutor has passed (docs/rules/onboarding.md 1.2). */
const passedBy = ({ video, interview, demo }: TutorSteps) => ({
  passedIntroVideo: video?.state === IntroVideoState.Approved,
  passedInterview: interview?.status === MeetingStatus.Passed,
  passedDemoSession: demo?.status === MeetingStatus.Passed,
})

const PASSED = { passedIntroVideo: true, passedInterview: true, passedDemoSession: true }

/**
 * A tutor reads their own, an admin anybody's; managers count as having passed every step (docs/rules/tutors.md 1.6).
 * @throws DomainError `forbidden` for another tutor's, `tutor-not-found`.
 */
export const meta = reading(
  ({ db, query: { tutorId } }: ReadRequest<typeof tutorMeta>) => [
    db
      .select({ role: users.role, tutor: tutors })
      .from(tutors)
      .innerJoin(users, eq(users.id, tutors.id))
      .where(eq(tutors.id, tutorId)),
    ...stepStatements(db, tutorId),
  ],
  async ({ actor, query: { tutorId } }, [[found], ...steps]) => {
    if (tutorId !== actor.id && !isAdmin(actor.role)) throw new DomainError('forbidden')
    if (!found) throw new DomainError('tutor-not-found')
    const { role, tutor } = found
    return {
      ...tutor,
      video: uploadUrl(tutor.video),
      thumbnail: uploadUrl(tutor.thumbnail),
      ...(isTutorManager(role) ? PASSED : passedBy(stepsOf(steps))),
    }
  },
)
