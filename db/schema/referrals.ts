import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import {
  REFERRAL_CODE_LENGTH,
  REFERRAL_MINUTES,
  REWARDS_A_YEAR,
  type ReferralSignal,
  referralSides,
  referralStates,
  rewardStates,
} from '#domain/subscriptions/referral'
import { between, createdAt, id, instant, literals, oneOf, updatedAt } from './columns.ts'
import { lessons } from './lessons.ts'
import { minuteEntries } from './minutes.ts'
import { users } from './users.ts'

/** The code of a student's link, which stays the same. */
export const referralCodes = sqliteTable(
  'referral_codes',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id),
    code: text('code').notNull().unique(),
    createdAt: createdAt(),
  },
  (t) => [check('referral_codes_code', sql`length(${t.code}) = ${literals(REFERRAL_CODE_LENGTH)}`)],
)

/**
 * Students who were brought by another, each once. A trigger lets the state only go forward, as `referralMachine` does. Accounts
 * are numbered in the order of their registration, so that nobody brings themselves, or back.
 */
export const referrals = sqliteTable(
  'referrals',
  {
    id: id(),
    friendId: integer('friend_id')
      .notNull()
      .unique()
      .references(() => users.id),
    bringerId: integer('bringer_id')
      .notNull()
      .references(() => users.id),
    state: text('state', { enum: referralStates }).notNull().default('open'),
    /** What coincides between the two, as found when the code was entered and since. */
    signals: text('signals', { mode: 'json' }).$type<ReferralSignal[]>().notNull().default([]),
    /** The lesson that counted. */
    lessonId: integer('lesson_id').references(() => lessons.id),
    /** When the minutes are due; null until a lesson has counted. */
    dueAt: instant('due_at'),
    /** Who of the staff granted, refused or took back, and why. */
    decidedBy: integer('decided_by').references(() => users.id),
    reason: text('reason'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('referrals_state', oneOf(t.state, referralStates)),
    check('referrals_older', sql`${t.bringerId} < ${t.friendId}`),
    check(
      'referrals_lesson',
      sql`(${t.state} = 'open') = (${t.lessonId} IS NULL) AND (${t.lessonId} IS NULL) = (${t.dueAt} IS NULL)`,
    ),
    check('referrals_reason', sql`(${t.decidedBy} IS NULL) = (${t.reason} IS NULL)`),
    index('referrals_bringer').on(t.bringerId, t.createdAt),
    index('referrals_due').on(t.dueAt).where(sql`state = 'held'`),
    index('referrals_review').on(t.dueAt).where(sql`state = 'review'`),
    index('referrals_state_idx').on(t.state, t.createdAt),
    index('referrals_created').on(t.createdAt),
  ],
)

/**
 * The minutes of each of the two, once they are granted. Triggers let an entry of the minutes ledger use one of them, and let
 * them begin where the referral is granted only.
 */
export const referralRewards = sqliteTable(
  'referral_rewards',
  {
    id: id(),
    referralId: integer('referral_id')
      .notNull()
      .references(() => referrals.id),
    side: text('side', { enum: referralSides }).notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    minutes: integer('minutes').notNull().default(REFERRAL_MINUTES),
    state: text('state', { enum: rewardStates }).notNull().default('waiting'),
    /** Of the bringer: the calendar year in Cairo, and the number in it, from 1. */
    year: integer('year'),
    number: integer('number'),
    /** Until when the minutes wait for a running plan. */
    expiresAt: instant('expires_at').notNull(),
    /** The entry of the minutes ledger that gave them. */
    entryId: integer('entry_id')
      .unique()
      .references(() => minuteEntries.id),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('referral_rewards_side', oneOf(t.side, referralSides)),
    check('referral_rewards_state', oneOf(t.state, rewardStates)),
    check('referral_rewards_minutes', sql`${t.minutes} = ${literals(REFERRAL_MINUTES)}`),
    check(
      'referral_rewards_entry',
      sql`CASE ${t.state} WHEN 'given' THEN ${t.entryId} IS NOT NULL WHEN 'taken-back' THEN 1 ELSE ${t.entryId} IS NULL END`,
    ),
    check(
      'referral_rewards_number',
      sql`(${t.side} = 'bringer') = (${t.number} IS NOT NULL) AND (${t.year} IS NULL) = (${t.number} IS NULL) AND (${t.number} IS NULL OR ${between(t.number, 1, REWARDS_A_YEAR)})`,
    ),
    uniqueIndex('referral_rewards_once').on(t.referralId, t.side),
    uniqueIndex('referral_rewards_year').on(t.userId, t.year, t.number).where(sql`number IS NOT NULL`),
    index('referral_rewards_waiting').on(t.userId).where(sql`state = 'waiting'`),
    index('referral_rewards_expiring').on(t.expiresAt).where(sql`state = 'waiting'`),
    index('referral_rewards_user').on(t.userId),
    // For the figures; each friend is brought once.
    index('referral_rewards_brought').on(t.createdAt).where(sql`side = 'friend'`),
  ],
)
