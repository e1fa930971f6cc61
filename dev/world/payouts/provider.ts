import { type Context, Hono } from 'hono'
import { localPayoutKeys } from '../../local-keys.ts'
import { withFaults } from '../faults.ts'
import type { StandInHost } from '../stand-in-host.ts'
import { ISSUERS, type Issuer, statusAt, type Transaction, Transactions } from './transactions.ts'

/** The payouts' API, by its public documentation; it shares no code with the product's client. */

const TOKEN = 'payouts:token:'
const TOKEN_MS = 60 * 60_000
const CALLS = 'payouts:inquiries'
/** How many inquiries, of transactions and of the budget, the provider answers in a minute. */
const INQUIRIES_A_MINUTE = 5
const PAGE_SIZE = 50
/** Single payouts, in piastres. */
const SMALLEST = 1_00
const LARGEST = 99_999_99
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const BANK_CODES = ['CIB', 'BOA', 'NBE', 'MISR', 'QNB', 'MASH', 'AAIB', 'HSBC', 'BDC', 'CAE', 'ADIB', 'POST']

type Body = Record<string, unknown>
type Invalid = Record<string, string[]>

const textOf = (body: Body, name: string): string => String(body[name] ?? '')

function piastresOf(amount: unknown): number | null {
  const read = /^(\d{1,5})(?:\.(\d{1,2}))?$/.exec(String(amount))
  return read ? Number(read[1]) * 100 + Number((read[2] ?? '').padEnd(2, '0')) : null
}

/** The fields that the provider refuses, as it answers them; null when the request is valid. */
function whyInvalid(body: Body, known: Transactions): Invalid | null {
  const issuer = textOf(body, 'issuer').toLowerCase()
  const amount = piastresOf(body.amount)
  if (!ISSUERS.some((one) => one === issuer)) return { issuer: [`${issuer} is not a valid issuer.`] }
  if (amount === null || amount < SMALLEST || amount > LARGEST) return { amount: ['A valid number is required.'] }
  if (issuer === 'bank_card' || issuer === 'instant_bank') {
    if (!textOf(body, 'bank_card_number') || !textOf(body, 'full_name'))
      return { non_field_errors: ['You must pass valid values for fields [bank_code, bank_card_number, full_name]'] }
    if (!BANK_CODES.includes(textOf(body, 'bank_code'))) return { bank_code: ['Enter a valid bank code.'] }
    if (issuer === 'bank_card' && textOf(body, 'bank_transaction_type') !== 'cash_transfer')
      return { bank_transaction_type: ['Enter a valid bank transaction type.'] }
  } else if (!/^01[0125]\d{8}$/.test(textOf(body, 'msisdn'))) {
    return { msisdn: ['Enter a valid phone number.'] }
  }
  if (/[!%*+&,<=>]/.test(textOf(body, 'full_name')))
    return { non_field_errors: ['Symbols like !%*+&,<=> not allowed in full_name'] }
  const reference = body.client_reference_id
  if (reference !== undefined && !UUID.test(String(reference)))
    return { client_reference_id: ['Must be a valid UUID.'] }
  if (reference !== undefined && known.find(String(reference)))
    return { non_field_errors: ['client_reference_id is used before.'] }
  return null
}

const refusal = (description: unknown, code: number) => ({
  disbursement_status: 'failed',
  status_description: description,
  status_code: String(code),
})

const pounds = (piastres: number): number => piastres / 100

/** A transaction as the provider answers it; the time as it writes one. */
function view(one: Transaction, now: number) {
  const { status, code, description } = statusAt(one, now)
  const time = (instant: number) => new Date(instant).toISOString().replace('T', ' ').replace('Z', '000')
  return {
    transaction_id: one.id,
    issuer: one.issuer,
    ...(one.bankCode === null
      ? { msisdn: one.account, amount: pounds(one.amount) }
      : { bank_card_number: one.account, bank_code: one.bankCode, amount: pounds(one.amount).toFixed(2) }),
    full_name: one.fullName,
    disbursement_status: status,
    status_code: code,
    status_description: description,
    client_transaction_reference: one.clientReferenceId,
    reference: one.clientReference,
    aman_cashing_details: null,
    created_at: time(one.createdAt),
    updated_at: time(now),
  }
}

/** Wallets of banks are stored as transfers of a bank too. */
const isStoredAs = (bank: boolean, issuer: Issuer): boolean => {
  if (issuer === 'bank_wallet' || issuer === 'orange') return true
  return bank === (issuer === 'bank_card' || issuer === 'instant_bank')
}

export function payoutsProvider(host: StandInHost): Hono {
  const transactions = new Transactions(host)

  const issueToken = async (c: Context) => {
    const form = await c.req.parseBody()
    const { PAYMOB_PAYOUTS_CLIENT_ID: id, PAYMOB_PAYOUTS_CLIENT_SECRET: secret } = localPayoutKeys
    const isClient = c.req.header('authorization') === `Basic ${btoa(`${id}:${secret}`)}`
    const { PAYMOB_PAYOUTS_USER: user, PAYMOB_PAYOUTS_PASSWORD: password } = localPayoutKeys
    if (!isClient) return c.json({ error: 'invalid_client' }, 401)
    if (form.grant_type !== 'password' || form.username !== user || form.password !== password)
      return c.json({ error: 'invalid_grant', error_description: 'Invalid credentials given.' }, 400)
    const token = crypto.randomUUID().replaceAll('-', '')
    // The product's clock may be moved by days; tokens live by the real one, as the product keeps them.
    host.put(`${TOKEN}${token}`, Date.now() + TOKEN_MS)
    return c.json({
      access_token: token,
      expires_in: TOKEN_MS / 1000,
      refresh_token: crypto.randomUUID().replaceAll('-', ''),
      scope: 'read write',
      token_type: 'Bearer',
    })
  }

  const hasToken = (c: Context): boolean => {
    const [scheme, token = ''] = (c.req.header('authorization') ?? '').split(' ')
    return scheme === 'Bearer' && (host.get<number>(`${TOKEN}${token}`) ?? 0) > Date.now()
  }
  const unauthorized = (c: Context) => c.json(refusal('Authentication credentials were not provided.', 401), 401)

  /** Whether this inquiry is one too many in its minute. */
  const isThrottled = async (): Promise<boolean> => {
    const now = await host.now()
    const recent = (host.get<number[]>(CALLS) ?? []).filter((at) => at > now - 60_000 && at <= now)
    if (recent.length < INQUIRIES_A_MINUTE) host.put(CALLS, [...recent, now])
    return recent.length >= INQUIRIES_A_MINUTE
  }
  const throttled = (c: Context) =>
    c.json({ status_description: 'Request was throttled. Expected available in 55 seconds.', status_code: '429' }, 429)

  const disburse = async (c: Context) => {
    if (!hasToken(c)) return unauthorized(c)
    const body = (await c.req.json()) as Body
    const now = await host.now()
    const invalid = whyInvalid(body, transactions)
    if (invalid) return c.json(refusal(invalid, 400), 400)
    const amount = piastresOf(body.amount) ?? 0
    if (amount > transactions.budget(now))
      return c.json(
        refusal('Sorry, the amount to be disbursed exceeds you budget limit, please contact your support team', 400),
        400,
      )
    const issuer = textOf(body, 'issuer').toLowerCase() as Issuer
    const isOfBank = issuer === 'bank_card' || issuer === 'instant_bank'
    const made = transactions.create({
      issuer,
      amount,
      account: textOf(body, isOfBank ? 'bank_card_number' : 'msisdn'),
      bankCode: isOfBank ? textOf(body, 'bank_code') : null,
      fullName: textOf(body, 'full_name'),
      clientReferenceId: body.client_reference_id === undefined ? null : String(body.client_reference_id),
      clientReference: body.client_reference === undefined ? null : String(body.client_reference),
      createdAt: now,
    })
    return c.json(view(made, now))
  }

  /** `names` says which numbers of a transaction a list may contain. */
  const inquire = (list: string, names: (one: Transaction) => (string | null)[]) => async (c: Context) => {
    if (!hasToken(c)) return unauthorized(c)
    if (await isThrottled()) return throttled(c)
    const query = { [list]: c.req.queries(list), bank_transactions: c.req.query('bank_transactions') }
    const asked = (c.req.method === 'GET' ? query : await c.req.json()) as Body
    const wanted = asked[list]
    if (!Array.isArray(wanted) || wanted.length === 0) return c.json({ [list]: ['This field is required.'] }, 400)
    const isOfBanks = String(asked.bank_transactions) === 'true'
    const now = await host.now()
    const found = transactions
      .all()
      .filter((one) => isStoredAs(isOfBanks, one.issuer) && names(one).some((name) => wanted.includes(name)))
    const results = found.slice(0, PAGE_SIZE).map((one) => view(one, now))
    return c.json({ count: found.length, next: found.length > PAGE_SIZE ? '?page=2' : null, previous: null, results })
  }

  const showBudget = async (c: Context) => {
    if (!hasToken(c)) return unauthorized(c)
    if (await isThrottled()) return throttled(c)
    const budget = pounds(transactions.budget(await host.now())).toFixed(2)
    return c.json({ current_budget: `Your current budget is ${budget} LE` })
  }

  return new Hono()
    .use('/api/*', withFaults(host, 'payouts'))
    .post('/api/secure/o/token/', issueToken)
    .post('/api/secure/disburse/', disburse)
    .on(
      ['GET', 'POST'],
      '/api/secure/transaction/inquire/by-reference/',
      inquire('references_list', ({ clientReference }) => [clientReference]),
    )
    .on(
      ['GET', 'POST'],
      '/api/secure/transaction/inquire/',
      inquire('transactions_ids_list', ({ id, clientReferenceId }) => [id, clientReferenceId]),
    )
    .get('/api/secure/budget/inquire/', showBudget)
}
