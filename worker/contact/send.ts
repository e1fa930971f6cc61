import { sql } from 'drizzle-orm'
import type { sendContactRequest } from '#contract/contact'
import type { Db } from '#db/client'
import { contactRequests } from '#db/schema/contact'
import { throttles } from '#db/schema/throttles'
import { hours, type Instant } from '#domain/cairo'
import { staffAddress } from '../env.ts'
import type { Act } from '../http/bind.ts'
import { refusalIn, stopIf } from '../http/constraints.ts'
import { TooManyRequests } from '../http/limits.ts'
import { messageStatement, triggerDelivery } from '../messages/outbox.ts'

/** One success from one place in this time (docs/rules/support.md 2.2); what was refused does not count. */
const ONCE_IN = hours(6)

/** The statements that let this place through once: the batch of a second request fails. */
function onceStatements(db: Db, ip: string, now: Instant) {
  const key = `contact ${ip}`
  const fresh = { count: 1, resetsAt: now + ONCE_IN }
  const spent = sql`SELECT 1 FROM ${throttles} WHERE ${throttles.key} = ${key} AND ${throttles.resetsAt} > ${now}`
  return [
    stopIf(db, sql`EXISTS (${spent})`),
    db
      .insert(throttles)
      .values({ key, ...fresh })
      .onConflictDoUpdate({ target: throttles.key, set: fresh }),
  ] as const
}

/**
 * POST /contact-request/: kept, and told to the staff by e-mail (docs/rules/support.md 2.1).
 * @throws TooManyRequests for a second one; the codes of the fields.
 */
export const send: Act<typeof sendContactRequest> = async ({ body, db, env, now, ip }) => {
  const { name, phone, title, message } = body
  const params = { environment: env.ENVIRONMENT, name, phone, title, message }
  await db
    .batch([
      ...onceStatements(db, ip, now),
      db.insert(contactRequests).values({ ...body, createdAt: now }),
      messageStatement(db, { channel: 'email', to: staffAddress(env), template: 'contact_request', params }, now),
    ])
    .catch((error: unknown) => {
      throw refusalIn(error) ? new TooManyRequests(ONCE_IN / 1000) : error
    })
  await triggerDelivery(env)
  return undefined
}
