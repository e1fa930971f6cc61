import type * as z from 'zod/mini'
import type { notifyWhatsApp, whatsAppReply } from '#contract/messages'
import { contactRequests } from '#db/schema/contact'
import { MAX_CONTACT_MESSAGE } from '#domain/inbox/contact-request'
import { cutText, visibleLine, visibleText } from '#domain/text'
import { PHONE_REPLIES } from '#domain/throttle'
import { MAX_NAME } from '#domain/users/name'
import { normalPhone } from '#domain/users/phone'
import type { ActContext } from '../http/bind.ts'
import { abortIf, violationIn } from '../http/constraints.ts'
import { log } from '../http/logs.ts'
import { countingStatement, isSpent } from '../http/throttle.ts'
import { notifyQueues } from '../live/staff-queues.ts'

const TITLE = 'رسالة على واتساب'

/** What staff read of a message: its text, or its kind where it has none, such as a picture. */
const textOf = ({ type, text }: z.output<typeof whatsAppReply>): string =>
  cutText(visibleText(text?.body ?? ''), MAX_CONTACT_MESSAGE) || `[${cutText(visibleLine(type), MAX_NAME)}]`

/**
 * Stores what somebody has written to our WhatsApp number as a contact request, and counts it, once for each id of WhatsApp's,
 * which repeats a request (docs/rules/messages.md 1.12). More than the limit of a number in a day is only logged.
 */
export async function storeReply(
  { db, env, now, after }: ActContext<typeof notifyWhatsApp>,
  reply: z.output<typeof whatsAppReply>,
  profileName: string | null,
): Promise<void> {
  const phone = normalPhone(`+${reply.from}`)
  const name = cutText(visibleLine(profileName ?? ''), MAX_NAME) || phone
  const message = textOf(reply)
  const key = `whatsapp ${phone}`
  const { uses, windowMs } = PHONE_REPLIES
  try {
    await db.batch([
      abortIf(db, 'reply-limit', isSpent(key, PHONE_REPLIES, now)),
      countingStatement(db, key, { windowMs, cap: uses }, now),
      db.insert(contactRequests).values({
        name,
        foldedName: name,
        phone,
        title: TITLE,
        foldedTitle: TITLE,
        message,
        foldedMessage: message,
        whatsAppId: reply.id,
        createdAt: now,
        updatedAt: now,
      }),
    ])
  } catch (error) {
    const violation = violationIn(error)
    if (!violation) throw error
    if ('code' in violation) log(env, 'warn', 'reply-not-stored', { provider: 'whatsapp' })
    return
  }
  after(notifyQueues(env, 'contact-requests'))
}
