import { DomainError } from '#domain/errors'
import type { Piastres } from '#domain/money'
import type { Env } from '../env.ts'
import { arePayoutsOn, fetchBudget } from '../outside/paymob/payouts.ts'
import { ProviderUnreachable } from '../outside/request-json.ts'

/**
 * What the account at Paymob holds.
 * @throws DomainError `service-unavailable` without an account, or without an answer.
 */
export async function readBudget(env: Env): Promise<Piastres> {
  if (!arePayoutsOn(env)) throw new DomainError('service-unavailable', 'Paymob Payouts is not configured')
  try {
    return await fetchBudget(env)
  } catch (error) {
    if (!(error instanceof ProviderUnreachable)) throw error
    throw new DomainError('service-unavailable', error.message)
  }
}

/** @throws DomainError `payout-budget-exceeded`: Paymob takes its fees from the budget too, and refuses what they exceed. */
export function assertBudget(sums: { budget: Piastres; onItsWay: Piastres; total: Piastres }): void {
  const { budget, onItsWay, total } = sums
  if (onItsWay + total > budget)
    throw new DomainError('payout-budget-exceeded', 'the budget is too small', { budget, needed: onItsWay + total })
}
