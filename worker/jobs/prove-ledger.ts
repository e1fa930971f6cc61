import { desc, eq } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Db } from '#db/client'
import { ledgerProofs } from '#db/schema/ledger'
import { users } from '#db/schema/users'
import { hours, type Instant, localDay } from '#domain/cairo'
import { Role } from '#domain/roles'
import type { Env } from '../env.ts'
import { log } from '../http/logs.ts'
import { type Finding, proveLedger as prove } from '../ledger/proof.ts'
import { settleLessons } from '../ledger/store.ts'
import { messageStatement, triggerDelivery } from '../messages/outbox.ts'

/** A proof that found the same is written down once a day, however often it runs. */
const REPEAT_INTERVAL = hours(20)

/** A letter a day to each super admin, for as long as something is amiss. */
async function findingsMessages(db: Db, findings: readonly Finding[], now: Instant): Promise<BatchItem<'sqlite'>[]> {
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

/** The nightly proof of the ledger: written down, logged when something is amiss, and told to the super admins. */
export async function proveLedger(env: Env, db: Db, now: Instant): Promise<{ findings: Finding[] }> {
  await settleLessons(db, now)
  const findings = await prove(db, now)
  const [last] = await db.select().from(ledgerProofs).orderBy(desc(ledgerProofs.createdAt)).limit(1)
  const isKnown =
    last && last.createdAt > now - REPEAT_INTERVAL && JSON.stringify(last.findings) === JSON.stringify(findings)
  if (isKnown) return { findings }
  const told = await findingsMessages(db, findings, now)
  await db.batch([db.insert(ledgerProofs).values({ findings, createdAt: now }), ...told])
  if (findings.length > 0) log(env, 'error', 'ledger-findings', { findings })
  if (told.length > 0) await triggerDelivery(env)
  return { findings }
}
