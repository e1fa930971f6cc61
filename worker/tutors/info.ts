import type { tutorInfo } from '#contract/tutors'
import { DomainError } from '#domain/errors'
import { startsWithin } from '#domain/tutors/free-times'
import { type ReadRequest, reading } from '../http/bind.ts'
import { readProfile } from './cards.ts'
import { cardNow, cardOf, tutorsCheck, tutorsFor } from './store.ts'

/**
 * A tutor's public card (docs/rules/tutors.md 2.7).
 * @throws DomainError `tutor-not-found` for one who is not onboarded, unless it is the caller.
 */
export const info = reading(
  ({ caller, db, now }: ReadRequest<typeof tutorInfo>) => tutorsCheck(db, now, caller),
  async (ctx, [changed]) => {
    const { actor, params, db, now } = ctx
    const onboarded = (await tutorsFor(ctx, changed)).entries.get(params.id)
    const entry = onboarded ?? (actor?.id === params.id ? await readProfile(db, params.id, now) : undefined)
    if (!entry) throw new DomainError('tutor-not-found')
    return onboarded ? cardNow(entry, now) : cardOf(entry, [], startsWithin(undefined, now))
  },
)
