import { defineCall } from './call.ts'
import { nothing } from './fields.ts'

export const flushCache = defineCall({
  may: 'cache.flush',
  method: 'DELETE',
  path: '/cache/flush',
  summary: 'Forget the cached tutor cards; they are made anew',
  answer: nothing,
  errors: [],
})
