import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { SavedCard } from '#contract/fawry'
import type { PaymobCardToken } from '#contract/paymob'
import type { Db } from '#db/client'
import { orders } from '#db/schema/orders'
import { paymobCards } from '#db/schema/paymob-cards'
import { users } from '#db/schema/users'
import type { Instant } from '#domain/cairo'
import { PaymentMethod } from '#domain/payments/methods'
import type { Env } from '../env.ts'
import { log } from '../http/logs.ts'
import { sha256 } from '../http/sha256.ts'
import { createIntention, type Intention, MAX_CARD_TOKENS } from '../outside/paymob/intention.ts'

/** The cards that somebody has saved at Paymob and not removed, the newest first. */
export const paymobCardStatement = (db: Db, userId: number) =>
  db
    .select()
    .from(paymobCards)
    .where(and(eq(paymobCards.userId, userId), isNotNull(paymobCards.token)))
    .orderBy(desc(paymobCards.id))

type Row = typeof paymobCards.$inferSelect

/** What a client learns of it: our own number stands in the place of the token. */
export const asSavedCard = ({ id, brand, lastFourDigits, createdAt }: Row): SavedCard => ({
  gateway: 'paymob',
  token: String(id),
  creationDate: createdAt,
  firstSixDigits: '',
  lastFourDigits,
  brand,
  isDefault: false,
  cardHolderName: null,
})

/** Removes a card: of its token only the hash is left. */
export const removeCardsStatement = (db: Db, ids: readonly number[], now: Instant) =>
  db
    .update(paymobCards)
    .set({ token: null, removedAt: now })
    .where(inArray(paymobCards.id, [...ids]))

/**
 * Keeps a card that Paymob has reported with its signature (docs/rules/money.md 7.7), for the student of the order on which it was
 * saved. The signed values are joined without a separator, so the e-mail of the order's student must be the signed one, too. An
 * older report of the same card changes nothing.
 */
export async function keepPaymobCard(
  { env, db, now }: { env: Env; db: Db; now: Instant },
  card: PaymobCardToken,
): Promise<void> {
  const [token, savedAt, brand] = [card.token, card.created_at, card.card_subtype].map((value) => String(value ?? ''))
  const lastFour = /(\d{4})$/.exec(String(card.masked_pan ?? ''))?.[1]
  if (!token || !savedAt || !lastFour)
    return log(env, 'warn', 'notice-of-unknown-type', { provider: 'paymob', type: 'TOKEN' })
  const kept = await db
    .insert(paymobCards)
    .select(
      sql`SELECT NULL, ${orders.userId}, ${token}, ${await sha256(token)}, ${brand}, ${lastFour}, ${savedAt}, NULL, ${now}
        FROM ${orders} JOIN ${users} ON ${users.id} = ${orders.userId}
        WHERE ${orders.provider} = 'paymob' AND ${orders.providerOrderId} = ${String(card.order_id)}
          AND ${orders.paymentMethod} = ${PaymentMethod.Card} AND LOWER(${users.email}) = LOWER(${String(card.email)})`,
    )
    .onConflictDoUpdate({
      target: paymobCards.tokenHash,
      set: { token, savedAt, brand, lastFourDigits: lastFour, removedAt: null, createdAt: now },
      setWhere: sql`${paymobCards.userId} = excluded.user_id AND ${paymobCards.savedAt} < excluded.saved_at`,
    })
    .returning({ id: paymobCards.id })
  if (kept.length === 0) log(env, 'warn', 'card-not-kept', { provider: 'paymob' })
}

/**
 * Creates an intention that offers the student's saved cards. Cards that Paymob no longer has are removed here too, and those left
 * are offered: a refusal has created nothing.
 * @throws ProviderUnreachable
 */
export async function createIntentionWithCards(
  { env, db, now }: { env: Env; db: Db; now: Instant },
  intention: Intention,
  userId: number,
): ReturnType<typeof createIntention> {
  if (intention.method !== PaymentMethod.Card) return createIntention(env, intention, [])
  let offered = (await paymobCardStatement(db, userId)).slice(0, MAX_CARD_TOKENS)
  for (;;) {
    const made = await createIntention(
      env,
      intention,
      offered.flatMap(({ token }) => token ?? []),
    )
    if (made.isOk || !made.isOfCards || offered.length === 0) return made
    const named = offered.filter(({ token }) => token !== null && made.message.includes(token))
    const gone = named.length > 0 ? named : offered
    await removeCardsStatement(
      db,
      gone.map(({ id }) => id),
      now,
    )
    offered = offered.filter((card) => !gone.includes(card))
  }
}
