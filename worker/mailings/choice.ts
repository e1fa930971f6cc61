import { eq } from 'drizzle-orm'
import type { changeMailingChoice, readMailingChoice, stopMailings } from '#contract/mailings'
import type { Db } from '#db/client'
import { mailingChoices } from '#db/schema/mailings'
import { users } from '#db/schema/users'
import { DomainError } from '#domain/errors'
import type { MailLanguage } from '#domain/mailings/mail'
import { type Act, type ActContext, type ReadRequest, reading } from '../http/bind.ts'
import { readerOfToken } from '../messages/stop-token.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { marketingStatement } from '../users/consent-store.ts'

type Choice = { isWanted: boolean; language: MailLanguage }

const choiceOf = (db: Db, userId: number) =>
  db
    .select({ isWanted: mailingChoices.isWanted, language: mailingChoices.language })
    .from(mailingChoices)
    .where(eq(mailingChoices.userId, userId))

/** Nobody gets mailings who has not agreed to them (docs/rules/privacy.md 5.5). */
const UNCHOSEN: Choice = { isWanted: false, language: 'ar' }

/** Whether the caller gets mailings, and in which language (docs/rules/accounts.md 6.8). */
export const readChoice = reading(
  ({ caller, db }: ReadRequest<typeof readMailingChoice>) => [choiceOf(db, caller.id)],
  async (_, [[chosen]]) => chosen ?? UNCHOSEN,
)

/** Switches the caller's mailings on or off, and chooses their language (docs/rules/accounts.md 6.8). */
export const changeChoice = reading(
  ({ caller, db }: ReadRequest<typeof changeMailingChoice>) => [choiceOf(db, caller.id)],
  async (ctx: ActContext<typeof changeMailingChoice>, [[chosen]]) => {
    const { actor, body, db, now } = ctx
    const { isWanted, language } = body
    await db.batch([
      db
        .insert(mailingChoices)
        .values({ userId: actor.id, isWanted: false, language })
        .onConflictDoUpdate({ target: mailingChoices.userId, set: { language } }),
      marketingStatement(db, { userId: actor.id, given: isWanted, place: 'settings', now }),
      ...auditStatements(ctx, {
        act: 'mailingChoice.change',
        kind: 'user',
        id: actor.id,
        before: chosen ?? UNCHOSEN,
        after: body,
      }),
    ])
    return body
  },
)

/**
 * Stops the mailings of whoever the link was mailed to (docs/rules/staff.md 18.8); those that wait are not sent any more.
 * @throws DomainError `invalid-verification-code` for a token that is not ours, or of an account that is gone.
 */
export const stop: Act<typeof stopMailings> = async (ctx) => {
  const { db, env, now, params } = ctx
  const readerId = await readerOfToken(env, 'mailing-stop', params.token)
  const [found] = await db.select({ id: users.id, role: users.role }).from(users).where(eq(users.id, readerId))
  if (!found) throw new DomainError('invalid-verification-code')
  await db.batch([
    marketingStatement(db, { userId: found.id, given: false, place: 'link', now }),
    // Possession of the link proves the reader of the mail.
    ...auditStatements(
      { ...ctx, actor: found },
      { act: 'mailingChoice.stop', kind: 'user', id: found.id, after: { isWanted: false } },
    ),
  ])
  return undefined
}
