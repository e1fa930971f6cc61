import * as z from 'zod/mini'
import { coolingOffCauses, credentials } from '#domain/withdrawals/cooling-off'
import { factKinds } from '#domain/withdrawals/ledger-entries'
import { payoutStates } from '#domain/withdrawals/payout'
import {
  normalizeReceiver,
  WithdrawMethod,
  whyNotListedMethod,
  whyNotReceiver,
  whyNotWithdrawMethod,
} from '#domain/withdrawals/receiver'
import { whyNotAmountRange, whyNotWithdrawalAmount, whyNotWithdrawalNote } from '#domain/withdrawals/request'
import { WithdrawalStatus } from '#domain/withdrawals/statuses'
import { defineCall } from './call.ts'
import * as calls from './calls/invoices.ts'
import {
  direction,
  fileUrl,
  id,
  idParams,
  instant,
  listOf,
  nothing,
  numberFilter,
  oneOf,
  paging,
  queryBoolean,
  queryIds,
  queryList,
  queryNumber,
  queryOneOf,
  refusing,
  ruledInt,
  ruledOneOf,
  ruledText,
  times,
} from './fields.ts'
import { person } from './users.ts'

/** A withdrawal request; the amount in piastres. */
export const invoice = z.object({
  id,
  userId: id,
  method: oneOf(WithdrawMethod),
  receiver: z.string(),
  amount: z.int(),
  status: oneOf(WithdrawalStatus),
  /** Whether the tutor requested the cancellation; a canceled request without it was canceled by staff. */
  cancellationAsked: z.boolean(),
  /** The admin's, or else the tutor's: for clients that know one note (docs/rules/money.md 9.4). */
  note: z.nullable(z.string()),
  tutorNote: z.nullable(z.string()),
  adminNote: z.nullable(z.string()),
  receipt: fileUrl,
  addressedBy: z.nullable(id),
  ...times,
})
export type Invoice = z.input<typeof invoice>

/** Until when a request that waits is not paid, and after which changes (docs/rules/money.md 9.10). */
export const coolingOff = z.nullable(z.object({ until: instant, causes: z.array(z.enum(coolingOffCauses)) }))

/** The newest attempt to pay a request by Paymob Payouts; `reason` in Paymob's own words. */
const payout = z.object({
  id,
  batchId: id,
  state: z.enum(payoutStates),
  statusCode: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  updatedAt: instant,
})

/** A listed request, with its tutor; for admins also its newest payout by Paymob (docs/rules/money.md 10.6). */
export const listedInvoice = z.extend(invoice, { tutor: person, coolingOff, payout: z.nullable(payout) })
export type ListedInvoice = z.input<typeof listedInvoice>

const note = ruledText(whyNotWithdrawalNote)
const noteErrors = ['empty-invoice-note', 'invoice-note-invalid-html', 'invoice-note-too-long'] as const

/** An admin's note on a request; an empty text removes it. */
const adminNote = ruledText((text) => (text === '' ? null : whyNotWithdrawalNote(text)))

/** The format of the receiver depends on the method. */
const receives = refusing<{ method: number; receiver: string }>(({ method, receiver }) =>
  whyNotReceiver(method, receiver),
)

export const createInvoice = defineCall(calls.createInvoice, {
  may: 'invoice.create',
  summary: 'Request a withdrawal of earnings: 100 to 50000 EGP, within the withdrawable balance',
  body: z
    .object({
      method: ruledOneOf(WithdrawMethod, whyNotWithdrawMethod),
      receiver: z.string().check(z.overwrite(normalizeReceiver)),
      amount: ruledInt((amount) => whyNotWithdrawalAmount(amount)),
      note: z.optional(note),
    })
    .check(receives),
  answer: invoice,
  errors: [
    'service-unavailable',
    'invalid-invoice-method',
    'invalid-phone',
    'instapay-username-invalid',
    'invoice-not-valid',
    'empty-bank-name',
    'invalid-bank-name',
    'invalid-bank-account-number',
    'invoice-min-amount-subceeded',
    'invoice-max-amount-exceeded',
    ...noteErrors,
  ],
  creates: true,
})

export const invoiceStats = defineCall(calls.invoiceStats, {
  may: 'invoice.stats',
  viewable: true,
  summary: 'What a tutor earned, requested and may still withdraw, in piastres',
  params: idParams,
  answer: z.object({
    /** `waiting` is the pay of lessons that are over and wait for a word or a decision; it is not part of `total`. */
    income: z.object({ total: z.int(), future: z.int(), past: z.int(), waiting: z.int() }),
    invoices: z.object({ total: z.int(), fulfilled: z.int(), pending: z.int() }),
    spendable: z.int(),
    /** The receivers of the requests that were paid, and the latest change of each credential: what a new request waits for. */
    history: z.object({
      paidReceivers: z.array(z.string()),
      changes: z.array(z.object({ credential: z.enum(credentials), changedAt: instant })),
    }),
  }),
  errors: ['tutor-not-found'],
})

/** A line of a tutor's account: positive amounts were credited, negative ones debited; in piastres. */
export const statementLine = z.object({
  id,
  fact: z.enum(factKinds),
  /** The id of the fact: a lesson, a withdrawal and so on. */
  factId: id,
  amount: z.int(),
  /** The balance of the account after the line. */
  balance: z.int(),
  /** For an earning: its lesson. */
  lesson: z.nullable(z.object({ start: instant, duration: z.int() })),
  createdAt: instant,
})
export type StatementLine = z.input<typeof statementLine>

export const invoiceStatement = defineCall(calls.invoiceStatement, {
  may: 'invoice.statement',
  summary: 'A tutor’s earnings as a statement of their account, newest first, with the balance after each line',
  params: idParams,
  query: z.object(paging),
  answer: listOf(statementLine),
  errors: ['tutor-not-found'],
})

export const listInvoices = defineCall(calls.listInvoices, {
  may: 'invoice.list',
  viewable: true,
  summary: 'Withdrawal requests; a tutor’s own only',
  query: z
    .object({
      ids: queryIds,
      users: queryIds,
      methods: z.optional(queryList(z.pipe(queryNumber, ruledOneOf(WithdrawMethod, whyNotListedMethod)))),
      statuses: z.optional(queryList(queryOneOf(WithdrawalStatus))),
      receipt: z.optional(queryBoolean),
      amount: z.optional(numberFilter),
      minAmount: z.optional(queryNumber),
      maxAmount: z.optional(queryNumber),
      orderBy: z._default(z.enum(['created_at', 'updated_at', 'amount']), 'created_at'),
      direction: z._default(direction, 'desc'),
      ...paging,
    })
    .check(refusing(({ minAmount, maxAmount }) => whyNotAmountRange({ min: minAmount, max: maxAmount }))),
  answer: listOf(listedInvoice),
  errors: [
    'invalid-withdraw-method',
    'withdraw-min-amount-zero-or-negative',
    'withdraw-max-amount-zero-or-negative',
    'withdraw-min-amount-above-max-amount',
  ],
})

export const invoiceQueue = defineCall(calls.invoiceQueue, {
  may: 'invoice.queue',
  summary: 'What waits for a decision, by method, in piastres',
  answer: z.array(
    z.object({ method: oneOf(WithdrawMethod), count: z.int(), amount: z.int(), oldest: instant, inFiles: z.int() }),
  ),
  errors: [],
})

/** An undecided paid lesson from which somebody was absent by its record, or which a member disputes. */
export const unattendedLesson = z.object({
  id,
  start: instant,
  price: z.int(),
  /** Who was absent by the outcome of the record; null if both were present. */
  missing: z.nullable(z.enum(['both', 'tutor', 'student'])),
  isDisputed: z.boolean(),
})

export const invoiceFlags = defineCall(calls.invoiceFlags, {
  may: 'invoice.flags',
  summary: 'What to look at before a withdrawal is paid: lessons since the last one, its receiver, its payment file',
  params: idParams,
  answer: z.object({
    tutor: z.object({ id, name: z.nullable(z.string()), image: fileUrl, phone: z.nullable(z.string()) }),
    /** The previous request; null: from the beginning. */
    since: z.nullable(instant),
    lessons: z.object({ count: z.int(), earned: z.int() }),
    /** The number of lessons that nobody attended, and of those from which the tutor alone was absent. */
    nobodyJoined: z.int(),
    tutorMissed: z.int(),
    /** The number of lessons that a member disputes in an unresolved report. */
    disputed: z.int(),
    /** The latest of them, at most 20. */
    unattended: z.array(unattendedLesson),
    isFirst: z.boolean(),
    /** The receiver of the last paid request, where the tutor was never paid to this one. */
    previousReceiver: z.nullable(z.string()),
    /** Other tutors who have requested withdrawals to the same receiver. */
    sharedWith: z.array(z.object({ id, name: z.nullable(z.string()) })),
    coolingOff,
    paymentFile: z.nullable(z.object({ id, closedAt: z.nullable(instant) })),
  }),
  errors: ['invoice-not-found'],
})

export const updateInvoice = defineCall(calls.updateInvoice, {
  may: 'invoice.update',
  summary:
    'A tutor requests cancellation; an admin decides, sets a note or adds a receipt; JSON where there is no receipt',
  params: idParams,
  body: z.object({ status: z.optional(queryOneOf(WithdrawalStatus)), note: z.optional(adminNote) }),
  files: ['receipt'],
  answer: nothing,
  errors: [
    'invoice-not-found',
    'illegal-invoice-update',
    'invoice-cooling-off',
    'invoice-in-payout',
    'empty-request',
    'large-file-size',
    ...noteErrors,
  ],
  versioned: true,
})
