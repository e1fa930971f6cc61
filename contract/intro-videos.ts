import * as z from 'zod/mini'
import { MAX_NOTE_AT, MAX_NOTES, whyNotRejectionReason, whyNotVideoNote } from '#domain/onboarding/video-review'
import { IntroVideoState, whyNotIntroVideoDuration } from '#domain/onboarding/video-states'
import { defineCall } from './call.ts'
import * as calls from './calls/intro-videos.ts'
import {
  dateFilter,
  id,
  idParams,
  listOf,
  nothing,
  oneOf,
  paging,
  queryBoolean,
  queryDecimal,
  queryIds,
  queryOneOf,
  refusing,
  ruledText,
  sorting,
  times,
} from './fields.ts'
import { member } from './users.ts'

/** A reviewer's note at a moment of the video; `at` in whole seconds from its beginning. */
export const introVideoNote = z.object({
  at: z.int().check(z.nonnegative(), z.maximum(MAX_NOTE_AT)),
  text: ruledText(whyNotVideoNote),
})
export type IntroVideoNote = z.input<typeof introVideoNote>

/** A tutor's introduction, reviewed by a tutor manager; `src` is a signed address that expires within two hours. */
export const introVideo = z.object({
  id,
  src: z.string(),
  tutorId: id,
  reviewerId: z.nullable(id),
  state: oneOf(IntroVideoState),
  /** The reason of the rejection, for the tutor; null in any other state. */
  reason: z.nullable(z.string()),
  /** By time. Empty for the tutor while the video is pending, when they are a draft. */
  notes: z.array(introVideoNote),
  ...times,
})
export type IntroVideo = z.input<typeof introVideo>

export const introVideoWithMembers = z.object({ ...introVideo.shape, tutor: member, reviewer: member })
export type IntroVideoWithMembers = z.input<typeof introVideoWithMembers>

export const createIntroVideo = defineCall(calls.createIntroVideo, {
  may: 'introVideo.create',
  binds: true,
  summary: 'Upload an introduction of one to three minutes',
  body: z.object({ duration: queryDecimal.check(refusing(whyNotIntroVideoDuration)) }),
  files: ['video'],
  large: { video: 'intro-video' },
  answer: nothing,
  errors: ['short-video-dur', 'long-video-dur', 'intro-video-exists', 'user-not-found', 'large-file-size'],
  creates: true,
})

export const updateIntroVideo = defineCall(calls.updateIntroVideo, {
  may: 'introVideo.update',
  summary: 'The reviewer judges and writes notes; an admin may also choose another reviewer',
  params: idParams,
  body: z.object({
    state: z.optional(oneOf(IntroVideoState)),
    reviewerId: z.optional(id),
    /** Required to reject; `illegal` for any other state. */
    reason: z.optional(ruledText(whyNotRejectionReason)),
    /** All notes: they replace the earlier ones. */
    notes: z.optional(z.array(introVideoNote).check(z.maxLength(MAX_NOTES))),
  }),
  answer: nothing,
  errors: [
    ...(['intro-video-not-found', 'inactive-tutor-manager', 'intro-video-exists', 'empty-request'] as const),
    ...(['intro-video-reason-required', 'intro-video-reason-too-long'] as const),
    ...(['intro-video-note-empty', 'intro-video-note-too-long'] as const),
  ],
  versioned: true,
})

export const listIntroVideos = defineCall(calls.listIntroVideos, {
  may: 'introVideo.list',
  viewable: true,
  summary: 'One’s own introductions, all of them for admins; managers also get those they judge',
  query: z.object({
    ids: queryIds,
    tutorIds: queryIds,
    reviewerIds: queryIds,
    approved: z.optional(queryBoolean),
    state: z.optional(queryOneOf(IntroVideoState)),
    createdAt: z.optional(dateFilter),
    ...sorting('createdAt'),
    ...paging,
  }),
  answer: z.object({ main: listOf(introVideoWithMembers), forReviewers: z.optional(listOf(introVideoWithMembers)) }),
  errors: [],
})
