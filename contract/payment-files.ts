import * as z from 'zod/mini'
import { MAX_IN_PAYMENT_FILE } from '#domain/withdrawals/payment-file'
import { banks, WithdrawMethod } from '#domain/withdrawals/receiver'
import { defineCall } from './call.ts'
import * as calls from './calls/payment-files.ts'
import { fileUrl, id, idParams, instant, listOf, nothing, oneOf, paging, queryBoolean, times } from './fields.ts'
import { invoice } from './invoices.ts'

/** A transfer file for a bank, InstaPay or a wallet operator; amounts in piastres. */
export const paymentFile = z.object({
  id,
  method: oneOf(WithdrawMethod),
  bank: z.nullable(z.enum(banks)),
  count: z.int(),
  total: z.int(),
  /** How many of its withdrawals are still pending. */
  openCount: z.int(),
  openTotal: z.int(),
  /** Closed by paying it; false for an open or dropped file. */
  paid: z.boolean(),
  receipt: fileUrl,
  createdBy: id,
  closedBy: z.nullable(id),
  closedAt: z.nullable(instant),
  ...times,
})
export type PaymentFile = z.input<typeof paymentFile>

export const createPaymentFiles = defineCall(calls.createPaymentFiles, {
  may: 'paymentFile.create',
  summary: 'Put pending withdrawals into payment files: one for each method, for bank transfers one for each bank',
  body: z.object({ ids: z.array(id).check(z.minLength(1), z.maxLength(MAX_IN_PAYMENT_FILE)) }),
  answer: z.object({ list: z.array(paymentFile) }),
  errors: [
    'invoice-not-found',
    'illegal-invoice-update',
    'invoice-in-payment-file',
    'invoice-in-payout',
    'invoice-cooling-off',
  ],
  creates: true,
})

export const listPaymentFiles = defineCall(calls.listPaymentFiles, {
  may: 'paymentFile.list',
  summary: 'Payment files, newest first',
  query: z.object({ open: z.optional(queryBoolean), ...paging }),
  answer: listOf(paymentFile),
  errors: [],
})

export const getPaymentFile = defineCall(calls.getPaymentFile, {
  may: 'paymentFile.read',
  summary: 'A payment file with its withdrawals',
  params: idParams,
  answer: z.object({ file: paymentFile, invoices: z.array(invoice) }),
  errors: ['payment-file-not-found'],
})

export const downloadPaymentFile = defineCall(calls.downloadPaymentFile, {
  may: 'paymentFile.download',
  summary: 'The payment file as CSV, the same bytes each time',
  params: idParams,
  answer: nothing,
  errors: ['payment-file-not-found'],
})

export const payPaymentFile = defineCall(calls.payPaymentFile, {
  may: 'paymentFile.pay',
  summary: 'Approve every withdrawal of the file that still waits, with one receipt for admins',
  params: idParams,
  body: z.object({}),
  files: ['receipt'],
  answer: z.object({ count: z.int(), total: z.int() }),
  errors: ['payment-file-not-found', 'illegal-invoice-update', 'invoice-cooling-off', 'large-file-size'],
})

export const dropPaymentFile = defineCall(calls.dropPaymentFile, {
  may: 'paymentFile.drop',
  summary: 'Give a payment file up: its withdrawals wait for another one',
  params: idParams,
  answer: paymentFile,
  errors: ['payment-file-not-found', 'illegal-invoice-update'],
})
