import type { createReport } from '#contract/reports'
import { reports } from '#db/schema/reports'
import { reportAssets } from '#domain/files/kinds'
import { isStudent } from '#domain/roles'
import { isMinor } from '#domain/students/guardians'
import { ACCOUNT_REPORTS } from '#domain/throttle'
import { fileStatement, storeFiles } from '../files/store.ts'
import type { Act } from '../http/bind.ts'
import { completionStatements } from '../http/completion.ts'
import { abortIf, violationIn } from '../http/constraints.ts'
import { countingStatement, isSpent, windowRefusal } from '../http/throttle.ts'
import { notifyQueues } from '../live/staff-queues.ts'

/**
 * Stores a problem report with its screenshot and log (docs/rules/support.md 1.1).
 * @throws TooManyRequests past the reports of an account in an hour.
 * @throws DomainError `large-file-size`, `bad-request` for a screenshot or a log of another type.
 */
export const create: Act<typeof createReport> = async (ctx) => {
  const { actor, body, db, env, files, now, after } = ctx
  const sent = reportAssets.flatMap((kind) => {
    const file = files.get(kind)
    return file ? [{ kind, file }] : []
  })
  await storeFiles(ctx, sent, async (stored) => {
    const keys = Object.fromEntries(stored.map(({ kind, key }) => [kind, key]))
    const key = `reports ${actor.id}`
    const { uses, windowMs } = ACCOUNT_REPORTS
    const statements = [
      abortIf(db, 'reports-sent', isSpent(key, ACCOUNT_REPORTS, now)),
      countingStatement(db, key, { windowMs, cap: uses }, now),
      db.insert(reports).values({
        userId: actor.id,
        ...body,
        byMinor: isStudent(actor.role) && isMinor(actor.birthYear, now),
        foldedTitle: body.title,
        foldedDescription: body.description,
        ...keys,
        createdAt: now,
        updatedAt: now,
      }),
      ...completionStatements(ctx, null),
      ...stored.map((one) => fileStatement(db, one, actor.id, now)),
    ] as const
    await db.batch(statements).catch(async (error: unknown) => {
      throw violationIn(error) ? await windowRefusal(error, ctx, key, ACCOUNT_REPORTS) : error
    })
  })
  after(notifyQueues(env, 'reports'))
  return undefined
}
