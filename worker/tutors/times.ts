import type { tutorTimes } from '#contract/tutors'
import { DomainError } from '#domain/errors'
import { heldByOthers } from '#domain/lessons/holds'
import { openTimes } from '#domain/tutors/free-times'
import { type ReadRequest, reading } from '../http/bind.ts'
import { holdsOf } from '../lessons/hold-store.ts'
import { rangesOf, tutorsCheck, tutorsFor } from './store.ts'

/**
 * Guests see what is held, too: they cannot book, and their answers are shared.
 * @throws DomainError `tutor-not-found` for a tutor who is not onboarded (docs/rules/tutors.md 2.12).
 */
export const times = reading(
  ({ caller, params, db, now }: ReadRequest<typeof tutorTimes>) =>
    caller === null ? ([] as const) : ([holdsOf(db, params.id, now), ...tutorsCheck(db, now, caller)] as const),
  async (ctx, [holds = [], changed]) => {
    const { actor, params, now } = ctx
    const entry = (await tutorsFor(ctx, changed)).entries.get(params.id)
    if (!entry) throw new DomainError('tutor-not-found')
    const held = actor ? heldByOthers(holds, actor, now) : []
    return { times: openTimes(rangesOf({ ...entry, busy: [...entry.busy, ...held] }, now), now) }
  },
)
