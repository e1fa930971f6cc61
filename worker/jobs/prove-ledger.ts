import { desc, eq, lte } from 'drizzle-orm'
import type { Statement } from '#db/batch'
import type { Db } from '#db/client'
import { ledgerChanges, ledgerProofs } from '#db/schema/ledger'
import { users } from '#db/schema/users'
import { hours, type Instant, localDay } from '#domain/cairo'
import { Role } from '#domain/roles'
import { MOST_DIFFERING, type Part, partsOfNight, partsWithout } from '#domain/withdrawals/ledger-parts'
import type { Env } from '../env.ts'
import { log } from '../http/logs.ts'
import { messageStatement, triggerDelivery } from '../messages/outbox.ts'
import { changesSince, highestIds, provenToThese } from '../withdrawals/ledger-changes.ts'
import { type Finding, proveLedger } from '../withdrawals/ledger-proof.ts'
import { settleLessons } from '../withdrawals/ledger-store.ts'
import { settleLateLessons } from './settle-lessons.ts'

/** The same findings are stored and mailed again only after this interval. */
const REPEAT_INTERVAL = hours(20)

/** One e-mail per day to each super admin while there are findings. */
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

type Proof = typeof ledgerProofs.$inferSelect

/** What a night proves, and what it stores for the next night. */
type Night = Pick<Proof, 'next' | 'provenTo'> & { parts: Part[]; lastChange: number }

/**
 * What has changed since the last proof, its findings, and the next part of all rows; a small ledger is proven whole. Where
 * no earlier proof has stored its progress, changes are proven from now on.
 */
async function nightAfter(db: Db, last: Proof | undefined, now: Instant): Promise<Night> {
  const highest = await highestIds(db)
  const { parts, next } = partsOfNight(highest, last?.next ?? null)
  const changes = await changesSince(db, last?.provenTo ?? provenToThese(highest, now), highest, now)
  const more = partsWithout([...changes.parts, ...(last?.differing ?? [])], parts)
  return { parts: [...more, ...parts], next, provenTo: changes.provenTo, lastChange: changes.lastChange }
}

/** Proves a part, and once more after settling if what differed was a lesson that had not been paid yet. */
async function provePart(db: Db, now: Instant, part: Part): Promise<Finding[]> {
  const found = await proveLedger(db, now, part)
  if (found.length === 0 || (await settleLessons(db, now, { ids: part.lessons })) === 0) return found
  return proveLedger(db, now, part)
}

/** Proves the parts one by one, so that no statement reads more than one part. */
async function prove(
  db: Db,
  now: Instant,
  parts: readonly Part[],
): Promise<{ findings: Finding[]; differing: Part[] }> {
  const findings: Finding[] = []
  const differing: Part[] = []
  for (const part of parts) {
    const found = await provePart(db, now, part)
    const known = new Set(findings.map((one) => JSON.stringify(one)))
    findings.push(...found.filter((one) => !known.has(JSON.stringify(one))))
    if (found.length > 0) differing.push(part)
  }
  return { findings, differing: differing.slice(0, MOST_DIFFERING) }
}

/**
 * Proves what has changed in the ledger since the last proof, what differed then, and a thirtieth of all rows
 * (docs/rules/money.md 8.3), and stores the result. An interrupted run stores nothing, so the next one starts at the same
 * point. Findings are logged and mailed to the super admins.
 */
export async function proveLedgerByParts(
  env: Env,
  db: Db,
  now: Instant,
): Promise<{ findings: Finding[]; parts: number }> {
  const [last] = await db.select().from(ledgerProofs).orderBy(desc(ledgerProofs.createdAt)).limit(1)
  await settleLateLessons(db, now, last?.provenTo?.lessons ?? null)
  const { parts, next, provenTo, lastChange } = await nightAfter(db, last, now)
  const { findings, differing } = await prove(db, now, parts)
  const isKnown =
    last && last.createdAt > now - REPEAT_INTERVAL && JSON.stringify(last.findings) === JSON.stringify(findings)
  if (isKnown) return { findings, parts: parts.length }
  const messages = await findingsMessages(db, findings, now)
  await db.batch([
    db.insert(ledgerProofs).values({ findings, next, differing, provenTo, createdAt: now }),
    db.delete(ledgerChanges).where(lte(ledgerChanges.id, lastChange)),
    ...messages,
  ])
  if (findings.length > 0) log(env, 'error', 'ledger-findings', { findings })
  if (messages.length > 0) await triggerDelivery(env)
  return { findings, parts: parts.length }
}
