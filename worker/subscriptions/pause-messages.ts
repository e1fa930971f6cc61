import type { Statement } from '#db/batch'
import type { Db } from '#db/client'
import type { Instant, TimeRange } from '#domain/cairo'
import { type Env, paymentsPage } from '../env.ts'
import { messageStatement, whatsAppStatements } from '../messages/outbox.ts'
import { formatMessageTime } from '../messages/times.ts'
import type { Told } from '../messages/told.ts'

type ToldPause = TimeRange & {
  /** When the plan ends now. */
  planEnd: Instant
}

/**
 * The statements that tell the student that staff have paused the plan, or ended or undone its pause: by WhatsApp, or by e-mail where
 * WhatsApp does not reach the student (docs/rules/minutes.md 10.9). `pause` is what is left of it.
 */
export function pauseNotices(
  env: Env,
  db: Db,
  told: readonly Told[],
  act: 'paused' | 'ended',
  { start, end, planEnd }: ToldPause,
  now: Instant,
): Statement[] {
  const params = { end: formatMessageTime(planEnd), url: paymentsPage(env) }
  const until = formatMessageTime(end)
  const message =
    act === 'paused'
      ? ({ template: 'plan_paused', params: { ...params, from: formatMessageTime(start), until } } as const)
      : end > start
        ? ({ template: 'pause_ended', params: { ...params, until } } as const)
        : ({ template: 'pause_undone', params } as const)
  return told.flatMap((to) => {
    const byWhatsApp = whatsAppStatements(db, to, message, now)
    if (byWhatsApp.length > 0 || !to.verifiedEmail) return byWhatsApp
    return [messageStatement(db, { channel: 'email', to: to.email, ...message }, now)]
  })
}
