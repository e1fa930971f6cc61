import { eq, inArray, sql } from 'drizzle-orm'
import { batchAll } from '#db/batch'
import type { Db } from '#db/client'
import { staffDigests } from '#db/schema/staff-digests'
import { users } from '#db/schema/users'
import type { Instant, LocalDay } from '#domain/cairo'
import { isStaff, roles } from '#domain/roles'
import { attentionOf, isToday, type QueueKind } from '#domain/staff/dashboard-queue'
import { digestDay, isDigestDue } from '#domain/staff/digest'
import { dashboardOrigin, type Env } from '../env.ts'
import { messageStatement, triggerDelivery } from '../messages/outbox.ts'
import { stopToken } from '../messages/stop-token.ts'
import { formatMessageNumber, formatMessageTime } from '../messages/times.ts'
import { queueEntries, queueStatements } from '../staff/queue.ts'

/** As the dashboard names them. */
const KINDS: Record<QueueKind, string> = {
  withdrawal: 'طلبات سحب للموافقة',
  'withdrawal-cancellation': 'طلبات سحب للإلغاء',
  payment: 'مدفوعات فيها مشكلة',
  'lesson-pay': 'حصص أجرها مستني قرار',
  'lesson-wrong': 'حصص حصل فيها مشكلة',
  'interview-verdict': 'مقابلات مستنية النتيجة',
  'demo-verdict': 'حصص تجريبية مستنية النتيجة',
  'interview-today': 'مقابلات النهاردة',
  'demo-today': 'حصص تجريبية النهاردة',
  'intro-video': 'فيديوهات تعريفية للمراجعة',
  activation: 'مدرّسين جاهزين للتفعيل',
  'student-risk': 'طلاب في متابعتك ممكن يمشوا',
  report: 'بلاغات مفتوحة',
  contact: 'رسايل تواصل جديدة',
  referral: 'دعوات أصحاب مستنية قرار',
  message: 'رسايل موصلتش',
  'photo-session': 'جلسات تصوير ناقصة',
}

type Entry = ReturnType<typeof queueEntries>[number]

/** One kind as a line of the mail: how many are the reader's, how many others wait too long, and since when. */
function lineOf({ kind, late, mine, oldest }: Entry): string {
  const others = late - mine.late
  const numbers = [
    mine.count > 0 && `عندك ${formatMessageNumber(mine.count)}`,
    others > 0 && `متأخر ${formatMessageNumber(others)}`,
  ].filter((part) => typeof part === 'string')
  const at = others > 0 ? oldest : (mine.items[0]?.since ?? null)
  const since = at === null ? '' : `، ${isToday(kind) ? 'أقربها' : 'أقدمها من'} ${formatMessageTime(at)}`
  return `${KINDS[kind]}: ${numbers.join('، ')}${since}`
}

const STAFF = roles.filter(isStaff)

/** All of the staff, whether they want the mail, and of which day they had it last. */
const staffStatement = (db: Db) =>
  db
    .select({
      id: users.id,
      role: users.role,
      email: users.email,
      verifiedEmail: users.verifiedEmail,
      isWanted: sql<boolean>`COALESCE(${staffDigests.isWanted}, 1)`.mapWith(staffDigests.isWanted),
      lastDay: staffDigests.lastDay,
    })
    .from(users)
    .leftJoin(staffDigests, eq(staffDigests.userId, users.id))
    .where(inArray(users.role, STAFF))

type Reader = Awaited<ReturnType<typeof staffStatement>>[number]

/** Writes one person's mail of a day, if anything needs them, and that the day is done. Returns whether there is a mail. */
async function digest(
  env: Env,
  db: Db,
  reader: Reader,
  { day, now }: { day: LocalDay; now: Instant },
): Promise<boolean> {
  const entries = queueEntries(reader, now, await batchAll(db, queueStatements(db, reader, now)))
  const count = attentionOf(entries)
  const done = db
    .insert(staffDigests)
    .values({ userId: reader.id, lastDay: day })
    .onConflictDoUpdate({ target: staffDigests.userId, set: { lastDay: day } })
  const lines = entries.filter((entry) => attentionOf([entry]) > 0).map(lineOf)
  const params = {
    count: formatMessageNumber(count),
    lines: lines.join('\n'),
    url: `${dashboardOrigin(env)}/`,
    stopToken: await stopToken(env, 'staff-digest-stop', reader.id),
  }
  const mail = messageStatement(
    db,
    { channel: 'email', to: reader.email, template: 'staff_digest', params },
    now,
    `digest:${reader.id}:${day}`,
  )
  await db.batch(count > 0 ? [done, mail] : [done])
  return count > 0
}

/**
 * Mails each member of staff what needs them, once a day from 9:00 Cairo time (docs/rules/staff.md 14.3). A message and the last
 * day of its reader are written in one batch, under a key of both: the run after one that was cut off does the others, and sends
 * nobody a second mail. Returns how many were written.
 */
export async function sendDigests(env: Env, db: Db, now: Instant): Promise<{ sent: number }> {
  const day = digestDay(now)
  if (day === null) return { sent: 0 }
  let sent = 0
  for (const reader of await staffStatement(db)) {
    if (isDigestDue(reader, day) && (await digest(env, db, reader, { day, now }))) sent++
  }
  if (sent > 0) await triggerDelivery(env)
  return { sent }
}
