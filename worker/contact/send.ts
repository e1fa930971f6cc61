import { sql } from 'drizzle-orm'
import type { sendContactRequest } from '#contract/contact'
import type { Db } from '#db/client'
import { contactRequests } from '#db/schema/contact'
import { throttles } from '#db/schema/throttles'
import { hours, type Instant } from '#domain/cairo'
import { staffAddress } from '../env.ts'
import type { Act } from '../http/bind.ts'
import { completionStatements } from '../http/completion.ts'
import { abortIf, violationIn } from '../http/constraints.ts'
import { TooManyRequests } from '../http/rate-limit.ts'
import { notifyQueues } from '../live/staff-queues.ts'
import { messageStatement, triggerDelivery } from '../messages/outbox.ts'

/** One accepted request per network in this time (docs/rules/support.md 2.2); a refused one does not count. */
const MIN_INTERVAL_MS = hours(6)

/** The statements that count the request of this network and fail the batch of a second one. */
function throttleStatements(db: Db, ip: string, now: Instant) {
  const key = `contact ${ip}`
  const fresh = { count: 1, resetsAt: now + MIN_INTERVAL_MS }
  const spent = sql`SELECT 1 FROM ${throttles} WHERE ${throttles.key} = ${key} AND ${throttles.resetsAt} > ${now}`
  return [
    abortIf(db, 'contact-sent', sql`EXISTS (${spent})`),
    db
      .insert(throttles)
      .values({ key, ...fresh })
      .onConflictDoUpdate({ target: throttles.key, set: fresh }),
  ] as const
}

/**
 * Stores the request and mails it to the staff (docs/rules/support.md 2.1).
 * @throws TooManyRequests for a second one within six hours.
 */
export const send: Act<typeof sendContactRequest> = async (at) => {
  const { body, db, env, now, ip, after } = at
  const { name, phone, title, message } = body
  const params = { environment: env.ENVIRONMENT, name, phone, title, message }
  await db
    .batch([
      ...throttleStatements(db, ip, now),
      db.insert(contactRequests).values({ ...body, createdAt: now, updatedAt: now }),
      ...completionStatements(at, null),
      messageStatement(db, { channel: 'email', to: staffAddress(env), template: 'contact_request', params }, now),
    ])
    .catch((error: unknown) => {
      throw violationIn(error) ? new TooManyRequests(MIN_INTERVAL_MS / 1000) : error
    })
  after(notifyQueues(env, 'contact-requests'))
  await triggerDelivery(env)
  return undefined
}
