import { eq, sql } from 'drizzle-orm'
import type { visitLink } from '#contract/links'
import { links } from '#db/schema/links'
import { DomainError } from '#domain/errors'
import { isAllowedLink } from '#domain/settings/link'
import type { Act } from '../http/bind.ts'

/**
 * Counts a visit of a short link and answers its target (docs/rules/screens.md 5.3).
 * @throws DomainError `not-found` for an unknown name, and for a target that this kind of link may not have.
 */
export const visit: Act<typeof visitLink> = async ({ params: { name }, db }) => {
  const [link] = await db.select({ url: links.url }).from(links).where(eq(links.name, name))
  if (!link || !isAllowedLink(name, link.url)) throw new DomainError('not-found')
  await db
    .update(links)
    .set({ visits: sql`${links.visits} + 1` })
    .where(eq(links.name, name))
  return link
}
