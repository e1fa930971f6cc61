import { eq } from 'drizzle-orm'
import type { giveConsents, listConsents, readConsents } from '#contract/consents'
import { users } from '#db/schema/users'
import { DomainError } from '#domain/errors'
import { textVersions } from '#domain/users/consents'
import { type Act, type ReadRequest, reading } from '../http/bind.ts'
import { livingSessionStatement } from '../http/living-session.ts'
import { acceptStatement, consentsOf, registerView } from './consent-store.ts'

/** What the caller has agreed to, and what is to be accepted (docs/rules/privacy.md 5.4, 5.6). */
export const read = reading(
  ({ caller, db }: ReadRequest<typeof readConsents>) => [consentsOf(db, caller.id)],
  async ({ actor }, [list]) => registerView(actor, list),
)

/**
 * Accepts texts at the question that is asked after one has changed (docs/rules/privacy.md 5.4). Of repeated and of concurrent
 * requests one is registered.
 * @throws DomainError `consent-outdated` for a version that is not in force; then nothing is accepted.
 */
export const give: Act<typeof giveConsents> = async (ctx) => {
  const { actor, body, db, now } = ctx
  const outdated = body.accepted.filter(({ text, version }) => version !== textVersions[text])
  if (outdated.length > 0) throw new DomainError('consent-outdated', outdated.map(({ text }) => text).join(', '))
  const texts = [...new Set(body.accepted.map(({ text }) => text))]
  const { id } = actor
  const [, , list, [account]] = await db.batch([
    livingSessionStatement(ctx),
    acceptStatement(db, { userId: id, texts, place: 'question', now }),
    consentsOf(db, id),
    db.select().from(users).where(eq(users.id, id)),
  ])
  return registerView(account ?? actor, list)
}

/** What somebody has agreed to, for admins (docs/rules/privacy.md 5.6). @throws DomainError `user-not-found`. */
export const list = reading(
  ({ db, params }: ReadRequest<typeof listConsents>) => [
    db.select().from(users).where(eq(users.id, params.id)),
    consentsOf(db, params.id),
  ],
  async (_, [[account], found]) => {
    if (!account) throw new DomainError('user-not-found')
    return registerView(account, found)
  },
)
