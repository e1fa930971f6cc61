import type { tutorTimes } from '#contract/tutors'
import { DomainError } from '#domain/errors'
import { openTimes } from '#domain/tutors/free-times'
import { type ReadRequest, reading } from '../http/bind.ts'
import { rangesOf, tutorsCheck, tutorsFor } from './store.ts'

/** @throws DomainError `tutor-not-found` for a tutor who is not onboarded (docs/rules/tutors.md 2.12). */
export const times = reading(
  ({ caller, db, now }: ReadRequest<typeof tutorTimes>) => tutorsCheck(db, now, caller),
  async (ctx, [changed]) => {
    const { params, now } = ctx
    const entry = (await tutorsFor(ctx, changed)).entries.get(params.id)
    if (!entry) throw new DomainError('tutor-not-found')
    return { times: openTimes(rangesOf(entry, now), now) }
  },
)
