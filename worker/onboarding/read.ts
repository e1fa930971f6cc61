import { eq, sql } from 'drizzle-orm'
import type { readOnboarding } from '#contract/onboarding'
import type { Db } from '#db/client'
import { tutors } from '#db/schema/tutors'
import { users } from '#db/schema/users'
import { DomainError } from '#domain/errors'
import { demoSessionStep, interviewStep, introVideoStep, photoSessionStep } from '#domain/onboarding/steps'
import { IntroVideoState } from '#domain/onboarding/video-states'
import { isOnboarded, isProfileComplete, missingForProfile } from '#domain/tutors/onboarded'
import { privateUrl, uploadUrl } from '../files/store.ts'
import { type ActContext, type ReadRequest, reading } from '../http/bind.ts'
import { demoSessionView, interviewView, managersStatement } from '../meetings/store.ts'
import { membersById, membersStatement } from '../users/store.ts'
import { stepStatements, stepsOf, type TutorSteps } from './store.ts'

type Reading = ActContext<typeof readOnboarding>

/** The statements of the tutor, the studio and everybody who may be named at a step. */
const peopleStatements = (db: Db, tutorId: number) =>
  [
    db.select().from(users).where(eq(users.id, tutorId)),
    db.select().from(tutors).where(eq(tutors.id, tutorId)),
    db
      .select({
        id: users.id,
        name: users.name,
        englishName: users.englishName,
        image: users.image,
        address: users.address,
      })
      .from(users)
      .where(sql`${users.id} = (SELECT studio_id FROM tutors WHERE id = ${tutorId})`),
    membersStatement(
      db,
      sql`SELECT ${tutorId} UNION ALL SELECT interviewer_id FROM interviews WHERE interviewee_id = ${tutorId}`,
    ),
    managersStatement(db, sql`SELECT slot_id FROM demo_sessions WHERE tutor_id = ${tutorId}`),
  ] as const

async function videoView({ env, now }: Reading, video: TutorSteps['video']) {
  return video && { ...video, src: (await privateUrl(env, video.src, now)) ?? '' }
}

/**
 * The tutor's own onboarding (docs/rules/onboarding.md 1.3).
 * @throws DomainError `tutor-not-found`.
 */
export const read = reading(
  ({ caller, db }: ReadRequest<typeof readOnboarding>) => [
    ...peopleStatements(db, caller.id),
    ...stepStatements(db, caller.id),
  ],
  async (ctx, [[user], [tutor], [studio], members, managers, ...steps]) => {
    const { now } = ctx
    if (!user || !tutor) throw new DomainError('tutor-not-found')
    const { video, interview, latestInterview, demo } = stepsOf(steps)
    const profile = { ...tutor, ...user }
    const media = { image: user.image !== null, video: tutor.video !== null, thumbnail: tutor.thumbnail !== null }
    const interviewNow = interviewStep(interview, now)
    // A cancelled interview is shown only while the tutor has to book again, so that it does not hide the verdict that
    // counts.
    const shownInterview = interviewNow.state === 'open' ? latestInterview : interview
    const isVideoApproved = video?.state === IntroVideoState.Approved
    return {
      profile: { isComplete: isProfileComplete(profile), missing: missingForProfile(profile) },
      introVideo: { ...introVideoStep(video, now), latest: await videoView(ctx, video) },
      interview: { ...interviewNow, latest: shownInterview && interviewView(membersById(members))(shownInterview) },
      demoSession: {
        ...demoSessionStep(demo, isVideoApproved),
        latest: demo && demoSessionView(members, managers)(demo),
      },
      photoSession: {
        ...photoSessionStep({ ...media, hasStudio: tutor.studioId !== null }),
        studio: studio ? { ...studio, image: uploadUrl(studio.image) } : null,
        ...media,
      },
      isListed: isOnboarded(profile),
      bypass: tutor.bypassOnboarding,
    }
  },
)
