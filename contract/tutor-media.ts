import * as z from 'zod/mini'
import { userAssets } from '#domain/files/kinds'
import { defineCall } from './call.ts'
import * as calls from './calls/tutor-media.ts'
import { id, idParams, instant, listOf, nothing, paging, queryId } from './fields.ts'
import { person } from './users.ts'

const mediaKind = z.enum(userAssets)

/** A portrait, video or thumbnail of a tutor. */
export const tutorMediaItem = z.object({
  id,
  kind: mediaKind,
  src: z.string(),
  /** Whether students see it. */
  isShown: z.boolean(),
  /** When the tutor chose it; null if it is not the tutor's choice. */
  chosenAt: z.nullable(instant),
  uploadedBy: person,
  createdAt: instant,
})
export type TutorMediaItem = z.input<typeof tutorMediaItem>

export const listTutorMedia = defineCall(calls.listTutorMedia, {
  may: 'tutorMedia.list',
  summary: 'The portraits, videos and thumbnails that were made of a tutor, newest first',
  params: z.object({ tutorId: queryId }),
  query: z.object({ kind: z.optional(mediaKind), ...paging }),
  answer: listOf(tutorMediaItem),
  errors: ['tutor-not-found'],
})

export const showTutorMedia = defineCall(calls.showTutorMedia, {
  may: 'tutorMedia.show',
  summary: 'Show students this one of its kind; a studio may until the tutor has chosen',
  params: idParams,
  answer: nothing,
  errors: ['asset-not-found'],
})
