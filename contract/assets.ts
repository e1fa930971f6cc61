import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import * as calls from './calls/assets.ts'

const nameParams = z.object({ name: z.string().check(z.regex(/^[\w.-]{1,200}$/)) })
/** The file itself, with its content type. */
const file = z.unknown()

export const getUpload = defineCall(calls.getUpload, {
  may: 'asset.upload',
  viewable: true,
  summary: 'A public file: images, videos and thumbnails; ranges are answered',
  params: nameParams,
  answer: file,
  errors: ['asset-not-found'],
})

export const getReceipt = defineCall(calls.getReceipt, {
  may: 'asset.receipt',
  viewable: true,
  summary: 'The receipt of a withdrawal, for its tutor and for admins',
  params: nameParams,
  answer: file,
  errors: ['asset-not-found'],
})
