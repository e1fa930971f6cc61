import { and, desc, eq, gt, isNull, ne, or, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Db } from '#db/client'
import { couponRedemptions, coupons } from '#db/schema/coupons'
import { planInvites, plans } from '#db/schema/plans'
import { subscriptions } from '#db/schema/subscriptions'
import { transactions } from '#db/schema/transactions'
import { users } from '#db/schema/users'
import { hours, type Instant, minutes } from '#domain/cairo'
import { DomainError, refuse } from '#domain/errors'
import type { InstallmentPlan, PaymentMethod, Provider } from '#domain/payments/methods'
import { priceOfOrder } from '#domain/payments/order-price'
import { type Ordering, whyNotOrderable } from '#domain/payments/ordering'
import { type PaidPeriod, PERIOD_MONTHS, PlanPeriod } from '#domain/subscriptions/periods'
import type { Env } from '../env.ts'
import { decideAndWrite, stopIf } from '../http/constraints.ts'
import type { Transaction } from './facts.ts'

/** What a student wants to buy, and how. */
export type Wish = {
  planId: number
  period: PaidPeriod
  method: PaymentMethod
  provider: Provider
  installmentPlan: InstallmentPlan | null
  phone: string | undefined
  couponCode: string | undefined
}

export type Customer = { id: number; name: string; email: string; phone: string }
/** An order that is written down and not yet announced to its provider. */
export type PlacedOrder = { tx: Transaction; customer: Customer; description: string }

/**
 * Until when the two ways that wait for the student can be paid; a card's page is open for an hour
 * (docs/rules/money.md 3.4).
 */
const LIFETIME: Record<PaymentMethod, number> = { 0: hours(1), 1: hours(24), 2: hours(1), 3: hours(24) }
/** When the sweep first asks about an order that is still unpaid. */
export const FIRST_CHECK = minutes(10)

async function read(db: Db, studentId: number, { planId, couponCode }: Wish) {
  const [[student], [plan], [invite], owned, orders, [coupon]] = await db.batch([
    db.select().from(users).where(eq(users.id, studentId)),
    db.select().from(plans).where(eq(plans.id, planId)),
    db
      .select()
      .from(planInvites)
      .where(and(eq(planInvites.userId, studentId), eq(planInvites.planId, planId))),
    db.select().from(subscriptions).where(eq(subscriptions.userId, studentId)),
    db
      .select({ status: transactions.status, expiresAt: transactions.expiresAt })
      .from(transactions)
      .where(eq(transactions.userId, studentId))
      .orderBy(desc(transactions.createdAt))
      .limit(50),
    db
      .select()
      .from(coupons)
      .where(eq(coupons.code, couponCode ?? '')),
  ])
  return { student, plan, invite, owned, orders, coupon }
}

type Read = Awaited<ReturnType<typeof read>>

/** @throws DomainError the code of `whyNotOrderable`. */
async function decide(db: Db, studentId: number, wish: Wish, now: Instant) {
  const found = await read(db, studentId, wish)
  const { student, plan, invite, owned, orders, coupon } = found
  if (!student) throw new DomainError('user-not-found')
  const ordering: Ordering = {
    student,
    orders,
    phone: wish.phone,
    needsFullName: wish.provider === 'paymob',
    plan: plan ?? null,
    invite: invite ?? null,
    subscriptions: owned,
    coupon: wish.couponCode === undefined ? undefined : (coupon ?? null),
  }
  refuse(whyNotOrderable(ordering, now))
  if (!plan) throw new DomainError('plan-not-found')
  const discount = wish.couponCode === undefined ? undefined : coupon
  const price = priceOfOrder(plan, wish.period, discount ?? null)
  return { student, plan, coupon: discount, ...price }
}

type Decision = Awaited<ReturnType<typeof decide>>

/**
 * The number that the provider knows an order by. Its length never changes: the gateway signs values that are joined bare.
 * Outside production it begins with the second of its making, since a test account outlives our test databases.
 */
function numberStatement(db: Db, env: Env, newest: ReturnType<typeof newestOf>, now: Instant) {
  const number =
    env.ENVIRONMENT === 'production'
      ? sql`printf('%d', 1000000000 + ${transactions.id})`
      : sql`printf('%d%05d', ${Math.floor(now / 1000)}, ${transactions.id} % 100000)`
  return db.update(transactions).set({ merchantRefNum: number }).where(eq(transactions.id, newest))
}

const newestOf = (studentId: number) =>
  sql<number>`(SELECT MAX(t.id) FROM ${transactions} t WHERE t.user_id = ${studentId})`

/** Two tabs that order at once: the second finds the first, as it finds a plan that has begun meanwhile. */
function guards(db: Db, studentId: number, now: Instant): [BatchItem<'sqlite'>, BatchItem<'sqlite'>] {
  const open = db
    .select({ id: transactions.id })
    .from(transactions)
    .where(
      and(
        eq(transactions.userId, studentId),
        sql`${transactions.status} IN (0, 7)`,
        or(isNull(transactions.expiresAt), gt(transactions.expiresAt, now)),
      ),
    )
  const living = db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.userId, studentId),
        ne(subscriptions.period, PlanPeriod.FreeTrial),
        isNull(subscriptions.terminatedAt),
        gt(subscriptions.end, now),
      ),
    )
  return [stopIf(db, sql`EXISTS ${open}`), stopIf(db, sql`EXISTS ${living}`)]
}

function statements(db: Db, env: Env, wish: Wish, { student, coupon, amount, couponDiscount }: Decision, now: Instant) {
  const { planId, period, method, provider, installmentPlan, phone } = wish
  const newest = newestOf(student.id)
  return [
    ...guards(db, student.id, now),
    db.insert(transactions).values({
      userId: student.id,
      planId,
      planPeriod: period,
      amount,
      couponDiscount,
      provider,
      installmentPlan,
      paymentMethod: method,
      phone: student.phone ?? phone,
      expiresAt: now + LIFETIME[method],
      nextCheckAt: now + FIRST_CHECK,
      createdAt: now,
      updatedAt: now,
    }),
    numberStatement(db, env, newest, now),
    ...(coupon
      ? [db.insert(couponRedemptions).values({ txId: newest, couponId: coupon.id, userId: student.id, createdAt: now })]
      : []),
    ...(student.phone === null && phone !== undefined
      ? [
          db
            .update(users)
            .set({ phone, updatedAt: now })
            .where(and(eq(users.id, student.id), isNull(users.phone))),
        ]
      : []),
    db.select().from(transactions).where(eq(transactions.id, newest)),
  ] as const
}

const descriptionOf = ({ weeklyMinutes }: NonNullable<Read['plan']>, period: PaidPeriod) =>
  `Hessa: ${weeklyMinutes} minutes a week, ${PERIOD_MONTHS[period]} month(s)`

/**
 * Writes an order down before its provider hears of it (docs/rules/money.md 3.4). A student has one order at a time
 * that can still be paid; a phone that the account lacked is kept, unverified (docs/rules/money.md 3.3).
 * @throws DomainError the codes of `whyNotOrderable`, `illegal` when others were faster every time.
 */
export async function openOrder(
  { db, env, now }: { db: Db; env: Env; now: Instant },
  studentId: number,
  wish: Wish,
): Promise<PlacedOrder> {
  const { decision, written } = await decideAndWrite(
    () => decide(db, studentId, wish, now),
    (decided) => db.batch(statements(db, env, wish, decided, now) as unknown as [BatchItem<'sqlite'>]),
    'illegal',
  )
  const [tx] = (written as unknown[]).at(-1) as [Transaction | undefined]
  if (!tx) throw new DomainError('unexpected')
  const { student, plan } = decision
  const phone = student.phone ?? wish.phone ?? ''
  const customer = { id: student.id, name: student.name ?? student.email, email: student.email, phone }
  return { tx, customer, description: descriptionOf(plan, wish.period) }
}
