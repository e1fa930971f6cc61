import * as z from 'zod/mini'
import { MAX_IN_PAYOUT_BATCH, payoutBatchStates, payoutIssuers, payoutStates } from '#domain/withdrawals/payout'
import { defineCall } from './call.ts'
import * as calls from './calls/payouts.ts'
import { id, idParams, instant, listOf, paging, queryBoolean, queryList, times } from './fields.ts'
import { invoice } from './invoices.ts'
import { person } from './users.ts'

/** Withdrawals that are paid by Paymob Payouts together; amounts in piastres. */
export const payoutBatch = z.object({
  id,
  count: z.int(),
  total: z.int(),
  /** Whether somebody other than who prepared it has to confirm it. */
  needsSecond: z.boolean(),
  createdBy: person,
  confirmedBy: z.nullable(person),
  confirmedAt: z.nullable(instant),
  droppedBy: z.nullable(person),
  droppedAt: z.nullable(instant),
  /** How many of its payouts wait for a second admin, are on their way, and have ended, and how. */
  prepared: z.int(),
  moving: z.int(),
  successful: z.int(),
  failed: z.int(),
  dropped: z.int(),
  /** The sums of those that wait, and of those that Paymob has paid. */
  preparedTotal: z.int(),
  successfulTotal: z.int(),
  ...times,
})
export type PayoutBatch = z.input<typeof payoutBatch>

/** A payout of a batch with its withdrawal. */
export const batchPayout = z.object({
  id,
  reference: z.string(),
  issuer: z.enum(payoutIssuers),
  account: z.string(),
  fullName: z.string(),
  amount: z.int(),
  state: z.enum(payoutStates),
  transactionId: z.nullable(z.string()),
  statusCode: z.nullable(z.string()),
  /** Paymob's own words. */
  reason: z.nullable(z.string()),
  /** Whether Paymob has not ended it for so long that staff may write down what has become of it. */
  isStuck: z.boolean(),
  invoice,
  ...times,
})
export type BatchPayout = z.input<typeof batchPayout>

export const payoutAccount = defineCall(calls.payoutAccount, {
  may: 'payoutBatch.account',
  summary: 'Whether withdrawals can be paid by Paymob Payouts, and with `budget` what its account holds, in piastres',
  query: z.object({ budget: z.optional(queryBoolean) }),
  answer: z.object({
    isOn: z.boolean(),
    /** A batch above it is confirmed by a second admin. */
    limit: z.int(),
    /** What the account holds, and what of it is already on its way; null unless it was asked for. */
    budget: z.nullable(z.int()),
    onItsWay: z.nullable(z.int()),
  }),
  errors: ['service-unavailable'],
})

export const createPayoutBatch = defineCall(calls.createPayoutBatch, {
  may: 'payoutBatch.create',
  summary: 'Pay pending withdrawals by Paymob Payouts; above the limit of the settings it waits for a second admin',
  body: z.object({ ids: z.array(id).check(z.minLength(1), z.maxLength(MAX_IN_PAYOUT_BATCH)) }),
  answer: payoutBatch,
  errors: [
    'service-unavailable',
    'invoice-not-found',
    'illegal-invoice-update',
    'invoice-in-payment-file',
    'invoice-in-payout',
    'invoice-cooling-off',
    'payout-receiver-not-payable',
    'payout-budget-exceeded',
  ],
  creates: true,
})

export const listPayoutBatches = defineCall(calls.listPayoutBatches, {
  may: 'payoutBatch.list',
  summary: 'Batches of payouts, newest first',
  query: z.object({ ...paging, states: z.optional(queryList(z.enum(payoutBatchStates))) }),
  answer: listOf(payoutBatch),
  errors: [],
})

export const getPayoutBatch = defineCall(calls.getPayoutBatch, {
  may: 'payoutBatch.read',
  summary: 'A batch of payouts with each payout and its withdrawal',
  params: idParams,
  answer: z.object({ batch: payoutBatch, payouts: z.array(batchPayout) }),
  errors: ['payout-batch-not-found'],
})

export const confirmPayoutBatch = defineCall(calls.confirmPayoutBatch, {
  may: 'payoutBatch.confirm',
  summary: 'Confirm a batch that another admin has prepared: what is left of it is paid',
  params: idParams,
  answer: payoutBatch,
  errors: [
    'service-unavailable',
    'payout-batch-not-found',
    'illegal-invoice-update',
    'payout-needs-second-admin',
    'payout-budget-exceeded',
    'invoice-cooling-off',
  ],
})

export const dropPayoutBatch = defineCall(calls.dropPayoutBatch, {
  may: 'payoutBatch.drop',
  summary: 'Give up a batch that is not confirmed: its withdrawals wait again',
  params: idParams,
  answer: payoutBatch,
  errors: ['payout-batch-not-found', 'illegal-invoice-update'],
})

export const endPayout = defineCall(calls.endPayout, {
  may: 'payoutBatch.end',
  summary:
    'Write down what has become of a payout that Paymob has not ended for a day; `X-Reason` says how it is known',
  params: idParams,
  body: z.object({ payoutId: id, found: z.enum(['paid', 'not-paid']) }),
  answer: payoutBatch,
  errors: ['payout-batch-not-found', 'illegal-invoice-update'],
})
