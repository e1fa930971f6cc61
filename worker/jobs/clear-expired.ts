import { lt } from 'drizzle-orm'
import type { Db } from '#db/client'
import { authSessions } from '#db/schema/auth-sessions'
import { patternDays } from '#db/schema/availability'
import { googleProofs, spentTokens } from '#db/schema/google'
import { idempotencyKeys } from '#db/schema/idempotency'
import { jobRuns } from '#db/schema/job-runs'
import { secondFactorChallenges } from '#db/schema/second-factors'
import { signInNetworks } from '#db/schema/sign-in-networks'
import { throttles } from '#db/schema/throttles'
import { previousEmails } from '#db/schema/users'
import { confirmationCodes, passwordResetCodes } from '#db/schema/verification'
import { SESSION_RETENTION_MS } from '#domain/auth-sessions/auth-session'
import { addDays, hours, type Instant, localDay } from '#domain/cairo'
import { KNOWN_NETWORK_MS } from '#domain/sign-in/limits'
import type { Env } from '../env.ts'
import { clearExpiredUploads } from '../intro-videos/upload-store.ts'
import { sweepOutbox } from '../messages/outbox.ts'

/** How long idempotency keys and codes are kept: a later repetition is a new request (docs/rules/api.md 6.1). */
const RETENTION = hours(48)

/** How long runs of jobs are kept (docs/rules/staff.md 7.4). */
const JOB_RUN_RETENTION = hours(24 * 30)

/**
 * Deletes idempotency keys, confirmation codes, challenges, sessions of accounts, throttle counters, networks of sign-ins, addresses that can no longer
 * be put back, runs of jobs and uploads in parts that have expired, the days of patterns that are over, and old messages.
 */
export async function clearExpired(env: Env, db: Db, now: Instant): Promise<void> {
  await db.batch([
    db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, now - RETENTION)),
    db.delete(confirmationCodes).where(lt(confirmationCodes.expiresAt, now - RETENTION)),
    db.delete(passwordResetCodes).where(lt(passwordResetCodes.expiresAt, now - RETENTION)),
    db.delete(signInNetworks).where(lt(signInNetworks.lastUsedAt, now - KNOWN_NETWORK_MS)),
    db.delete(secondFactorChallenges).where(lt(secondFactorChallenges.expiresAt, now)),
    db.delete(spentTokens).where(lt(spentTokens.expiresAt, now)),
    db.delete(googleProofs).where(lt(googleProofs.expiresAt, now)),
    db.delete(authSessions).where(lt(authSessions.expiresAt, now - SESSION_RETENTION_MS)),
    db.delete(patternDays).where(lt(patternDays.day, addDays(localDay(now), -1))),
    db.delete(throttles).where(lt(throttles.resetsAt, now)),
    db.delete(previousEmails).where(lt(previousEmails.expiresAt, now)),
    db.delete(jobRuns).where(lt(jobRuns.startedAt, now - JOB_RUN_RETENTION)),
  ])
  await clearExpiredUploads(env, db, now)
  await sweepOutbox(db, now)
}
