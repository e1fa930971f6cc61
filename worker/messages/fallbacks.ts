import { and, asc, eq, lte } from 'drizzle-orm'
import { batchAll, type Statement } from '#db/batch'
import type { Db } from '#db/client'
import { outbox } from '#db/schema/outbox'
import { users } from '#db/schema/users'
import type { Instant } from '#domain/cairo'
import { isFallbackUseful } from '#domain/messages/delivery'
import { maskPhone } from '#domain/messages/masking'
import type { Env } from '../env.ts'
import { isAmong } from '../http/filters.ts'
import { log } from '../http/logs.ts'
import type { EmailMessage } from './message.ts'
import { messageStatement } from './outbox.ts'

/** Urgent messages of one run; the rest is due in the next one. */
const AT_ONCE = 40

type Due = { template: string; to: string; params: Record<string, string>; email: string }

/**
 * The mail in place of a message. A code proves who holds the phone, so it goes nowhere else: the mail only says that it did not
 * arrive.
 */
function mailOf({ template, to, params, email }: Due): EmailMessage {
  if (template === 'verify_phone_number')
    return { channel: 'email', to: email, template: 'phone_code_missed', params: { phone: maskPhone(to) } }
  const { time = '', url = '' } = params
  return { channel: 'email', to: email, template: 'meeting_reminder', params: { time, url } }
}

/**
 * Mails the urgent messages that were not delivered by WhatsApp in time, each once, to the proven address of the same person
 * (docs/rules/messages.md 1.11). The caller starts the delivery.
 */
export async function sendFallbacks(env: Env, db: Db, now: Instant): Promise<void> {
  const due = await db
    .select({
      id: outbox.id,
      template: outbox.template,
      to: outbox.to,
      params: outbox.params,
      createdAt: outbox.createdAt,
      email: users.email,
    })
    .from(outbox)
    .leftJoin(users, and(eq(users.id, outbox.userId), eq(users.verifiedEmail, true)))
    .where(lte(outbox.fallbackAt, now))
    .orderBy(asc(outbox.fallbackAt))
    .limit(AT_ONCE)
  if (due.length === 0) return
  const mails = due.flatMap(({ id, createdAt, email, ...row }): Statement[] =>
    email !== null && isFallbackUseful(createdAt, now)
      ? [messageStatement(db, mailOf({ ...row, email }), now, `fallback ${id}`)]
      : [],
  )
  const ids = due.map(({ id }) => id)
  await batchAll(db, [db.update(outbox).set({ fallbackAt: null }).where(isAmong(outbox.id, ids)), ...mails])
  log(env, 'warn', 'messages-not-delivered-in-time', { count: due.length, mailed: mails.length })
}
