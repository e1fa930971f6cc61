import type { askGuardian as contract } from '#contract/guardians'
import { localDay } from '#domain/cairo'
import { refuse } from '#domain/errors'
import { whyNotGuardianPhone } from '#domain/students/guardians'
import { CODE_REQUEST_THROTTLE } from '#domain/throttle'
import { guardianCodeStatements } from '../auth/verification-store.ts'
import { appOrigin } from '../env.ts'
import { type ActContext, type ReadRequest, reading } from '../http/bind.ts'
import { livingSessionStatement } from '../http/living-session.ts'
import { consumeAttempt } from '../http/throttle.ts'
import { messageStatement, triggerUrgentDelivery } from '../messages/outbox.ts'
import { countMessageTo } from '../messages/recipient-limit.ts'
import { withdrawalToken } from './link.ts'
import { guardedOf, guardedStatements, refuseAdult } from './store.ts'

/**
 * Sends the guardian's phone what they consent to, once a day, and a code that is the consent when the guardian gives it to the
 * student (docs/rules/privacy.md 6.3).
 * @throws DomainError `illegal` for a student who is no minor, `guardian-phone-own`, `too-many-requests`.
 */
export const ask = reading(
  ({ caller, db }: ReadRequest<typeof contract>) => guardedStatements(db, caller.id),
  async (ctx: ActContext<typeof contract>, rows) => {
    const { actor, body, env, db, now } = ctx
    const { student } = guardedOf(rows)
    refuseAdult(student, now)
    refuse(whyNotGuardianPhone(body.phone, student.phone))
    await consumeAttempt(db, `guardian code ${actor.id}`, now, CODE_REQUEST_THROTTLE)
    await countMessageTo(db, 'whatsapp', body.phone, now)
    const url = `${appOrigin(env)}/guardian#${await withdrawalToken(env, actor.id, body.phone)}`
    await db.batch([
      livingSessionStatement(ctx),
      messageStatement(
        db,
        {
          channel: 'whatsapp',
          to: body.phone,
          template: 'guardian_asked',
          params: { student: student.name ?? student.phone ?? '—', url },
        },
        now,
        `guardian:${actor.id}:${body.phone}:${localDay(now)}`,
      ),
      ...guardianCodeStatements(db, actor.id, body.phone, now),
    ])
    await triggerUrgentDelivery(env)
    return undefined
  },
)
