import { eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { readOnboarding } from '#contract/onboarding'
import { tutors } from '#db/schema/tutors'
import { users } from '#db/schema/users'
import { DomainError } from '#domain/errors'
import { IntroVideoState } from '#domain/intro-videos/states'
import {
  demoSessionStation,
  interviewStation,
  introVideoStation,
  photoSessionStation,
} from '#domain/onboarding/stations'
import { isOnboarded, isProfileComplete, missingForProfile } from '#domain/tutors/onboarded'
import { demoSessionsWithMembers } from '../demo-sessions/store.ts'
import { privateUrl, uploadUrl } from '../files/store.ts'
import type { Act, At } from '../http/bind.ts'
import { interviewsWithMembers } from '../interviews/store.ts'
import { stationsOf, type TutorStations } from './store.ts'

type Reading = At<typeof readOnboarding>

const studios = alias(users, 'studio')

async function readTutor({ actor, db }: Reading) {
  const [found] = await db
    .select({
      user: users,
      tutor: tutors,
      studio: { id: studios.id, name: studios.name, image: studios.image, address: studios.address },
    })
    .from(tutors)
    .innerJoin(users, eq(users.id, tutors.id))
    .leftJoin(studios, eq(studios.id, tutors.studioId))
    .where(eq(tutors.id, actor.id))
  if (!found) throw new DomainError('tutor-not-found')
  return found
}

async function videoView({ env, now }: Reading, video: TutorStations['video']) {
  return video && { ...video, src: (await privateUrl(env, video.src, now)) ?? '' }
}

/**
 * The tutor's own onboarding (docs/rules/onboarding.md 1.3).
 * @throws DomainError `tutor-not-found`.
 */
export const read: Act<typeof readOnboarding> = async (at) => {
  const { actor, db, now } = at
  const [{ user, tutor, studio }, stations] = await Promise.all([readTutor(at), stationsOf(db, actor.id)])
  const { video, interview, latestInterview, demo } = stations
  const profile = { ...tutor, ...user }
  const media = { image: user.image !== null, video: tutor.video !== null, thumbnail: tutor.thumbnail !== null }
  const interviewNow = interviewStation(interview, now)
  // A cancelled one is shown only while the tutor is to book again: it does not hide the verdict that counts.
  const shownInterview = interviewNow.state === 'open' ? latestInterview : interview
  const [latestVideo, [interviewView], [demoView]] = await Promise.all([
    videoView(at, video),
    interviewsWithMembers(db, shownInterview ? [shownInterview] : []),
    demoSessionsWithMembers(db, demo ? [demo] : []),
  ])
  const isVideoApproved = video?.state === IntroVideoState.Approved
  return {
    profile: { isComplete: isProfileComplete(profile), missing: missingForProfile(profile) },
    introVideo: { ...introVideoStation(video, now), latest: latestVideo },
    interview: { ...interviewNow, latest: interviewView ?? null },
    demoSession: { ...demoSessionStation(demo, isVideoApproved), latest: demoView ?? null },
    photoSession: {
      ...photoSessionStation({ ...media, hasStudio: tutor.studioId !== null }),
      studio: studio && { ...studio, image: uploadUrl(studio.image) },
      ...media,
    },
    isListed: isOnboarded(profile),
    bypass: tutor.bypassOnboarding,
  }
}
