import * as z from 'zod/mini'
import { StepState } from '#domain/onboarding/steps'
import { OWN_FIELDS } from '#domain/tutors/onboarded'
import { defineCall } from './call.ts'
import * as calls from './calls/onboarding.ts'
import { instant, oneOf } from './fields.ts'
import { introVideo } from './intro-videos.ts'
import { demoSessionWithMembers, interviewWithMembers } from './meetings.ts'
import { otherThanTutor } from './users.ts'

const progress = {
  state: oneOf(StepState),
  /** When a rejected tutor may try again; null in every other state. */
  retryAt: z.nullable(instant),
}

/** The progress of a tutor's onboarding; `latest` is null before the first. */
export const onboarding = z.object({
  profile: z.object({ isComplete: z.boolean(), missing: z.array(z.enum(OWN_FIELDS)) }),
  introVideo: z.object({ ...progress, latest: z.nullable(introVideo) }),
  interview: z.object({ ...progress, latest: z.nullable(interviewWithMembers) }),
  demoSession: z.object({ ...progress, latest: z.nullable(demoSessionWithMembers) }),
  photoSession: z.object({
    ...progress,
    studio: z.nullable(z.object({ ...otherThanTutor.shape, address: z.nullable(z.string()) })),
    image: z.boolean(),
    video: z.boolean(),
    thumbnail: z.boolean(),
  }),
  /** Whether students see the tutor and can book (docs/rules/tutors.md 2.1). */
  isListed: z.boolean(),
  bypass: z.boolean(),
})
export type Onboarding = z.input<typeof onboarding>

export const readOnboarding = defineCall(calls.readOnboarding, {
  may: 'onboarding.read',
  summary: 'The tutor’s own onboarding: profile, the four steps, and when a rejected one may be tried again',
  answer: onboarding,
  errors: ['tutor-not-found'],
})
