import { eq } from 'drizzle-orm'
import { plan } from '#contract/plans'
import type { Db } from '#db/client'
import { plans } from '#db/schema/plans'
import type { Instant } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { GUEST_MEMORY_MS } from '#domain/http-caching'
import { readTimer } from '../http/clock.ts'
import { encoder } from '../http/encode.ts'
import type { Count } from '../http/pages.ts'

export type PlanRow = typeof plans.$inferSelect

type Offers = { list: PlanRow[] } & Count

const MAX_QUERIES = 100

/** What this isolate has just read for signed-in people who are no admins, by the query, until it changes a plan itself. */
let recent = new Map<string, { offers: Offers; until: Instant }>()

/** The plans that everybody may buy, as old as a guest's answer may be; undefined where they have to be read. */
export function recentOffers(query: object): Offers | undefined {
  const found = recent.get(JSON.stringify(query))
  return found && readTimer() < found.until ? found.offers : undefined
}

export function keepOffers(query: object, offers: Offers): Offers {
  if (recent.size >= MAX_QUERIES) recent.clear()
  recent.set(JSON.stringify(query), { offers, until: readTimer() + GUEST_MEMORY_MS })
  return offers
}

/** Call after a plan has changed. */
export function forgetOffers(): void {
  recent = new Map()
}

/** A plan in wire form for the audit log. */
export const auditedPlan = encoder(plan)

/** The query whose row `planOf` takes. */
export const planStatement = (db: Db, id: number) => db.select().from(plans).where(eq(plans.id, id))

/** @throws DomainError `plan-not-found`. */
export function planOf([plan]: readonly PlanRow[]): PlanRow {
  if (!plan) throw new DomainError('plan-not-found')
  return plan
}

/** @throws DomainError `plan-not-found`. */
export const findPlan = async (db: Db, id: number): Promise<PlanRow> => planOf(await planStatement(db, id))
