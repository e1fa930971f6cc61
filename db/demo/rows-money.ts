import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { minutes } from '#domain/cairo'
import { TransactionStatus } from '#domain/payments/transaction'
import { Role } from '#domain/roles'
import { WithdrawalStatus } from '#domain/withdrawals/statuses'
import { accounts, journalEntries } from '../schema/ledger.ts'
import { plans } from '../schema/plans.ts'
import { subscriptions } from '../schema/subscriptions.ts'
import { transactions } from '../schema/transactions.ts'
import { withdrawals } from '../schema/withdrawals.ts'
import { accountOf } from './accounts.ts'
import type { Demo } from './demo.ts'
import { gatewayNumberOf, merchantNumberOf } from './gateway-orders.ts'
import { type Insertion, insertionsOf } from './insertions.ts'
import { type Account, HOUSE_ACCOUNTS, purseOf } from './money.ts'
import { PLANS } from './plans.ts'
import type { Payment, Subscription } from './subscriptions.ts'
import type { Withdrawal } from './withdrawals.ts'

type Row<T extends SQLiteTable> = T['$inferInsert']

const planRows = (firstDay: number): Row<typeof plans>[] =>
  PLANS.map((plan) => ({ ...plan, forInvitesOnly: false, active: true, createdAt: firstDay, updatedAt: firstDay }))

const transactionRow = (made: Payment): Row<typeof transactions> => {
  const { at, method, status, ...payment } = made
  const paid = status === TransactionStatus.Paid
  return {
    ...payment,
    status,
    paymentMethod: method,
    provider: 'fawry',
    merchantRefNum: merchantNumberOf(made),
    providerRefNum: paid ? gatewayNumberOf(made) : null,
    paidAt: paid ? at : null,
    createdAt: at - minutes(3),
    updatedAt: at,
  }
}

/** All living: minutes of a trial that a plan has ended are spent first, and the end is written after them. */
const subscriptionRow = (subscription: Subscription): Row<typeof subscriptions> => ({
  id: subscription.id,
  userId: subscription.userId,
  planId: subscription.payment?.planId ?? null,
  txId: subscription.payment?.id ?? null,
  period: subscription.period,
  weeklyMinutes: subscription.weeklyMinutes,
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

/** Whoever changes their mind says so; the staff of the demo cancels nothing by itself. */
const ASKED: readonly WithdrawalStatus[] = [WithdrawalStatus.PendingCancellation, WithdrawalStatus.Canceled]

const withdrawalRow = ({ at, changedAt, ...withdrawal }: Withdrawal): Row<typeof withdrawals> => ({
  ...withdrawal,
  cancellationAsked: ASKED.includes(withdrawal.status),
  addressedBy: DECIDED.includes(withdrawal.status) ? accountOf(Role.RegularAdmin).id : null,
  createdAt: at,
  updatedAt: changedAt,
})

function ledgerInsertions({ movements, tutors, firstDay }: Demo): Insertion[] {
  const book: readonly Account[] = [
    ...HOUSE_ACCOUNTS,
    ...tutors.filter(({ role }) => role === Role.Tutor).map(({ id }) => purseOf(id)),
  ]
  const accountRows = book.map((account) => ({ ...account, createdAt: firstDay }))
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

/** Plans, and what students have bought; lessons refer to it. */
export const salesInsertions = ({ paying, firstDay }: Demo): Insertion[] => [
  ...insertionsOf(plans, planRows(firstDay)),
  ...insertionsOf(transactions, paying.payments.map(transactionRow)),
  ...insertionsOf(subscriptions, paying.subscriptions.map(subscriptionRow)),
]

/** What tutors have earned and asked for, and the ledger of it all. */
export const earningsInsertions = (demo: Demo): Insertion[] => [
  ...insertionsOf(withdrawals, demo.withdrawals.map(withdrawalRow)),
  ...ledgerInsertions(demo),
]

/** The ends of free trials that a plan has replaced: written when their minutes are spent. */
export function endsOfTrials({ paying }: Demo): Insertion {
  const ended = paying.subscriptions.flatMap(({ id, terminatedAt }) =>
    terminatedAt === null ? [] : [[id, terminatedAt]],
  )
  const of = (place: number) => `json_extract(value, '$[${place}]')`
  return {
    sql: `UPDATE subscriptions SET terminated_at = ended.at, updated_at = ended.at FROM (SELECT ${of(0)} AS id, ${of(1)} AS at FROM json_each(?1)) AS ended WHERE subscriptions.id = ended.id`,
    json: JSON.stringify(ended),
  }
}
