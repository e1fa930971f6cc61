import type * as z from 'zod/mini'
import type { notifyWhatsApp, whatsAppReply } from '#contract/messages'
import { contactRequests } from '#db/schema/contact'
import { MAX_CONTACT_MESSAGE } from '#domain/inbox/contact-request'
import { cutText, visibleLine, visibleText } from '#domain/text'
import { PHONE_REPLIES } from '#domain/throttle'
import { MAX_NAME } from '#domain/users/name'
import { normalPhone } from '#domain/users/phone'
import type { ActContext } from '../http/bind.ts'
import { log } from '../http/logs.ts'
import { TooManyRequests } from '../http/rate-limit.ts'
import { consumeFixedWindow } from '../http/throttle.ts'
import { notifyQueues } from '../live/staff-queues.ts'

const TITLE = 'رسالة على واتساب'

/** What staff read of a message: its text, or its kind where it has none, such as a picture. */
const textOf = ({ type, text }: z.output<typeof whatsAppReply>): string =>
  cutText(visibleText(text?.body ?? ''), MAX_CONTACT_MESSAGE) || `[${cutText(visibleLine(type), MAX_NAME)}]`

/**
 * Stores what somebody has written to our WhatsApp number as a contact request, once for each id of WhatsApp's
 * (docs/rules/messages.md 1.12). More than the limit of a number in a day is only logged.
 */
export async function storeReply(
  { db, env, now, after }: ActContext<typeof notifyWhatsApp>,
  reply: z.output<typeof whatsAppReply>,
  profileName: string | null,
): Promise<void> {
  const phone = normalPhone(`+${reply.from}`)
  try {
    await consumeFixedWindow(db, `whatsapp ${phone}`, PHONE_REPLIES, now)
  } catch (error) {
    if (!(error instanceof TooManyRequests)) throw error
    log(env, 'warn', 'reply-not-stored', { provider: 'whatsapp' })
    return
  }
  const name = cutText(visibleLine(profileName ?? ''), MAX_NAME) || phone
  const message = textOf(reply)
  await db
    .insert(contactRequests)
    .values({
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
    })
    .onConflictDoNothing()
  after(notifyQueues(env, 'contact-requests'))
}
