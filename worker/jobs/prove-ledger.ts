import { desc, eq } from 'drizzle-orm'
import type { Statement } from '#db/batch'
import type { Db } from '#db/client'
import { ledgerProofs } from '#db/schema/ledger'
import { users } from '#db/schema/users'
import { hours, type Instant, localDay } from '#domain/cairo'
import { type Ids, isWithin, MOST_DIFFERING, newestPart, olderParts, type Part } from '#domain/ledger/parts'
import { Role } from '#domain/roles'
import type { Env } from '../env.ts'
import { log } from '../http/logs.ts'
import { type Finding, highestIds, proveLedger } from '../ledger/proof.ts'
import { settleLessons } from '../ledger/store.ts'
import { messageStatement, triggerDelivery } from '../messages/outbox.ts'
import { settleLateLessons } from './settle-lessons.ts'

/** A proof with the same findings as the last one is stored and mailed again only after this. */
const REPEAT_INTERVAL = hours(20)

/** One email per day to each super admin while there are findings. */
async function findingsMessages(db: Db, findings: readonly Finding[], now: Instant): Promise<Statement[]> {
  if (findings.length === 0) return []
  const admins = await db.select({ email: users.email }).from(users).where(eq(users.role, Role.SuperAdmin))
  const text = findings.map(({ what, expected, found }) => `${what}: ${found}, not ${expected}`).join('\n')
  return admins.map(({ email }) =>
    messageStatement(
      db,
      { channel: 'email', to: email, template: 'ledger_findings', params: { findings: text } },
      now,
      `ledger:${localDay(now)}:${email}`,
    ),
  )
}

/** The highest ids are those of this night: each kind of row is gone through from them down, a limited part of it every night. */
async function partsOf(
  db: Db,
  last: typeof ledgerProofs.$inferSelect | undefined,
): Promise<{ parts: Part[]; next: Ids }> {
  const newest = newestPart(await highestIds(db))
  const { parts, next } = olderParts(newest, last?.next ?? null)
  const differing = (last?.differing ?? []).filter((part) => !isWithin(part, newest))
  return { parts: [newest, ...differing, ...parts], next }
}

/** Settles and proves one part after the other: no statement reads more than one of them. */
async function prove(
  db: Db,
  now: Instant,
  parts: readonly Part[],
): Promise<{ findings: Finding[]; differing: Part[] }> {
  const findings: Finding[] = []
  const differing: Part[] = []
  for (const part of parts) {
    await settleLessons(db, now, { ids: part.lessons })
    const found = await proveLedger(db, now, part)
    const known = new Set(findings.map((one) => JSON.stringify(one)))
    findings.push(...found.filter((one) => !known.has(JSON.stringify(one))))
    if (found.length > 0) differing.push(part)
  }
  return { findings, differing: differing.slice(0, MOST_DIFFERING) }
}

/**
 * Proves the newest rows of the ledger, the next of the older ones, and again what differed in the last proof
 * (docs/rules/money.md 8.3), and stores the result. Findings are logged and mailed to the super admins.
 */
export async function proveLedgerByParts(
  env: Env,
  db: Db,
  now: Instant,
): Promise<{ findings: Finding[]; parts: number }> {
  await settleLateLessons(db, now)
  const [last] = await db.select().from(ledgerProofs).orderBy(desc(ledgerProofs.createdAt)).limit(1)
  const { parts, next } = await partsOf(db, last)
  const { findings, differing } = await prove(db, now, parts)
  const isKnown =
    last && last.createdAt > now - REPEAT_INTERVAL && JSON.stringify(last.findings) === JSON.stringify(findings)
  if (isKnown) return { findings, parts: parts.length }
  const messages = await findingsMessages(db, findings, now)
  await db.batch([db.insert(ledgerProofs).values({ findings, next, differing, createdAt: now }), ...messages])
  if (findings.length > 0) log(env, 'error', 'ledger-findings', { findings })
  if (messages.length > 0) await triggerDelivery(env)
  return { findings, parts: parts.length }
}
