import * as z from 'zod/mini'
import { IntroVideoState, whyNotIntroVideoDuration } from '#domain/intro-videos/states'
import { defineCall } from './call.ts'
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
  sorting,
  times,
} from './fields.ts'
import { member } from './users.ts'

/** A tutor's introduction, reviewed by a tutor manager; `src` is a signed address that expires within two hours. */
export const introVideo = z.object({
  id,
  src: z.string(),
  tutorId: id,
  reviewerId: z.nullable(id),
  state: oneOf(IntroVideoState),
  ...times,
})
export type IntroVideo = z.input<typeof introVideo>

export const introVideoWithMembers = z.object({ ...introVideo.shape, tutor: member, reviewer: member })
export type IntroVideoWithMembers = z.input<typeof introVideoWithMembers>

export const createIntroVideo = defineCall({
  may: 'introVideo.create',
  method: 'POST',
  path: '/intro-video/with/asset',
  summary: 'Upload an introduction of one to three minutes',
  body: z.object({ duration: queryDecimal.check(refusing(whyNotIntroVideoDuration)) }),
  files: ['video'],
  large: { video: 'intro-video' },
  answer: nothing,
  errors: ['short-video-dur', 'long-video-dur', 'intro-video-exists', 'user-not-found', 'large-file-size'],
  creates: true,
})

export const updateIntroVideo = defineCall({
  may: 'introVideo.update',
  method: 'PUT',
  path: '/intro-video/:id',
  summary: 'The reviewer judges; an admin may also choose another reviewer',
  params: idParams,
  body: z.object({ state: z.optional(oneOf(IntroVideoState)), reviewerId: z.optional(id) }),
  answer: nothing,
  errors: ['intro-video-not-found', 'inactive-tutor-manager', 'intro-video-exists', 'empty-request'],
  versioned: true,
})

export const listIntroVideos = defineCall({
  may: 'introVideo.list',
  method: 'GET',
  path: '/intro-video/list',
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
