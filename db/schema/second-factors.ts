import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, flag, id, instant, oneOf } from './columns.ts'
import { users } from './users.ts'

const owner = () =>
  integer('user_id')
    .notNull()
    .references(() => users.id)

/** The key of an authenticator app, one per account. It is valid once its first code has confirmed it. */
export const totpSecrets = sqliteTable('totp_secrets', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id),
  /** Encrypted: `v1.iv.ciphertext` (worker/http/encryption.ts). */
  secret: text('secret').notNull(),
  confirmedAt: instant('confirmed_at'),
  /** The time step of the last accepted code: codes of this or earlier steps are rejected. */
  lastStep: integer('last_step').notNull().default(0),
  createdAt: createdAt(),
})

/** WebAuthn credentials. */
export const passkeys = sqliteTable(
  'passkeys',
  {
    id: id(),
    userId: owner(),
    /** Base64url, as the authenticator gave it. */
    credentialId: text('credential_id').notNull().unique(),
    /** COSE, in base64url. */
    publicKey: text('public_key').notNull(),
    /** The authenticator's signature counter; always 0 if it does not count. */
    counter: integer('counter').notNull(),
    transports: text('transports', { mode: 'json' }).$type<string[]>().notNull(),
    backedUp: flag('backed_up').notNull(),
    name: text('name').notNull(),
    createdAt: createdAt(),
    lastUsedAt: instant('last_used_at'),
  },
  (t) => [index('passkeys_user').on(t.userId), check('passkeys_counter', sql`${t.counter} >= 0`)],
)

/** Recovery codes for somebody who has lost every other second factor; only keyed hashes are stored. */
export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    userId: owner(),
    codeHash: text('code_hash').notNull(),
    usedAt: instant('used_at'),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
)

export const CHALLENGE_PURPOSES = ['sign-in', 'registration', 'confirmation'] as const
export type ChallengePurpose = (typeof CHALLENGE_PURPOSES)[number]

/**
 * Pending challenges: the second step of a sign-in, a new passkey, or a passkey's confirmation of a change. Using a row
 * deletes it.
 */
export const secondFactorChallenges = sqliteTable(
  'second_factor_challenges',
  {
    /** For a sign-in the hash of its token; otherwise of the WebAuthn challenge. */
    tokenHash: text('token_hash').primaryKey(),
    userId: owner(),
    purpose: text('purpose', { enum: CHALLENGE_PURPOSES }).notNull(),
    /** What a passkey has to sign, base64url; null until a passkey is requested. */
    challenge: text('challenge'),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    index('second_factor_challenges_user').on(t.userId),
    index('second_factor_challenges_expiry').on(t.expiresAt),
    check('second_factor_challenges_purpose', oneOf(t.purpose, CHALLENGE_PURPOSES)),
  ],
)
