import * as z from 'zod/mini'
import { MAX_PARTS, whyNotVideoBytes } from '#domain/onboarding/video-uploading'
import { defineCall } from './call.ts'
import * as calls from './calls/intro-video-uploads.ts'
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

export const beginIntroVideoUpload = defineCall(calls.beginIntroVideoUpload, {
  may: 'introVideo.beginUpload',
  binds: true,
  summary: 'Begin to upload an introduction in parts; it replaces an upload that was not completed',
  body: z.object({ bytes: z.int().check(z.positive(), refusing(whyNotVideoBytes)) }),
  answer: introVideoUpload,
  errors: ['intro-video-exists', 'user-not-found', 'large-file-size'],
  creates: true,
})

export const readIntroVideoUpload = defineCall(calls.readIntroVideoUpload, {
  may: 'introVideo.readUpload',
  summary: 'Which parts of one’s upload have arrived',
  params: uploadParams,
  answer: introVideoUpload,
  errors: ['upload-not-found'],
})

export const putIntroVideoPart = defineCall(calls.putIntroVideoPart, {
  may: 'introVideo.putPart',
  summary: 'One part of the file; sent again it replaces itself',
  params: z.object({ id: uploadId, number: queryNumber.check(z.minimum(1), z.maximum(MAX_PARTS)) }),
  files: ['part'],
  answer: nothing,
  errors: ['upload-not-found', 'large-file-size'],
})

export const completeIntroVideoUpload = defineCall(calls.completeIntroVideoUpload, {
  may: 'introVideo.completeUpload',
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

export const abortIntroVideoUpload = defineCall(calls.abortIntroVideoUpload, {
  may: 'introVideo.abortUpload',
  summary: 'Give an upload up and drop its parts',
  params: uploadParams,
  answer: nothing,
  errors: ['upload-not-found'],
})
