import { and, desc, eq, gt, sql } from 'drizzle-orm'
import type { enterReferral, openReferralCode, ownReferrals, readInvitation } from '#contract/referrals'
import type { Db } from '#db/client'
import { referralCodes, referralRewards, referrals } from '#db/schema/referrals'
import { signInNetworks } from '#db/schema/sign-in-networks'
import { users } from '#db/schema/users'
import { DomainError } from '#domain/errors'
import {
  ENTERING_TIME,
  mayEnter,
  REFERRAL_CODE_LENGTH,
  REWARDS_A_YEAR,
  type ReferralSignal,
  rewardYear,
  shownReferralState,
  whyNotReferred,
} from '#domain/subscriptions/referral'
import { firstName } from '#domain/users/name'
import { type Act, type ReadRequest, reading } from '../http/bind.ts'
import { randomTypedCode } from '../http/encryption.ts'

/** How many of a student's own are listed. */
const MOST_LISTED = 100

const registeredStatement = (db: Db, userId: number) =>
  db.select({ registeredAt: users.createdAt }).from(users).where(eq(users.id, userId))

/** The first name of who invites (docs/rules/minutes.md 12.1). @throws DomainError `not-found` for an unknown code. */
export const invitation: Act<typeof readInvitation> = async ({ db, params }) => {
  const [found] = await db
    .select({ name: users.name })
    .from(referralCodes)
    .innerJoin(users, eq(users.id, referralCodes.userId))
    .where(eq(referralCodes.code, params.code))
  if (!found) throw new DomainError('not-found')
  return { name: firstName(found.name) }
}

/** The code of the student's link, made the first time (docs/rules/minutes.md 12.1). @throws DomainError `forbidden` without a verified e-mail. */
export const open: Act<typeof openReferralCode> = async ({ actor, db, now }) => {
  if (!actor.verifiedEmail) throw new DomainError('forbidden')
  const [, [stored]] = await db.batch([
    db
      .insert(referralCodes)
      .values({ userId: actor.id, code: randomTypedCode(REFERRAL_CODE_LENGTH), createdAt: now })
      .onConflictDoNothing({ target: referralCodes.userId }),
    db.select({ code: referralCodes.code }).from(referralCodes).where(eq(referralCodes.userId, actor.id)),
  ])
  if (!stored) throw new Error('The code was not returned')
  return stored
}

/** Where the student's own stand (docs/rules/minutes.md 12.10). */
export const mine = reading(
  ({ caller, db, now }: ReadRequest<typeof ownReferrals>) => {
    const rewardsOfMe = eq(referralRewards.userId, caller.id)
    return [
      registeredStatement(db, caller.id),
      db.select({ code: referralCodes.code }).from(referralCodes).where(eq(referralCodes.userId, caller.id)),
      db
        .select({ name: users.name, state: referrals.state })
        .from(referrals)
        .innerJoin(users, eq(users.id, referrals.bringerId))
        .where(eq(referrals.friendId, caller.id)),
      db
        .select({ id: referrals.id, name: users.name, state: referrals.state, createdAt: referrals.createdAt })
        .from(referrals)
        .innerJoin(users, eq(users.id, referrals.friendId))
        .where(eq(referrals.bringerId, caller.id))
        .orderBy(desc(referrals.createdAt), desc(referrals.id))
        .limit(MOST_LISTED),
      db
        .select({ used: sql<number>`COUNT(*)` })
        .from(referralRewards)
        .where(and(rewardsOfMe, eq(referralRewards.side, 'bringer'), eq(referralRewards.year, rewardYear(now)))),
      db
        .select({ minutes: referralRewards.minutes, expiresAt: referralRewards.expiresAt })
        .from(referralRewards)
        .where(and(rewardsOfMe, eq(referralRewards.state, 'waiting'), gt(referralRewards.expiresAt, now)))
        .orderBy(referralRewards.id),
    ] as const
  },
  async ({ now }, [[account], [code], [broughtBy], list, [counted], waiting]) => {
    const registeredAt = account?.registeredAt ?? 0
    return {
      code: code?.code ?? null,
      broughtBy: broughtBy ? { name: firstName(broughtBy.name), state: shownReferralState(broughtBy.state) } : null,
      enterUntil: mayEnter({ registeredAt, isReferred: broughtBy !== undefined }, now)
        ? registeredAt + ENTERING_TIME
        : null,
      list: list.map(({ id, name, state, createdAt }) => ({
        id,
        name: firstName(name),
        state: shownReferralState(state),
        createdAt,
      })),
      rewardsLeft: Math.max(0, REWARDS_A_YEAR - (counted?.used ?? 0)),
      waiting,
    }
  },
)

/**
 * Records who has brought the student (docs/rules/minutes.md 12.2), with what coincides at this moment (12.7): the network of the
 * request is compared and not stored.
 * @throws DomainError `not-found` for an unknown code, `illegal` after seven days, for a second one and for a younger account.
 */
export const enter = reading(
  ({ caller, body, db }: ReadRequest<typeof enterReferral>) => [
    registeredStatement(db, caller.id),
    db.select({ bringerId: referralCodes.userId }).from(referralCodes).where(eq(referralCodes.code, body.code)),
    db.select({ bringerId: referrals.bringerId }).from(referrals).where(eq(referrals.friendId, caller.id)),
  ],
  async ({ actor, body, db, ip, now }, [[account], [owner], [entered]]) => {
    if (!owner) throw new DomainError('not-found', 'code: no such code')
    const { bringerId } = owner
    if (entered?.bringerId === bringerId) return undefined
    const friend = { id: actor.id, registeredAt: account?.registeredAt ?? 0, isReferred: entered !== undefined }
    const refusal = whyNotReferred({ friend, bringerId }, now)
    if (refusal) throw new DomainError(refusal)
    const [known] = await db
      .select({ network: signInNetworks.network })
      .from(signInNetworks)
      .where(and(eq(signInNetworks.userId, bringerId), eq(signInNetworks.network, ip)))
    const signals: ReferralSignal[] = []
    if (body.isOwnBrowser) signals.push('browser')
    if (known) signals.push('network')
    const [, [stored]] = await db.batch([
      db
        .insert(referrals)
        .values({ friendId: actor.id, bringerId, signals, createdAt: now, updatedAt: now })
        .onConflictDoNothing({ target: referrals.friendId }),
      db.select({ bringerId: referrals.bringerId }).from(referrals).where(eq(referrals.friendId, actor.id)),
    ])
    if (stored?.bringerId !== bringerId) throw new DomainError('illegal')
    return undefined
  },
)
