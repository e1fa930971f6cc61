import * as z from 'zod/mini'
import { MAX_PARTS, whyNotVideoBytes } from '#domain/intro-videos/uploading'
import { defineCall } from './call.ts'
import { instant, nothing, queryNumber, refusing } from './fields.ts'

const uploadId = z.uuid()

/** An upload in parts of `partBytes`, the last one smaller; `arrived` are the numbers of the stored parts. */
export const introVideoUpload = z.object({
  id: uploadId,
  bytes: z.int(),
  partBytes: z.int(),
  arrived: z.array(z.int()),
  isComplete: z.boolean(),
  expiresAt: instant,
})
export type IntroVideoUpload = z.input<typeof introVideoUpload>

const uploadParams = z.object({ id: uploadId })

export const beginIntroVideoUpload = defineCall({
  may: 'introVideo.beginUpload',
  method: 'POST',
  path: '/intro-video/upload',
  summary: 'Begin to upload an introduction in parts; it replaces an upload that was not completed',
  body: z.object({ bytes: z.int().check(z.positive(), refusing(whyNotVideoBytes)) }),
  answer: introVideoUpload,
  errors: ['intro-video-exists', 'user-not-found', 'large-file-size'],
  creates: true,
})

export const readIntroVideoUpload = defineCall({
  may: 'introVideo.readUpload',
  method: 'GET',
  path: '/intro-video/upload/:id',
  summary: 'Which parts of one’s upload have arrived',
  params: uploadParams,
  answer: introVideoUpload,
  errors: ['upload-not-found'],
})

export const putIntroVideoPart = defineCall({
  may: 'introVideo.putPart',
  method: 'PUT',
  path: '/intro-video/upload/:id/part/:number',
  summary: 'One part of the file; sent again it replaces itself',
  params: z.object({ id: uploadId, number: queryNumber.check(z.minimum(1), z.maximum(MAX_PARTS)) }),
  files: ['part'],
  answer: nothing,
  errors: ['upload-not-found', 'large-file-size'],
})

export const completeIntroVideoUpload = defineCall({
  may: 'introVideo.completeUpload',
  method: 'POST',
  path: '/intro-video/upload/:id/complete',
  summary: 'Join the parts; the video is checked and goes to its reviewer',
  params: uploadParams,
  answer: nothing,
  errors: [
    'upload-not-found',
    'upload-incomplete',
    'short-video-dur',
    'long-video-dur',
    'intro-video-exists',
    'user-not-found',
  ],
})

export const abortIntroVideoUpload = defineCall({
  may: 'introVideo.abortUpload',
  method: 'DELETE',
  path: '/intro-video/upload/:id',
  summary: 'Give an upload up and drop its parts',
  params: uploadParams,
  answer: nothing,
  errors: ['upload-not-found'],
})
