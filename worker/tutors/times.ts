import type { tutorTimes } from '#contract/tutors'
import { DomainError } from '#domain/errors'
import { openTimes } from '#domain/tutors/free-times'
import type { Act } from '../http/bind.ts'
import { rangesOf, tutorNow } from './store.ts'

/** @throws DomainError `tutor-not-found` for one who is not onboarded (docs/rules/tutors.md 2.12). */
export const times: Act<typeof tutorTimes> = async ({ params, db, now }) => {
  const entry = await tutorNow(db, params.id, now)
  if (!entry) throw new DomainError('tutor-not-found')
  return { times: openTimes(rangesOf(entry, now), now) }
}
