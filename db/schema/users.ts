import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { Role } from '#domain/roles'
import { type Gender, genders } from '#domain/users/gender'
import { MAX_NAME, MIN_NAME } from '#domain/users/name'
import { Governorate, type NotificationMethod } from '#domain/users/profile'
import { between, createdAt, flag, folded, id, instant, isMember, oneOf, updatedAt } from './columns.ts'

/** The accounts, of every role. */
export const users = sqliteTable(
  'users',
  {
    id: id(),
    email: text('email').notNull().unique(),
    /** The address that replaces `email` once it is verified; only with a verified `email`. */
    pendingEmail: text('pending_email'),
    /** An Argon2id hash in the PHC string format; null for an account that signs in only through a third party. */
    passwordHash: text('password_hash'),
    /** Epoch seconds; tokens issued before are invalid. */
    sessionsValidFrom: integer('sessions_valid_from').notNull().default(0),
    name: text('name'),
    foldedName: folded('folded_name'),
    /** The name that English readers see of a tutor; only the tutor side has one. */
    englishName: text('english_name'),
    foldedEnglishName: folded('folded_english_name'),
    image: text('image'),
    address: text('address'),
    birthYear: integer('birth_year'),
    /** Whether a guardian's consent is in force; triggers keep it equal to `guardians`, so that a booking reads nothing more. */
    hasGuardian: flag('has_guardian').notNull().default(false),
    gender: text('gender').$type<Gender>(),
    role: integer('role').$type<Role>().notNull(),
    verifiedEmail: flag('verified_email').notNull().default(false),
    verifiedPhone: flag('verified_phone').notNull().default(false),
    verifiedWhatsApp: flag('verified_whatsapp').notNull().default(false),
    creditScore: integer('credit_score').notNull().default(0),
    city: integer('city').$type<Governorate>(),
    phone: text('phone'),
    notificationMethod: integer('notification_method').$type<NotificationMethod>(),
    /** Whether the user has an open connection, as last reported by their party. */
    online: flag('online').notNull().default(false),
    /** When the user's last connection was closed. */
    lastSeen: instant('last_seen'),
    /** The latest versions of these texts that the person has accepted; triggers copy them from the register of consents. */
    acceptedTerms: integer('accepted_terms'),
    acceptedPrivacy: integer('accepted_privacy'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('users_email_lower', sql`${t.email} = lower(${t.email})`),
    check(
      'users_english_name',
      sql`${t.englishName} IS NULL OR (${between(sql`length(${t.englishName})`, MIN_NAME, MAX_NAME)} AND ${oneOf(t.role, [Role.Tutor, Role.TutorManager])})`,
    ),
    check('users_role', isMember(t.role, Role)),
    check('users_gender', oneOf(t.gender, genders)),
    check('users_city', isMember(t.city, Governorate)),
    index('users_created').on(t.createdAt),
    index('users_online').on(t.id).where(sql`online = 1`),
    index('users_role_created').on(t.role, t.createdAt),
    index('users_verified_created').on(t.verifiedEmail, t.createdAt),
    index('users_gender_created').on(t.gender, t.createdAt),
    index('users_online_created').on(t.online, t.createdAt),
    index('users_city_created').on(t.city, t.createdAt),
    index('users_name').on(t.name),
    index('users_folded_name').on(t.foldedName),
    index('users_folded_english_name').on(t.foldedEnglishName).where(sql`folded_english_name IS NOT NULL`),
    index('users_phone').on(t.phone),
    index('users_seen').on(t.lastSeen),
  ],
)
export type Account = typeof users.$inferSelect

const IDENTITY_PROVIDERS = ['google'] as const

/** Sign-ins through a third party, by its subject identifier, which stays the same when the e-mail changes. */
export const identities = sqliteTable(
  'identities',
  {
    provider: text('provider', { enum: IDENTITY_PROVIDERS }).notNull(),
    subject: text('subject').notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** The address at the third party when it was linked, so that the owner recognises it. */
    email: text('email'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.provider, t.subject] }),
    check('identities_provider', oneOf(t.provider, IDENTITY_PROVIDERS)),
    uniqueIndex('identities_user_provider').on(t.userId, t.provider),
  ],
)

/**
 * Verified addresses that an account had before a change. The link mailed to such an address restores it; until it expires,
 * a trigger reserves the address for the account. Using a row deletes it.
 */
export const previousEmails = sqliteTable(
  'previous_emails',
  {
    /** The hash of the token in the mailed link. */
    tokenHash: text('token_hash').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    email: text('email').notNull(),
    changedAt: instant('changed_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    index('previous_emails_user').on(t.userId),
    index('previous_emails_email').on(t.email),
    index('previous_emails_expiry').on(t.expiresAt),
  ],
)
