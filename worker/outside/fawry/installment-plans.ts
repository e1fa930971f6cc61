import * as z from 'zod/mini'
import { type Instant, minutes } from '#domain/cairo'
import type { InstallmentPlan } from '#domain/payments/installments'
import type { Env } from '../../env.ts'
import { readTimer } from '../../http/clock.ts'
import { ProviderUnreachable, requestJson } from '../request-json.ts'
import { readAmount } from '../wire-amount.ts'
import { baseOf } from './settings.ts'

const PLANS = '/ECommerceWeb/api/merchant/installment-plans'
const LIFETIME = minutes(60)

/** The plans that this isolate has, with the account and address that they were asked for. */
let known: { source: string; plans: InstallmentPlan[]; until: Instant } | null = null

const number = z.union([z.number(), z.string().check(z.regex(/^\d+(\.\d+)?$/))])
const amount = z.nullish(z.union([number, z.literal('')]))
const prefixes = z.nullish(z.union([z.string(), z.array(z.union([z.string(), z.number()]))]))

const name = z.nullish(z.string())
const bank = z.nullish(z.object({ nameAr: name, nameEn: name }))

/** A plan as the gateway's pages describe it: within an entry of the account, whose own id is another one. */
const entry = z.object({
  installmentPlan: z.object({
    id: number,
    noOfMonths: number,
    rate: z.nullish(number),
    minAmount: amount,
    maxAmount: amount,
    /** False for a plan of the merchant's tills. */
    online: z.nullish(z.boolean()),
    accountType: z.nullish(z.object({ bank, pans: prefixes })),
  }),
})

/** A plan as some clients read it, each by names of its own (docs/rules/money.md 6.8). */
const flatPlan = z.object({
  installmentPlanId: z.nullish(number),
  planId: z.nullish(number),
  id: z.nullish(number),
  bankName: name,
  bank: name,
  installmentMonths: z.nullish(number),
  tenor: z.nullish(number),
  months: z.nullish(number),
  interestRate: z.nullish(number),
  rate: z.nullish(number),
  feesPercent: z.nullish(number),
  minAmount: amount,
  minimumAmount: amount,
  maxAmount: amount,
  maximumAmount: amount,
  cardPrefixes: prefixes,
  bins: prefixes,
})

const isWhole = (value: number): boolean => Number.isSafeInteger(value) && value > 0

const boundOf = (value: z.output<typeof amount>) => (value == null || value === '' ? null : readAmount(value))

function prefixesOf(value: z.output<typeof prefixes>): string[] {
  const given = typeof value === 'string' ? value.split(',') : (value ?? []).map(String)
  return given.map((one) => one.trim()).filter((one) => /^\d+$/.test(one))
}

/** The rate of a percent in hundredths. */
const rateOf = (percent: z.output<typeof number> | null | undefined) => Math.round(Number(percent ?? 0) * 100)

function fromEntry({ installmentPlan: one }: z.output<typeof entry>): InstallmentPlan {
  const { nameAr, nameEn } = one.accountType?.bank ?? {}
  return {
    id: Number(one.id),
    months: Number(one.noOfMonths),
    bank: (nameAr || nameEn || '').trim(),
    rate: rateOf(one.rate),
    minAmount: boundOf(one.minAmount),
    maxAmount: boundOf(one.maxAmount),
    cardPrefixes: prefixesOf(one.accountType?.pans),
  }
}

const fromFlat = (one: z.output<typeof flatPlan>): InstallmentPlan => ({
  id: Number(one.installmentPlanId ?? one.planId ?? one.id),
  months: Number(one.installmentMonths ?? one.tenor ?? one.months),
  bank: (one.bankName ?? one.bank ?? '').trim(),
  rate: rateOf(one.interestRate ?? one.rate ?? one.feesPercent),
  minAmount: boundOf(one.minAmount ?? one.minimumAmount),
  maxAmount: boundOf(one.maxAmount ?? one.maximumAmount),
  cardPrefixes: prefixesOf(one.cardPrefixes ?? one.bins),
})

/** Null for a plan of the merchant's tills, and for one without an id or a number of months, which cannot be offered. */
function toPlan(wire: unknown): InstallmentPlan | null {
  const documented = entry.safeParse(wire)
  if (documented.data?.installmentPlan.online === false) return null
  const flat = flatPlan.safeParse(wire)
  const plan = documented.success ? fromEntry(documented.data) : flat.success ? fromFlat(flat.data) : null
  return plan && isWhole(plan.id) && isWhole(plan.months) ? plan : null
}

async function askForPlans(env: Env): Promise<InstallmentPlan[]> {
  // Some of the gateway's pages name the account one way, some the other.
  const account = { accountNumber: env.FAWRY_MERCHANT_CODE, merchantCode: env.FAWRY_MERCHANT_CODE }
  const query = new URLSearchParams(account)
  const { status, body, list } = await requestJson(`${baseOf(env)}${PLANS}?${query}`, { method: 'GET' })
  const listed = list ?? body.installmentPlans ?? body.plans
  if (status >= 300 || !Array.isArray(listed)) throw new ProviderUnreachable(`no list of instalment plans (${status})`)
  return listed.map(toPlan).filter((plan) => plan !== null)
}

/**
 * The instalment plans of our account, kept for an hour (docs/rules/money.md 3.7).
 * @throws ProviderUnreachable
 */
export async function fetchInstallmentPlans(env: Env): Promise<readonly InstallmentPlan[]> {
  const source = `${baseOf(env)} ${env.FAWRY_MERCHANT_CODE}`
  if (known && known.source === source && readTimer() < known.until) return known.plans
  const plans = await askForPlans(env)
  known = { source, plans, until: readTimer() + LIFETIME }
  return plans
}
