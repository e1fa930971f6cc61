import * as z from 'zod/mini'
import type { Piastres } from '#domain/money'
import { cutText } from '#domain/text'
import type { PayoutRoute, PayoutState } from '#domain/withdrawals/payout'
import type { Env } from '../../env.ts'
import { type ProviderRequest, type ProviderResponse, ProviderUnreachable, requestJson } from '../request-json.ts'
import { ABSENT, ACCEPTED, refusedKey, type TriedKey, unclearKey } from '../tried-key.ts'
import { readAmount, wireAmount } from '../wire-amount.ts'
import { bearerTokens } from './authorization.ts'

/*
 * Paymob Payouts ("Send"), by payouts.paymobsolutions.com/docs (instant_cashin_api, bulk_transaction_inquiry_api,
 * bulk_transaction_inquiry_by_reference_api, budget_inquiry_api, generate_and_refresh_token_api), read in November 2026, and by
 * what its clients and its published test doubles send and expect.
 */

const HOST = {
  production: 'https://payouts.paymobsolutions.com',
  staging: 'https://stagingpayouts.paymobsolutions.com',
  local: 'https://stagingpayouts.paymobsolutions.com',
} as const

type Account = { clientId: string; clientSecret: string; user: string; password: string }

/** Null where no account at Paymob Payouts is configured. */
function accountOf(env: Env): Account | null {
  const { PAYMOB_PAYOUTS_CLIENT_ID: clientId, PAYMOB_PAYOUTS_CLIENT_SECRET: clientSecret } = env
  const { PAYMOB_PAYOUTS_USER: user, PAYMOB_PAYOUTS_PASSWORD: password } = env
  return clientId && clientSecret && user && password ? { clientId, clientSecret, user, password } : null
}

/** Whether withdrawals can be paid by Paymob Payouts (docs/rules/money.md 10.1). */
export const arePayoutsOn = (env: Env): boolean => accountOf(env) !== null

const urlOf = (env: Env, path: string): string => `${HOST[env.ENVIRONMENT]}/api/secure/${path}`

const issued = z.object({ access_token: z.string().check(z.minLength(1)) })

/** @throws ProviderUnreachable */
const requestToken = (env: Env, { clientId, clientSecret, user, password }: Account): Promise<ProviderResponse> =>
  requestJson(urlOf(env, 'o/token/'), {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
    form: { grant_type: 'password', username: user, password },
  })

/** @throws ProviderUnreachable where none is issued: nothing was sent then. */
async function issueToken(env: Env): Promise<string> {
  const account = accountOf(env)
  if (!account) throw new ProviderUnreachable('Paymob Payouts is not configured')
  const { status, body } = await requestToken(env, account)
  const read = issued.safeParse(body)
  if (status >= 300 || !read.success) throw new ProviderUnreachable(`no token of payouts (${status})`)
  return read.data.access_token
}

/**
 * Tries the account's credentials by a token, with which nothing is done.
 * @throws ProviderUnreachable
 */
export async function tryPayoutKeys(env: Env): Promise<TriedKey> {
  const account = accountOf(env)
  if (!account) return ABSENT
  const response = await requestToken(env, account)
  if (issued.safeParse(response.body).success) return ACCEPTED
  return [400, 401, 403].includes(response.status)
    ? refusedKey(`PAYMOB_PAYOUTS_…: ${JSON.stringify(response.body)}`)
    : unclearKey(response)
}

const payoutTokens = bearerTokens((env) => env.PAYMOB_PAYOUTS_CLIENT_ID, issueToken)

/** Makes sure that there is a token, so that a payout is not marked as sent before one is. @throws ProviderUnreachable */
export const openPayouts = async (env: Env): Promise<void> => {
  await payoutTokens.tokenOf(env)
}

/** @throws ProviderUnreachable */
const send = (env: Env, path: string, request: ProviderRequest): Promise<ProviderResponse> =>
  payoutTokens.send(env, urlOf(env, path), request)

/** A payout as Paymob is told of it: `reference` is our UUID, `amount` in piastres. */
export type Payout = PayoutRoute & { reference: string; fullName: string; amount: Piastres }

/** What Paymob says of a payout; `reason` in its own words. */
export type PayoutOutcome = {
  state: Extract<PayoutState, 'pending' | 'successful' | 'failed'>
  transactionId: string | null
  statusCode: string | null
  reason: string | null
}

const text = z.nullish(z.union([z.string(), z.number()]))
const transaction = z.object({
  transaction_id: text,
  amount: z.nullish(z.union([z.string(), z.number()])),
  disbursement_status: z.string(),
  status_code: text,
  status_description: z.optional(z.unknown()),
  /** The names under which clients have seen our reference come back. */
  reference: text,
  client_reference: text,
  client_reference_id: text,
  client_transaction_reference: text,
})
type Transaction = z.output<typeof transaction>

/** The words of a bank account's transfer that is "successful with warning": it takes place when the receiver's bank agrees. */
const NOT_SETTLED = '8222'
const SUCCESSES = new Set(['success', 'successful'])
const FAILURES = new Set(['failed', 'failure', 'rejected', 'returned', 'canceled', 'cancelled'])
const MAX_REASON = 500

/** A description is a text, or a record of the fields that were refused. */
function reasonOf(description: unknown): string | null {
  if (description === undefined || description === null || description === '') return null
  return cutText(typeof description === 'string' ? description : JSON.stringify(description), MAX_REASON)
}

function outcomeOf({ transaction_id: id, status_code: code, ...one }: Transaction): PayoutOutcome {
  const status = one.disbursement_status.toLowerCase()
  const isSuccess = SUCCESSES.has(status) && String(code) !== NOT_SETTLED
  return {
    state: isSuccess ? 'successful' : FAILURES.has(status) ? 'failed' : 'pending',
    transactionId: id == null ? null : String(id),
    statusCode: code == null ? null : String(code),
    reason: reasonOf(one.status_description),
  }
}

/** The statuses by which Paymob says that it has not carried out a request; it has no record of it either. */
const REFUSALS = new Set([400, 403, 404, 422])
/** The codes of a failure that Paymob met on its way to the issuer: its record of the transaction tells what became of it. */
const UNSURE_CODES = new Set(['408', '424', '500', '501'])

/** A reference that Paymob has already: the payout was sent before. */
const isRepetition = (reason: string | null): boolean => /client_reference/.test(reason ?? '')

/** The fields that the issuer needs besides amount, name and reference. */
const receiverOf = ({ issuer, account, bankCode }: PayoutRoute) =>
  issuer === 'bank_card'
    ? { bank_card_number: account, bank_code: bankCode, bank_transaction_type: 'cash_transfer' }
    : { msisdn: account }

/**
 * Sends a payout. Our reference goes in both fields that Paymob has for one, because one inquiry searches by the one, and the
 * other by the other (docs/rules/money.md 10.3).
 * @throws ProviderUnreachable: whether Paymob has it is then unknown, until `inquirePayouts` tells.
 */
export async function disburse(env: Env, payout: Payout): Promise<PayoutOutcome> {
  const { issuer, amount, fullName, reference } = payout
  const { status, body } = await send(env, 'disburse/', {
    method: 'POST',
    body: {
      issuer,
      amount: wireAmount(amount),
      full_name: fullName,
      client_reference_id: reference,
      client_reference: reference,
      ...receiverOf(payout),
    },
  })
  const read = transaction.safeParse(body)
  if (!read.success) {
    if (!REFUSALS.has(status)) throw new ProviderUnreachable(`the answer to a payout (${status}) is not readable`)
    const refusal = reasonOf(body.detail ?? body.status_description ?? body)
    return { state: 'failed', transactionId: null, statusCode: String(status), reason: refusal }
  }
  const outcome = outcomeOf(read.data)
  const isUnsure = status === 401 || status === 429 || status >= 500 || UNSURE_CODES.has(outcome.statusCode ?? '')
  if (outcome.state === 'failed' && (isUnsure || isRepetition(outcome.reason)))
    throw new ProviderUnreachable(`the answer to a payout (${status}) does not tell what became of it`)
  return outcome
}

const page = z.object({ next: z.nullish(z.string()), results: z.array(z.unknown()) })

/** The most payouts that one inquiry answers on its first page. */
export const MAX_IN_INQUIRY = 50

type Asked = Pick<Payout, 'reference' | 'amount'>

const referencesIn = ({
  reference,
  client_reference,
  client_reference_id,
  client_transaction_reference,
}: Transaction) => [reference, client_reference, client_reference_id, client_transaction_reference].map(String)

const isOfAmount = ({ amount }: Transaction, expected: Piastres): boolean =>
  amount == null || readAmount(amount) === expected

/** Never final: staff see that Paymob paid another sum, and nothing is posted. */
const ofAnotherAmount = (one: Transaction): PayoutOutcome => ({
  ...outcomeOf(one),
  state: 'pending',
  reason: `amount ${one.amount}: ${reasonOf(one.status_description) ?? one.disbursement_status}`,
})

/**
 * Reads an inquiry's answer.
 * @throws ProviderUnreachable for one from which it does not follow which payouts Paymob has.
 */
function readPage(status: number, body: Record<string, unknown>, asked: readonly Asked[]): Map<string, PayoutOutcome> {
  // An inquiry for references of which there are none may be answered as not found.
  if (status === 404) return new Map()
  const read = page.safeParse(body)
  if (status >= 300 || !read.success || read.data.next)
    throw new ProviderUnreachable(`the inquiry of payouts (${status}) is not readable`)
  const found = new Map<string, PayoutOutcome>()
  for (const row of read.data.results) {
    const one = transaction.safeParse(row)
    const known = one.success ? asked.find(({ reference }) => referencesIn(one.data).includes(reference)) : undefined
    if (!one.success || !known) throw new ProviderUnreachable('the inquiry of payouts names another one')
    found.set(known.reference, isOfAmount(one.data, known.amount) ? outcomeOf(one.data) : ofAnotherAmount(one.data))
  }
  return found
}

/** Paymob keeps transfers to banks apart from the others, and bank wallets in both. */
const INQUIRIES = [
  ['transaction/inquire/by-reference/', 'references_list', false],
  ['transaction/inquire/by-reference/', 'references_list', true],
  ['transaction/inquire/', 'transactions_ids_list', false],
  ['transaction/inquire/', 'transactions_ids_list', true],
] as const

/**
 * What Paymob says of these payouts, at most `MAX_IN_INQUIRY`, by their reference; it does not have one that is absent. It
 * answers five inquiries a minute, of which this takes four at most. They are sent by POST, which Paymob takes as well as GET:
 * the list is in the body, which a GET of `fetch` has not.
 * @throws ProviderUnreachable: nothing is then known of any of them.
 */
export async function inquirePayouts(env: Env, asked: readonly Asked[]): Promise<Map<string, PayoutOutcome>> {
  const found = new Map<string, PayoutOutcome>()
  for (const [path, list, isOfBanks] of INQUIRIES) {
    const missing = asked.filter(({ reference }) => !found.has(reference))
    if (missing.length === 0) break
    const { status, body } = await send(env, path, {
      method: 'POST',
      body: { [list]: missing.map(({ reference }) => reference), bank_transactions: isOfBanks },
    })
    for (const [reference, outcome] of readPage(status, body, missing)) found.set(reference, outcome)
  }
  return found
}

/**
 * The piastres that the account at Paymob holds for payouts, which it says in a sentence: "Your current budget is 888.25 LE".
 * @throws ProviderUnreachable
 */
export async function fetchBudget(env: Env): Promise<Piastres> {
  const { status, body } = await send(env, 'budget/inquire/', { method: 'GET' })
  const [, digits] = /([\d,]+(?:\.\d{1,2})?)/.exec(String(body.current_budget ?? '')) ?? []
  const budget = digits === undefined ? null : readAmount(digits.replaceAll(',', ''))
  if (status >= 300 || budget === null) throw new ProviderUnreachable(`no budget of payouts (${status})`)
  return budget
}
