import type { sendContactRequest } from '#contract/contact'
import { contactRequests } from '#db/schema/contact'
import { MAILED_CONTACT_REQUESTS as mailed, NETWORK_CONTACT_REQUESTS } from '#domain/throttle'
import { staffAddress } from '../env.ts'
import type { Act } from '../http/bind.ts'
import { completionStatements } from '../http/completion.ts'
import { abortIf, violationIn } from '../http/constraints.ts'
import { countingStatement, isSpent, isWithinUses, windowRefusal } from '../http/throttle.ts'
import { notifyQueues } from '../live/staff-queues.ts'
import { messageStatementIf, triggerDelivery } from '../messages/outbox.ts'

/** The key under which the mails of contact requests are counted. */
const MAILED = 'contact mails'

/**
 * Stores the request and mails it to the staff (docs/rules/support.md 2.1, 2.3).
 * @throws TooManyRequests for a second one within six hours.
 */
export const send: Act<typeof sendContactRequest> = async (ctx) => {
  const { body, db, env, now, ip, after } = ctx
  const { name, phone, title, message } = body
  const params = { environment: env.ENVIRONMENT, name, phone, title, message }
  const key = `contact ${ip}`
  const { uses, windowMs } = NETWORK_CONTACT_REQUESTS
  await db
    .batch([
      abortIf(db, 'contact-sent', isSpent(key, NETWORK_CONTACT_REQUESTS, now)),
      countingStatement(db, key, { windowMs, cap: uses }, now),
      db.insert(contactRequests).values({
        ...body,
        foldedName: name,
        foldedTitle: title,
        foldedMessage: message,
        createdAt: now,
        updatedAt: now,
      }),
      ...completionStatements(ctx, null),
      countingStatement(db, MAILED, { windowMs: mailed.windowMs, cap: mailed.uses + 1 }, now),
      messageStatementIf(
        db,
        { channel: 'email', to: staffAddress(env), template: 'contact_request', params },
        now,
        isWithinUses(MAILED, mailed.uses),
      ),
    ])
    .catch(async (error: unknown) => {
      throw violationIn(error) ? await windowRefusal(error, ctx, key, NETWORK_CONTACT_REQUESTS) : error
    })
  after(notifyQueues(env, 'contact-requests'))
  await triggerDelivery(env)
  return undefined
}
