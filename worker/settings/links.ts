import { eq, type SQL, sql } from 'drizzle-orm'
import type { createLink, deleteLink, editLink, listLinks } from '#contract/links'
import { batchReturning } from '#db/batch'
import type { Db } from '#db/client'
import { links } from '#db/schema/links'
import { DomainError, refuse } from '#domain/errors'
import { isAllowedLink, linkKindOf, whyNotLink } from '#domain/settings/link'
import { withoutMarks } from '#domain/text'
import { type Act, type ReadRequest, type Recall, reading } from '../http/bind.ts'
import { completionStatements } from '../http/completion.ts'
import { violationIn } from '../http/constraints.ts'
import { orderTerms, pageOf, pageStatements } from '../http/pages.ts'
import { assertVersion, nextVersion, rowVersionStatement } from '../http/versions.ts'
import { auditStatements } from '../staff/audit-store.ts'

/** The short links of the site, for staff (docs/rules/screens.md 5.3). */

type Row = typeof links.$inferSelect

const linkView = (link: Row) => ({ ...link, kind: linkKindOf(link.name), leads: isAllowedLink(link.name, link.url) })

/** Names and addresses are no prose: they are compared as they are written, but for small and capital letters. */
const hasText = (word: string): SQL =>
  sql`instr(lower(${links.name} || char(10) || ${links.url}), lower(${withoutMarks(word)})) > 0`

const COLUMNS = { visits: links.visits, name: links.name } as const

export const list = reading(
  ({ db, query }: ReadRequest<typeof listLinks>) => {
    const where = query.search ? hasText(query.search) : undefined
    return pageStatements(db, links, where, query, orderTerms(COLUMNS, links.name, query))
  },
  async (_, page) => {
    const { rows, ...count } = pageOf(page)
    return { list: rows.map(linkView), ...count }
  },
)

/** @throws DomainError `not-found`. */
async function findLink(db: Db, name: string): Promise<Row> {
  const [link] = await db.select().from(links).where(eq(links.name, name))
  if (!link) throw new DomainError('not-found')
  return link
}

const refuseTaken = (error: unknown): never => {
  throw violationIn(error) ? new DomainError('illegal', 'name: taken') : error
}

/**
 * A new short link (docs/rules/screens.md 5.3).
 * @throws DomainError `illegal` for a taken name, one of no kind, and an address to which its kind may not lead.
 */
export const create: Act<typeof createLink> = async (ctx) => {
  const { body, db, now } = ctx
  const { name, url } = body
  refuse(whyNotLink(name, url), 'url: not one to which a link of this name may lead')
  const [[link]] = await db
    .batch([
      db.insert(links).values({ name, url, createdAt: now, updatedAt: now }).returning(),
      ...completionStatements(ctx, name),
      ...auditStatements(ctx, { act: 'link.create', kind: 'link', id: null, after: { name, url } }),
    ])
    .catch(refuseTaken)
  if (!link) throw new Error('The new link was not returned')
  return linkView(link)
}

/** @throws DomainError `not-found`. */
export const recallCreated: Recall<typeof createLink> = async ({ db }, made) => linkView(await findLink(db, made))

/**
 * Lets a link lead elsewhere (docs/rules/screens.md 5.3).
 * @throws DomainError `not-found`, `illegal` for an address to which its kind may not lead, `version-conflict`.
 */
export const edit: Act<typeof editLink> = async (ctx) => {
  const { params, body, db, now } = ctx
  const { name } = params
  const { url } = body
  const before = await findLink(db, name)
  assertVersion(ctx, before)
  refuse(whyNotLink(name, url), 'url: not one to which a link of this name may lead')
  const isThis = eq(links.name, name)
  const saved = db
    .update(links)
    .set({ url, updatedAt: nextVersion(links, now) })
    .where(isThis)
    .returning()
  const audit = auditStatements(ctx, {
    act: 'link.edit',
    kind: 'link',
    id: null,
    before: { name, url: before.url },
    after: { name, url },
  })
  const [link] = await batchReturning(db, [rowVersionStatement(ctx, links, isThis), ...audit], saved)
  if (!link) throw new DomainError('not-found')
  return linkView(link)
}

/**
 * Deletes a link with its count of visits (docs/rules/screens.md 5.3).
 * @throws DomainError `not-found`, `version-conflict`.
 */
export const remove: Act<typeof deleteLink> = async (ctx) => {
  const { params, db } = ctx
  const link = await findLink(db, params.name)
  assertVersion(ctx, link)
  const { name, url, visits } = link
  const isThis = eq(links.name, name)
  await db.batch([
    rowVersionStatement(ctx, links, isThis),
    db.delete(links).where(isThis),
    ...auditStatements(ctx, { act: 'link.delete', kind: 'link', id: null, before: { name, url, visits } }),
  ])
  return undefined
}
