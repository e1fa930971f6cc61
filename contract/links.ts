import * as z from 'zod/mini'
import { defineCall } from './call.ts'

export const visitLink = defineCall({
  may: 'link.visit',
  method: 'POST',
  path: '/link/:name/visit',
  summary: 'Where a short link of the site leads; the visit is counted',
  params: z.object({ name: z.string().check(z.maxLength(64)) }),
  answer: z.object({ url: z.string() }),
  errors: ['not-found'],
})
