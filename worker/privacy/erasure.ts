import { type askForErasure, erasureRefusal, type getErasure, type takeBackErasure } from '#contract/privacy'
import type { Db } from '#db/client'
import type { Instant } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { erasureDue, erasureState, obstaclesOf } from '#domain/privacy/erasure'
import { isStudent, isTutorSide, type Role } from '#domain/roles'
import { assertProof } from '../auth/proof-store.ts'
import { webOrigins } from '../env.ts'
import { type Act, type ReadRequest, reading } from '../http/bind.ts'
import { encoder } from '../http/encode.ts'
import { livingSessionStatement } from '../http/living-session.ts'
import { messageStatement, triggerDelivery } from '../messages/outbox.ts'
import { formatMessageTime } from '../messages/times.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { settleLessons } from '../withdrawals/ledger-store.ts'
import { mailReader } from './erasure-messages.ts'
import {
  askErasure,
  erasureView,
  latestErasure,
  openMattersOf,
  openStatements,
  stopErasure,
  takenBackStatement,
} from './erasure-store.ts'

const encodeRefusal = encoder(erasureRefusal)

/** What is open of an account; a tutor's lessons are settled first, so that their pay counts. */
export async function openMatters(db: Db, { id, role }: { id: number; role: Role }, now: Instant) {
  if (isTutorSide(role)) await settleLessons(db, now, { tutorId: id })
  return openMattersOf(await db.batch(openStatements(db, id, now)))
}

/** Where the request to erase one's account stands, and what has to end first (docs/rules/privacy.md 4.2). */
export const readErasure = reading(
  ({ caller, db, now }: ReadRequest<typeof getErasure>) => [
    latestErasure(db, caller.id),
    ...openStatements(db, caller.id, now),
  ],
  async (_, [[latest], ...open]) => erasureView(latest, openMattersOf(open)),
)

/**
 * Asks for the account to be erased in 14 days; a mail says until when that can be taken back (docs/rules/privacy.md 4.1, 4.8).
 * @throws DomainError `erasure-blocked` with what has to end first in its details, and the codes of `assertProof`.
 */
export const askForIt: Act<typeof askForErasure> = async (ctx) => {
  const { actor, body, db, env, now, after } = ctx
  await assertProof(ctx, body)
  const open = await openMatters(db, actor, now)
  const [[before], [reader]] = await db.batch([latestErasure(db, actor.id), mailReader(db, actor.id)])
  if (erasureState(before) === 'asked') return erasureView(before, open)
  const why = obstaclesOf(open)
  if (why.length > 0) throw new DomainError('erasure-blocked', why.join(', '), encodeRefusal({ why }))
  const audit = auditStatements(ctx, {
    act: 'privacy.erase',
    kind: 'user',
    id: actor.id,
    before: { erasureAskedAt: null },
    after: { erasureAskedAt: now },
  })
  const path = isStudent(actor.role) ? '/s/settings?tab=data' : '/t/account-settings?tab=data'
  const language = reader?.language ?? 'ar'
  const until = formatMessageTime(erasureDue(now), language)
  const params = { language, until, url: `${webOrigins(env)[0]}${path}` }
  const mail = { channel: 'email', to: actor.email, template: 'erasure_asked', params } as const
  await db.batch([
    livingSessionStatement(ctx),
    askErasure(db, actor.id, now),
    // Of two requests at once one is stored, and one mail.
    messageStatement(db, mail, now, `erasure:${actor.id}:${(before?.id ?? 0) + 1}`),
    ...audit,
  ])
  after(triggerDelivery(env))
  const [latest] = await latestErasure(db, actor.id)
  return erasureView(latest, open)
}

/** Takes the request back, and mails it: the account stays as it is. Repeated it changes nothing (docs/rules/privacy.md 4.1, 4.10). */
export const takeItBack: Act<typeof takeBackErasure> = async (ctx) => {
  const { actor, db, env, now, after } = ctx
  const [before] = await latestErasure(db, actor.id)
  if (erasureState(before) !== 'asked') return erasureView(before, await openMatters(db, actor, now))
  const audit = auditStatements(ctx, {
    act: 'privacy.keep',
    kind: 'user',
    id: actor.id,
    before: { erasureAskedAt: before?.askedAt ?? null },
    after: { erasureAskedAt: null },
  })
  await db.batch([
    livingSessionStatement(ctx),
    takenBackStatement(db, actor.id, now),
    stopErasure(db, actor.id, now),
    ...audit,
  ])
  after(triggerDelivery(env))
  const [open, [latest]] = await Promise.all([openMatters(db, actor, now), latestErasure(db, actor.id)])
  return erasureView(latest, open)
}
