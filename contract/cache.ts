import { defineCall } from './call.ts'
import * as calls from './calls/cache.ts'
import { nothing } from './fields.ts'

export const flushCache = defineCall(calls.flushCache, {
  may: 'cache.flush',
  summary: 'Forget the cached tutor cards; they are made anew',
  answer: nothing,
  errors: [],
})
