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
  refusing,
  sorting,
  times,
} from './fields.ts'

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
    tutorIds: queryIds,
    reviewerIds: queryIds,
    approved: z.optional(queryBoolean),
    createdAt: z.optional(dateFilter),
    ...sorting('createdAt'),
    ...paging,
  }),
  answer: z.object({ main: listOf(introVideo), forReviewers: z.optional(listOf(introVideo)) }),
  errors: [],
})
