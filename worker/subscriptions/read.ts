import { eq } from 'drizzle-orm'
import type { getSubscription } from '#contract/subscriptions'
import { subscriptions } from '#db/schema/subscriptions'
import { DomainError } from '#domain/errors'
import { isAdmin } from '#domain/roles'
import { type ReadRequest, reading } from '../http/bind.ts'
import { subscriptionView } from './store.ts'

/**
 * Any subscription for staff, their own for a student (docs/rules/minutes.md 3.7).
 * @throws DomainError `subscription-not-found`, `forbidden` for another student's.
 */
export const read = reading(
  ({ params, db }: ReadRequest<typeof getSubscription>) => [
    db.select().from(subscriptions).where(eq(subscriptions.id, params.id)),
  ],
  async ({ actor }, [[subscription]]) => {
    if (!subscription) throw new DomainError('subscription-not-found')
    if (subscription.userId !== actor.id && !isAdmin(actor.role)) throw new DomainError('forbidden')
    return subscriptionView(subscription)
  },
)
