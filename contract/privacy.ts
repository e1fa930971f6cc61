import * as z from 'zod/mini'
import { erasureObstacles, erasureStates } from '#domain/privacy/erasure'
import { exportStates } from '#domain/privacy/export'
import { defineCall } from './call.ts'
import * as calls from './calls/privacy.ts'
import { instant } from './fields.ts'
import { proof, proofErrors } from './proof.ts'

/** The copy of one's own data: `until` is when a ready one expires, `nextAt` when another may be asked for, if not now. */
const dataExport = z.object({
  state: z.enum(exportStates),
  askedAt: z.nullable(instant),
  until: z.nullable(instant),
  nextAt: z.nullable(instant),
  bytes: z.nullable(z.int()),
})
export type DataExport = z.input<typeof dataExport>

export const getDataExport = defineCall(calls.getDataExport, {
  may: 'privacy.read',
  summary: 'Where the copy of one’s own data stands',
  answer: dataExport,
  errors: [],
})

export const askForDataExport = defineCall(calls.askForDataExport, {
  may: 'privacy.ask',
  summary: 'Ask for a copy of one’s own data, one a day',
  body: proof,
  answer: dataExport,
  errors: [...proofErrors],
})

export const revealDataExport = defineCall(calls.revealDataExport, {
  may: 'privacy.reveal',
  summary: 'Where to download the copy, and the files that are too large for it',
  body: proof,
  answer: z.object({
    url: z.string(),
    largeFiles: z.array(z.object({ name: z.string(), url: z.string(), bytes: z.int() })),
  }),
  errors: ['not-found', ...proofErrors],
})
export type RevealedExport = z.input<(typeof revealDataExport)['answer']>

/** The request to erase one's account: until when it can be taken back, and what has to end before it is asked for or carried out. */
const erasure = z.object({
  state: z.enum(erasureStates),
  askedAt: z.nullable(instant),
  until: z.nullable(instant),
  why: z.array(z.enum(erasureObstacles)),
})
export type Erasure = z.input<typeof erasure>

/** The `details` of `erasure-blocked`. */
export const erasureRefusal = z.object({ why: z.array(z.enum(erasureObstacles)) })

export const getErasure = defineCall(calls.getErasure, {
  may: 'privacy.readErasure',
  summary: 'Where the request to erase one’s own account stands',
  answer: erasure,
  errors: [],
})

export const askForErasure = defineCall(calls.askForErasure, {
  may: 'privacy.erase',
  summary: 'Ask for one’s own account to be erased in 14 days',
  body: proof,
  answer: erasure,
  errors: ['erasure-blocked', ...proofErrors],
})

export const takeBackErasure = defineCall(calls.takeBackErasure, {
  may: 'privacy.keep',
  summary: 'Keep one’s own account after all',
  answer: erasure,
  errors: [],
})
