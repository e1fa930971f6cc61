import type { askForDataExport, getDataExport, revealDataExport } from '#contract/privacy'
import { DomainError } from '#domain/errors'
import { exportState, isUnderWay, nextExportAt } from '#domain/privacy/export'
import { assertProof } from '../auth/proof-store.ts'
import { privateUrl, publicKey, uploadUrl } from '../files/store.ts'
import { type Act, type ReadRequest, reading } from '../http/bind.ts'
import { livingSessionStatement } from '../http/living-session.ts'
import { TooManyRequests } from '../http/rate-limit.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { askStatement, exportView, latestStatement } from './export-store.ts'

/** Where the copy of one's data stands (docs/rules/privacy.md 2.2). */
export const read = reading(
  ({ caller, db }: ReadRequest<typeof getDataExport>) => [latestStatement(db, caller.id)],
  async ({ now }, [[latest]]) => exportView(latest, now),
)

/**
 * Asks for a copy. While one is under way it is that one, so that pressing again makes no second (docs/rules/privacy.md 2.1).
 * @throws TooManyRequests within a day of the last, and the codes of `assertProof`.
 */
export const ask: Act<typeof askForDataExport> = async (ctx) => {
  const { actor, body, db, now } = ctx
  await assertProof(ctx, body)
  const [before] = await latestStatement(db, actor.id)
  if (isUnderWay(exportState(before, now))) return exportView(before, now)
  const next = nextExportAt(before, now)
  if (next !== null) throw new TooManyRequests(Math.ceil((next - now) / 1000))
  const audit = auditStatements(ctx, {
    act: 'privacy.ask',
    kind: 'user',
    id: actor.id,
    before: { dataExportAt: before?.askedAt ?? null },
    after: { dataExportAt: now },
  })
  await db.batch([livingSessionStatement(ctx), askStatement(db, actor.id, now), ...audit])
  const [latest] = await latestStatement(db, actor.id)
  return exportView(latest, now)
}

/**
 * Where to download the copy: a token of the owner proves nothing (docs/rules/privacy.md 2.5).
 * @throws DomainError `not-found` without a ready one, and the codes of `assertProof`.
 */
export const reveal: Act<typeof revealDataExport> = async (ctx) => {
  const { actor, body, db, env, now } = ctx
  await assertProof(ctx, body)
  const [latest] = await latestStatement(db, actor.id)
  const url = exportState(latest, now) === 'ready' ? await privateUrl(env, latest?.key ?? null, now) : null
  if (!latest || url === null) throw new DomainError('not-found')
  const addressOf = async (key: string) =>
    publicKey(key.replaceAll('/', '.')) ? uploadUrl(key) : privateUrl(env, key, now)
  const largeFiles = await Promise.all(
    latest.largeFiles.map(async ({ key, name, bytes }) => ({ name, bytes, url: (await addressOf(key)) ?? '' })),
  )
  return { url, largeFiles }
}
