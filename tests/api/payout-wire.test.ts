/**
 * Answers of Paymob Payouts as its documentation records them (payouts.paymobsolutions.com/docs: instant_cashin_api,
 * bulk_transaction_inquiry_api, budget_inquiry_api, generate_and_refresh_token_api; read on 2026-11-27), and what each means
 * here (docs/rules/money.md 10.3, 10.5).
 */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { bindings } from '#tests/people'
import { disburse, fetchBudget, inquirePayouts } from '../../worker/outside/paymob/payouts.ts'
import { ProviderUnreachable } from '../../worker/outside/request-json.ts'

const REFERENCE = '8f5dd1a2-6a7e-4c58-9f0c-3b1f6a0e2d11'
const PAYOUT = {
  issuer: 'vodafone',
  account: '01092737975',
  bankCode: null,
  reference: REFERENCE,
  fullName: 'Tom Bernard Ceisar',
  amount: 9_056,
} as const

const TOKEN = {
  access_token: 'Df0Z0r74hxZmO47mo9QnRrncVJIGU6',
  expires_in: 3600,
  refresh_token: 'Y23rwVNSRtLjhy2nIwslJdo3FbAS6d',
  scope: 'read write',
  token_type: 'Bearer',
}

/** Paymob answers every request to this path so; a token is issued always. */
function answering(path: string, ...answers: { status?: number; body: unknown }[]): void {
  const left = [...answers]
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    const { pathname } = new URL(String(input instanceof Request ? input.url : input))
    if (pathname.endsWith('/o/token/')) return Response.json(TOKEN)
    const { status = 200, body } = (left.length > 1 ? left.shift() : left[0]) ?? { body: {} }
    return pathname.endsWith(path) ? Response.json(body, { status }) : Response.json({ count: 0, results: [] })
  })
}

afterEach(() => void vi.unstubAllGlobals())

const times = { created_at: '2020-10-12 06:54:31.849561', updated_at: '2020-10-12 06:54:33.146926' }
const PAID = {
  transaction_id: '92134d2b-d1a5-4dde-859c-a1175e94582c',
  msisdn: '01092737975',
  issuer: 'vodafone',
  amount: '90.56',
  full_name: '',
  disbursement_status: 'success',
  status_code: '200',
  status_description: 'تم إيداع 90.56 جنيه إلى رقم 01010101010 بنجاح',
  aman_cashing_details: null,
  ...times,
}
const UNKNOWN_WALLET = {
  ...PAID,
  issuer: 'etisalat',
  amount: 100,
  disbursement_status: 'failed',
  status_code: '90040',
  status_description: 'عزيزي العميل أنت غير مشترك في خدمة اتصالات كاش',
}
const ON_ITS_WAY = {
  ...PAID,
  issuer: 'bank_card',
  bank_code: 'MISR',
  disbursement_status: 'pending',
  status_code: '8000',
  status_description: 'Transaction received and validated successfully. Dispatched for being processed by the bank',
}
const INVALID = {
  disbursement_status: 'failed',
  status_description: { amount: ['This field is required.'] },
  status_code: '400',
}
const OVER_BUDGET = {
  disbursement_status: 'failed',
  status_description: 'Sorry, the amount to be disbursed exceeds you budget limit, please contact your support team',
  status_code: '400',
}

describe('the answer to a payout', () => {
  it.each([
    ['success', { body: PAID }, 'successful', '200'],
    ['a wallet that does not exist', { body: UNKNOWN_WALLET }, 'failed', '90040'],
    ['dispatched to the bank', { body: ON_ITS_WAY }, 'pending', '8000'],
    ['fields that are refused', { status: 400, body: INVALID }, 'failed', '400'],
    ['too small a budget', { status: 400, body: OVER_BUDGET }, 'failed', '400'],
    // Some of its pages show the same with the HTTP status 200.
    ['too small a budget, as 200', { body: OVER_BUDGET }, 'failed', '400'],
    ['an address that is not allowed', { status: 403, body: { detail: 'Not allowed.' } }, 'failed', '403'],
    [
      'a word that nobody knows',
      { body: { ...PAID, disbursement_status: 'unknown', status_code: '408' } },
      'pending',
      '408',
    ],
  ] as const)('%s', async (_, answer, state, statusCode) => {
    answering('/disburse/', answer)
    expect(await disburse(bindings, PAYOUT)).toMatchObject({ state, statusCode, reason: expect.any(String) })
  })

  it.each([
    ['a refused token', { status: 401, body: { ...INVALID, status_code: '401' } }],
    ['too many requests', { status: 429, body: { status_description: 'Request was throttled.', status_code: '429' } }],
    ['an error on the way to the issuer', { body: { ...UNKNOWN_WALLET, status_code: '424' } }],
    [
      'a reference used before',
      {
        status: 400,
        body: { ...INVALID, status_description: { non_field_errors: ['client_reference_id is used before.'] } },
      },
    ],
    ['nothing readable', { body: {} }],
  ])('%s does not tell whether it was paid', async (_, answer) => {
    answering('/disburse/', answer)
    await expect(disburse(bindings, PAYOUT)).rejects.toThrow(ProviderUnreachable)
  })
})

describe('the answer to an inquiry', () => {
  const asked = [{ reference: REFERENCE, amount: 9_056 }]
  const page = (...results: object[]) => ({ body: { count: results.length, next: null, previous: null, results } })
  const inquire = async () => (await inquirePayouts(bindings, asked)).get(REFERENCE)

  it.each(['reference', 'client_reference', 'client_reference_id', 'client_transaction_reference'])(
    'may name our reference as %s',
    async (name) => {
      answering('/by-reference/', page({ ...PAID, [name]: REFERENCE }))
      expect(await inquire()).toMatchObject({ state: 'successful' })
    },
  )

  it.each([
    ['8111', 'pending', 'pending'],
    ['8222', 'successful', 'pending'],
    ['8333', 'successful', 'successful'],
    ['000100', 'returned', 'failed'],
  ])('of a bank is by its code %s and word %s: %s', async (status_code, disbursement_status, state) => {
    answering('/by-reference/', page({ ...ON_ITS_WAY, status_code, disbursement_status, reference: REFERENCE }))
    expect(await inquire()).toMatchObject({ state, statusCode: status_code })
  })

  it('with another amount is final for nothing', async () => {
    answering('/by-reference/', page({ ...PAID, amount: 500, reference: REFERENCE }))
    expect(await inquire()).toMatchObject({ state: 'pending', reason: expect.stringContaining('amount 500') })
  })

  it('that names none of ours, that is cut, throttled or unreadable, tells nothing', async () => {
    const bad = [
      page({ ...PAID }),
      { body: { ...page({ ...PAID, reference: REFERENCE }).body, next: '?page=2' } },
      { status: 429, body: { status_description: 'Request was throttled.', status_code: '429' } },
      { status: 400, body: { references_list: ['This field is required.'] } },
      { body: [] },
    ]
    for (const answer of bad) {
      answering('/by-reference/', answer)
      await expect(inquire()).rejects.toThrow(ProviderUnreachable)
    }
    answering('/by-reference/', page())
    expect(await inquire()).toBeUndefined()
  })
})

describe('the budget', () => {
  it.each([
    ['Your current budget is 888.25 LE', 88_825],
    ['Your current budget is 1,250,000.5 LE', 125_000_050],
    ['Your current budget is 0 LE', 0],
  ])('%s', async (current_budget, piastres) => {
    answering('/budget/inquire/', { body: { current_budget } })
    expect(await fetchBudget(bindings)).toBe(piastres)
  })

  it('that is said in no number is not known', async () => {
    answering('/budget/inquire/', { body: { current_budget: 'Please contact your support team' } })
    await expect(fetchBudget(bindings)).rejects.toThrow(ProviderUnreachable)
  })
})
