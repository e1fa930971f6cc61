import { type PaidPeriod, PlanPeriod } from '#domain/subscriptions/periods'

/** A period as addresses and the payment calls write it. */
export const PERIOD_WORDS = ['month', 'quarter', 'year'] as const
export type PeriodWord = (typeof PERIOD_WORDS)[number]

const WORDS: Record<PaidPeriod, PeriodWord> = { 0: 'month', 1: 'quarter', 2: 'year' }
const NUMBERS: Record<PeriodWord, PaidPeriod> = {
  month: PlanPeriod.Month,
  quarter: PlanPeriod.Quarter,
  year: PlanPeriod.Year,
}

export const isPeriodWord = (value: unknown): value is PeriodWord => PERIOD_WORDS.some((word) => word === value)
export const wordOf = (period: PaidPeriod): PeriodWord => WORDS[period]
export const periodOf = (word: PeriodWord): PaidPeriod => NUMBERS[word]
