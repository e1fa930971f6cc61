import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import * as calls from './calls/links.ts'

export const visitLink = defineCall(calls.visitLink, {
  may: 'link.visit',
  summary: 'Where a short link of the site leads; the visit is counted',
  params: z.object({ name: z.string().check(z.maxLength(64)) }),
  answer: z.object({ url: z.string() }),
  errors: ['not-found'],
})
