import * as z from 'zod/mini'
import { differingFields } from '#domain/payments/comparison'
import { gatewayReasons } from '#domain/payments/gateway-errors'
import { PaymentMethod, providers } from '#domain/payments/methods'
import { normalOrderNumber } from '#domain/payments/order-number'
import { TOP_UP_SIZES } from '#domain/payments/top-up'
import { refundStatuses, TransactionStatus } from '#domain/payments/transaction'
import { orderSources } from '#domain/staff/plan-figures'
import { defineCall } from './call.ts'
import * as calls from './calls/transactions.ts'
import {
  dateFilter,
  id,
  idParams,
  instant,
  listOf,
  numberFilter,
  oneOf,
  paging,
  queryBoolean,
  queryIds,
  queryList,
  queryOneOf,
  sorting,
  times,
} from './fields.ts'
import { paidPeriod, queryPeriod } from './subscriptions.ts'
import { person } from './users.ts'

/** A payment; amounts in piastres. */
export const transaction = z.object({
  id,
  userId: id,
  planId: id,
  planPeriod: paidPeriod,
  /** For a top-up: the minutes bought in addition to those of the plan. */
  topUpMinutes: z.nullable(z.literal(TOP_UP_SIZES)),
  /** Whether it changes the plan that runs to this one. */
  changesPlan: z.boolean(),
  amount: z.int(),
  refundedAmount: z.int(),
  status: oneOf(TransactionStatus),
  paymentMethod: oneOf(PaymentMethod),
  provider: z.enum(providers),
  providerRefNum: z.nullable(z.string()),
  /** For the refunded second payment of an order: that order. */
  secondPaymentOf: z.nullable(id),
  paidAt: z.nullable(instant),
  /** When the order can no longer be paid. */
  expiresAt: z.nullable(instant),
  ...times,
})
export type Transaction = z.input<typeof transaction>

/** A payment with the details that the checkout shows. */
export const transactionInDetail = z.extend(transaction, {
  /** What the student needs to pay, while the order is payable. */
  checkout: z.nullable(
    z.object({
      redirectUrl: z.optional(z.string()),
      referenceNumber: z.optional(z.string()),
      /** An image as a data URL; null when the wallet shows a request on the phone instead. */
      walletQr: z.optional(z.nullable(z.string())),
      /** The number whose wallet was asked. */
      walletPhone: z.optional(z.string()),
    }),
  ),
  /** Why the payment failed. */
  failure: z.nullable(z.enum(gatewayReasons)),
})
export type TransactionInDetail = z.input<typeof transactionInDetail>

export const getTransaction = defineCall(calls.getTransaction, {
  may: 'transaction.read',
  viewable: true,
  summary: 'A payment',
  params: idParams,
  answer: transactionInDetail,
  errors: ['transaction-not-found'],
})

export const transactionTimeline = defineCall(calls.transactionTimeline, {
  may: 'transaction.timeline',
  summary: 'What happened to an order: the provider’s notifications, refunds and what staff did',
  params: idParams,
  answer: z.object({
    merchantRefNum: z.nullable(z.string()),
    providerOrderId: z.nullable(z.string()),
    couponDiscount: z.int(),
    fees: z.int(),
    failureReason: z.nullable(z.string()),
    /** When the provider is queried next; null: never. */
    nextCheckAt: z.nullable(instant),
    subscriptionId: z.nullable(id),
    /** Of a change of plan: the plans and weekly minutes before and after it; amounts in piastres. */
    planChange: z.nullable(
      z.object({
        subscriptionId: id,
        fromPlanId: id,
        fromMinutes: z.int(),
        toPlanId: id,
        toMinutes: z.int(),
        doneAt: z.nullable(instant),
        /** When its money had gone back. */
        undoneAt: z.nullable(instant),
      }),
    ),
    notifications: z.array(
      z.object({
        id,
        /** What the provider reported, such as `pay` or `refund`. */
        event: z.string(),
        attempts: z.int(),
        receivedAt: instant,
        processedAt: z.nullable(instant),
      }),
    ),
    refunds: z.array(
      z.object({
        id,
        amount: z.int(),
        status: z.enum(refundStatuses),
        reason: z.nullable(z.string()),
        failureReason: z.nullable(z.string()),
        requestedBy: z.nullable(id),
        ...times,
      }),
    ),
    /** The findings of the nightly comparison with the provider's record. */
    differences: z.array(
      z.object({
        id,
        field: z.literal(differingFields),
        ours: z.string(),
        theirs: z.string(),
        foundAt: instant,
        closedAt: z.nullable(instant),
      }),
    ),
    staff: z.array(
      z.object({
        id,
        act: z.string(),
        actorId: id,
        name: z.nullable(z.string()),
        reason: z.nullable(z.string()),
        at: instant,
      }),
    ),
  }),
  errors: ['transaction-not-found'],
})

/** A listed payment, with its student. */
export const listedTransaction = z.extend(transaction, { student: person })
export type ListedTransaction = z.input<typeof listedTransaction>

export const listTransactions = defineCall(calls.listTransactions, {
  may: 'transaction.list',
  viewable: true,
  summary: 'Payments, newest first; a student’s own only',
  query: z.object({
    ids: queryIds,
    users: queryIds,
    plans: queryIds,
    planPeriods: z.optional(queryList(queryPeriod)),
    amount: z.optional(numberFilter),
    statuses: z.optional(queryList(queryOneOf(TransactionStatus))),
    paymentMethods: z.optional(queryList(queryOneOf(PaymentMethod))),
    providerRefNums: z.optional(queryList(z.string().check(z.maxLength(200), z.overwrite(normalOrderNumber)))),
    after: z.optional(instant),
    before: z.optional(instant),
    createdAt: z.optional(dateFilter),
    paidAt: z.optional(dateFilter),
    /** Orders of more minutes for a running plan, or others. */
    topUps: z.optional(queryBoolean),
    /** Orders that have changed a running plan, or others. */
    changes: z.optional(queryBoolean),
    /** How they came about. */
    sources: z.optional(queryList(z.literal(orderSources))),
    ...sorting('createdAt', 'amount', 'paidAt'),
    ...paging,
  }),
  answer: listOf(listedTransaction),
  errors: [],
})

/** Money that went back, or is to, of an order; amounts in piastres. */
export const listedRefund = z.object({
  id,
  transactionId: id,
  planId: id,
  amount: z.int(),
  status: z.enum(refundStatuses),
  reason: z.nullable(z.string()),
  /** Of the refund: done once the ledger has it. */
  ...times,
  student: person,
})
export type ListedRefund = z.input<typeof listedRefund>

export const listRefunds = defineCall(calls.listRefunds, {
  may: 'transaction.refunds',
  summary: 'Refunds, the last changed first',
  query: z.object({
    statuses: z.optional(queryList(z.enum(refundStatuses))),
    plans: queryIds,
    /** How their orders came about. */
    sources: z.optional(queryList(z.literal(orderSources))),
    /** When the money went back; only of those that are done. */
    doneAt: z.optional(dateFilter),
    ...sorting('updatedAt'),
    ...paging,
  }),
  answer: listOf(listedRefund),
  errors: [],
})

export const lastTransaction = defineCall(calls.lastTransaction, {
  may: 'transaction.last',
  viewable: true,
  summary: 'The student’s newest payment, if any',
  answer: z.nullable(transactionInDetail),
  errors: [],
})
