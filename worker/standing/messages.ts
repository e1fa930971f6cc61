import type { Statement } from '#db/batch'
import type { Db } from '#db/client'
import type { Instant } from '#domain/cairo'
import { type Env, webOrigins } from '../env.ts'
import type { StandingTemplate } from '../messages/message.ts'
import { messageStatement, pushStatement, whatsAppStatements } from '../messages/outbox.ts'
import type { Told } from '../messages/told.ts'

type StandingNotice = { template: StandingTemplate; time: string; key: string; path: string }

/** Where a student and a tutor see their standing times. */
export const STANDING_PATH = '/standing-times'

/**
 * The statements that tell somebody about a standing time once, by notification and by WhatsApp, or by e-mail where WhatsApp does not
 * reach them (docs/rules/lessons.md 15.8).
 */
export function standingNotices(
  env: Env,
  db: Db,
  to: Told,
  { template, time, key, path }: StandingNotice,
  now: Instant,
): Statement[] {
  const params = { time, url: `${webOrigins(env)[0]}${path}` }
  const dedupeKey = `standing:${key}:${to.id}`
  const byWhatsApp = whatsAppStatements(db, to, { template, params }, now, dedupeKey)
  const mail = { channel: 'email', to: to.email, template, params } as const
  return [
    pushStatement(db, [{ userId: to.id, template, params: { path, topic: `standing-${key}`, time }, dedupeKey }], now),
    ...(byWhatsApp.length > 0 || !to.verifiedEmail ? byWhatsApp : [messageStatement(db, mail, now, dedupeKey)]),
  ]
}
