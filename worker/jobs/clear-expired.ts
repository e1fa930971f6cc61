import { lt } from 'drizzle-orm'
import type { Db } from '#db/client'
import { idempotencyKeys } from '#db/schema/idempotency'
import { throttles } from '#db/schema/throttles'
import { confirmationCodes } from '#db/schema/verification'
import { hours, type Instant } from '#domain/cairo'
import type { Env } from '../env.ts'

/** How long idempotency keys and codes are kept: a later repetition is a new request (docs/rules/api.md 6.1). */
const RETENTION = hours(48)

/** Deletes idempotency keys, confirmation codes and throttle counters that have expired. */
export async function clearExpired(_env: Env, db: Db, now: Instant): Promise<void> {
  await db.batch([
    db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, now - RETENTION)),
    db.delete(confirmationCodes).where(lt(confirmationCodes.expiresAt, now - RETENTION)),
    db.delete(throttles).where(lt(throttles.resetsAt, now)),
  ])
}
