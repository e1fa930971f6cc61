import { desc, eq } from 'drizzle-orm'
import type { Statement } from '#db/batch'
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

/** Runs the proof of the ledger and stores its result. Findings are logged and mailed to the super admins. */
export async function proveLedger(env: Env, db: Db, now: Instant): Promise<{ findings: Finding[] }> {
  await settleLessons(db, now)
  const findings = await prove(db, now)
  const [last] = await db.select().from(ledgerProofs).orderBy(desc(ledgerProofs.createdAt)).limit(1)
  const isKnown =
    last && last.createdAt > now - REPEAT_INTERVAL && JSON.stringify(last.findings) === JSON.stringify(findings)
  if (isKnown) return { findings }
  const messages = await findingsMessages(db, findings, now)
  await db.batch([db.insert(ledgerProofs).values({ findings, createdAt: now }), ...messages])
  if (findings.length > 0) log(env, 'error', 'ledger-findings', { findings })
  if (messages.length > 0) await triggerDelivery(env)
  return { findings }
}
