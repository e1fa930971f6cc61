import * as z from 'zod/mini'
import { MAX_VIEW_REASON } from '#domain/auth/view-as'
import { defineCall } from './call.ts'
import * as calls from './calls/view-as.ts'
import { id, instant, nothing, text } from './fields.ts'

export const viewAs = defineCall(calls.viewAs, {
  may: 'user.viewAs',
  summary: 'A token of fifteen minutes that reads what a user’s own screens show, and writes nothing',
  body: z.object({ userId: id, reason: text(MAX_VIEW_REASON).check(z.minLength(1)) }),
  answer: z.object({ token: z.string(), expiresAt: instant }),
  errors: ['user-not-found', 'forbidden'],
})

export const endViewAs = defineCall(calls.endViewAs, {
  may: 'user.endViewAs',
  summary: 'End the view that this token is for',
  answer: nothing,
  errors: ['illegal'],
})
