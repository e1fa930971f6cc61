import { and, count, eq, gte, isNull, lt, sql } from 'drizzle-orm'
import { batchAll, type Statement } from '#db/batch'
import type { Db } from '#db/client'
import { alerts } from '#db/schema/alerts'
import { callMinutes } from '#db/schema/call-minutes'
import { outbox } from '#db/schema/outbox'
import { paymentInbox } from '#db/schema/payment-inbox'
import { hours, type Instant } from '#domain/cairo'
import {
  type AlertKind,
  type AlertSample,
  alertChanges,
  firingAlerts,
  JOB_MS,
  MESSAGE_MS,
  NOTICE_MS,
} from '#domain/staff/alerts'
import { statsParty } from '../../party/stubs.ts'
import { dashboardOrigin, type Env, staffAddress } from '../env.ts'
import { log } from '../http/logs.ts'
import { messageStatement, triggerDelivery } from '../messages/outbox.ts'
import { formatMessageNumber } from '../messages/times.ts'
import { lastRuns } from '../staff/read-server-stats.ts'

/** What happened, and the screen of the dashboard on which it shows. */
const SHOWN: Record<AlertKind, { what: string; path: string }> = {
  'api-errors': { what: 'أعطال من عندنا في الساعة اللي فاتت', path: '/server-stats' },
  'booking-failures': { what: 'حجوزات فشلت بعطل من عندنا', path: '/server-stats' },
  'joins-failed': { what: 'دخول حصص فشل', path: '/call-quality' },
  'notices-late': { what: 'إشعارات دفع متأخرة', path: '/payments' },
  'messages-late': { what: 'رسايل متأخرة في الإرسال', path: '/server-stats' },
  'messages-parked': { what: 'رسايل وقفت بعد كل المحاولات', path: '/inbox' },
  'jobs-failed': { what: 'مهام مجدولة فشلت', path: '/server-stats' },
}

type Notice = { kind: AlertKind; count: number; state: 'opened' | 'continues' | 'over' }

const STATES: Record<Notice['state'], string> = { opened: 'تنبيه', continues: 'لسه مستمر', over: 'انتهى' }

/** To the staff's mailbox and, where it is set, to the operator's phone: one of the two may be what does not work. */
function messages(env: Env, db: Db, { kind, count: failed, state }: Notice, now: Instant): Statement[] {
  const { what, path } = SHOWN[kind]
  const about = `${STATES[state]}: ${what} (${formatMessageNumber(failed)})`
  const params = { what: about, url: `${dashboardOrigin(env)}${path}` }
  const key = `alert:${kind}:${state}:${now}`
  const mail = { channel: 'email', to: staffAddress(env), template: 'service_alert', params } as const
  const text = { channel: 'whatsapp', to: env.ALERT_PHONE ?? '', template: 'service_alert', params } as const
  return [
    messageStatement(db, mail, now, key),
    ...(env.ALERT_PHONE ? [messageStatement(db, text, now, `${key}:phone`)] : []),
  ]
}

const sampleStatements = (db: Db, now: Instant) =>
  [
    db
      .select({ count: count() })
      .from(paymentInbox)
      .where(and(isNull(paymentInbox.processedAt), lt(paymentInbox.receivedAt, now - NOTICE_MS))),
    // The literals match those of the partial indexes.
    db
      .select({ count: count() })
      .from(outbox)
      .where(sql`${outbox.status} = 'pending' AND ${outbox.nextAttemptAt} <= ${now - MESSAGE_MS}`),
    db.select({ count: count() }).from(outbox).where(sql`${outbox.status} = 'parked'`),
    // A side that got in measures its first picture once, one that did not says why.
    db
      .select({
        all: sql<number>`COALESCE(SUM(${callMinutes.failure} IS NOT NULL OR ${callMinutes.firstPictureMs} IS NOT NULL), 0)`,
        failed: sql<number>`COALESCE(SUM(${callMinutes.failure} IS NOT NULL), 0)`,
      })
      .from(callMinutes)
      .where(gte(callMinutes.minute, now - hours(1))),
    lastRuns(db, sql`TRUE`),
    lastRuns(db, sql`r.ok = 1`),
    db.select().from(alerts).where(sql`${alerts.overAt} IS NULL`),
  ] as const

type Run = Awaited<ReturnType<typeof lastRuns>>[number]

/** Jobs whose last run failed and that have not succeeded for a while: one failure of a job that runs every few minutes is none. */
function failedJobs(last: readonly Run[], succeeded: readonly Run[], now: Instant): number {
  const successOf = (name: string) => succeeded.find((run) => run.name === name)?.startedAt ?? 0
  return last.filter(({ name, ok }) => ok === false && now - successOf(name) >= JOB_MS).length
}

/**
 * Notifies operators of what is wrong, again every four hours while it goes on, and once it is over (docs/rules/staff.md 19.2). An alert and its
 * messages are written in one batch, and one of a kind can be open: the run after one that was cut off does the rest.
 */
export async function sendAlerts(env: Env, db: Db, now: Instant): Promise<{ open: AlertKind[] }> {
  const [outcomes, rows] = await Promise.all([statsParty(env).outcomes(), db.batch(sampleStatements(db, now))])
  const [[late], [due], [parked], [joins], last, succeeded, open] = rows
  const sample: AlertSample = {
    requests: outcomes.requests,
    bookings: outcomes.bookings,
    joins: joins ?? { all: 0, failed: 0 },
    noticesLate: late?.count ?? 0,
    messagesLate: due?.count ?? 0,
    messagesParked: parked?.count ?? 0,
    jobsFailed: failedJobs(last, succeeded, now),
  }
  const firing = firingAlerts(sample)
  const { opened, continued, over } = alertChanges(open, firing, now)
  const statements: Statement[] = [
    ...opened.flatMap((one): Statement[] => [
      db.insert(alerts).values({ kind: one.kind, count: one.count, openedAt: now, lastFiringAt: now, notifiedAt: now }),
      ...messages(env, db, { kind: one.kind, count: one.count, state: 'opened' }, now),
    ]),
    ...continued.flatMap((one): Statement[] => [
      db
        .update(alerts)
        .set({ count: one.count, lastFiringAt: now, notifiedAt: one.isNotified ? now : one.notifiedAt })
        .where(eq(alerts.id, one.id)),
      ...(one.isNotified ? messages(env, db, { kind: one.kind, count: one.count, state: 'continues' }, now) : []),
    ]),
    ...over.flatMap((one): Statement[] => [
      db.update(alerts).set({ overAt: now }).where(eq(alerts.id, one.id)),
      ...messages(env, db, { kind: one.kind, count: one.count, state: 'over' }, now),
    ]),
  ]
  await batchAll(db, statements)
  for (const { kind, count: failed } of opened) log(env, 'error', 'alert', { kind, count: failed })
  if (opened.length + over.length > 0 || continued.some(({ isNotified }) => isNotified)) await triggerDelivery(env)
  return { open: firing.map(({ kind }) => kind) }
}
