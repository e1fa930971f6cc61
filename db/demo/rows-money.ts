import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { minutes } from '#domain/cairo'
import { TransactionStatus } from '#domain/payments/transaction'
import { Role } from '#domain/roles'
import { type BookingAllowance, DEFAULT_ALLOWANCE } from '#domain/subscriptions/minutes'
import { WithdrawalStatus } from '#domain/withdrawals/statuses'
import { accounts, journalEntries } from '../schema/ledger.ts'
import { orders } from '../schema/orders.ts'
import { plans } from '../schema/plans.ts'
import { subscriptions } from '../schema/subscriptions.ts'
import { withdrawals } from '../schema/withdrawals.ts'
import { accountOf } from './accounts.ts'
import type { Demo } from './demo.ts'
import { gatewayNumberOf, merchantNumberOf } from './gateway-orders.ts'
import { type Insertion, insertionsOf } from './insertions.ts'
import { COMPANY_ACCOUNTS, type LedgerAccount, tutorAccount } from './ledger.ts'
import { PLANS } from './plans.ts'
import type { Payment, Subscription } from './subscriptions.ts'
import type { Withdrawal } from './withdrawals.ts'

type Row<T extends SQLiteTable> = T['$inferInsert']

const planRows = (firstDay: number): Row<typeof plans>[] =>
  PLANS.map((plan) => ({ ...plan, forInvitesOnly: false, active: true, createdAt: firstDay, updatedAt: firstDay }))

const transactionRow = (payment: Payment): Row<typeof orders> => {
  const { at, method, status, ...columns } = payment
  const paid = status === TransactionStatus.Paid
  return {
    ...columns,
    status,
    paymentMethod: method,
    provider: 'fawry',
    merchantRefNum: merchantNumberOf(payment),
    providerRefNum: paid ? gatewayNumberOf(payment) : null,
    paidAt: paid ? at : null,
    createdAt: at - minutes(3),
    updatedAt: at,
  }
}

const allowanceOf = ({
  payment,
}: Subscription): BookingAllowance & { carriesOver: boolean; standingTimes: boolean; pausable: boolean } =>
  PLANS.find(({ id }) => id === payment?.planId) ?? {
    ...DEFAULT_ALLOWANCE,
    carriesOver: false,
    standingTimes: false,
    pausable: false,
  }

/**
 * Inserted without termination: the database refuses minutes of a terminated trial, so `trialTerminations` follows them.
 */
const subscriptionRow = (subscription: Subscription): Row<typeof subscriptions> => ({
  id: subscription.id,
  userId: subscription.userId,
  planId: subscription.payment?.planId ?? null,
  orderId: subscription.payment?.id ?? null,
  period: subscription.period,
  weeklyMinutes: subscription.weeklyMinutes,
  maxUpcomingLessons: allowanceOf(subscription).maxUpcomingLessons,
  bookingWeeks: allowanceOf(subscription).bookingWeeks,
  carriesOver: allowanceOf(subscription).carriesOver,
  standingTimes: allowanceOf(subscription).standingTimes,
  pausable: allowanceOf(subscription).pausable,
  start: subscription.start,
  end: subscription.end,
  createdAt: subscription.start,
  updatedAt: subscription.start,
})

const DECIDED: readonly WithdrawalStatus[] = [
  WithdrawalStatus.Approved,
  WithdrawalStatus.Rejected,
  WithdrawalStatus.Canceled,
]

/** In the demo a withdrawal is cancelled only at the tutor's request. */
const CANCELLATION_ASKED: readonly WithdrawalStatus[] = [
  WithdrawalStatus.PendingCancellation,
  WithdrawalStatus.Canceled,
]

const withdrawalRow = ({ at, changedAt, ...withdrawal }: Withdrawal): Row<typeof withdrawals> => ({
  ...withdrawal,
  cancellationAsked: CANCELLATION_ASKED.includes(withdrawal.status),
  addressedBy: DECIDED.includes(withdrawal.status) ? accountOf(Role.RegularAdmin).id : null,
  createdAt: at,
  updatedAt: changedAt,
})

function ledgerInsertions({ movements, tutors, firstDay }: Demo): Insertion[] {
  const accountsOfAll: readonly LedgerAccount[] = [
    ...COMPANY_ACCOUNTS,
    ...tutors.filter(({ role }) => role === Role.Tutor).map(({ id }) => tutorAccount(id)),
  ]
  const accountRows = accountsOfAll.map((account) => ({ ...account, createdAt: firstDay }))
  const entryRows = movements.map(({ fact, factId, from, to, amount, at }) => ({
    factKind: fact,
    factId,
    lines: [
      { account: from, amount: -amount },
      { account: to, amount },
    ],
    createdAt: at,
  }))
  return [...insertionsOf(accounts, accountRows), ...insertionsOf(journalEntries, entryRows)]
}

/** Plans and purchases; inserted before the lessons that reference them. */
export const salesInsertions = ({ sales, firstDay }: Demo): Insertion[] => [
  ...insertionsOf(plans, planRows(firstDay)),
  ...insertionsOf(orders, sales.payments.map(transactionRow)),
  ...insertionsOf(subscriptions, sales.subscriptions.map(subscriptionRow)),
]

/** Withdrawals, and the ledger of all payments, earnings and withdrawals. */
export const earningsInsertions = (demo: Demo): Insertion[] => [
  ...insertionsOf(withdrawals, demo.withdrawals.map(withdrawalRow)),
  ...ledgerInsertions(demo),
]

/** Terminates the free trials that a plan has replaced; after the minutes, which need an active subscription. */
export function trialTerminations({ sales }: Demo): Insertion {
  const ended = sales.subscriptions.flatMap(({ id, terminatedAt }) =>
    terminatedAt === null ? [] : [[id, terminatedAt]],
  )
  const column = (index: number) => `json_extract(value, '$[${index}]')`
  return {
    sql: `UPDATE subscriptions SET terminated_at = ended.at, updated_at = ended.at FROM (SELECT ${column(0)} AS id, ${column(1)} AS at FROM json_each(?1)) AS ended WHERE subscriptions.id = ended.id`,
    json: JSON.stringify(ended),
  }
}
