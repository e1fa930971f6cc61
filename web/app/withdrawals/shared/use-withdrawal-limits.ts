import { useQuery } from '@tanstack/react-query'
import { WIDEST_LIMITS, type WithdrawalLimits } from '#domain/withdrawals/request'
import { publicSettingsQuery } from '../../../shared/shell/queries.ts'

/** What staff have set for requests; the widest limits until it is known, as the server decides in the end. */
export function useWithdrawalLimits(): { limits: WithdrawalLimits; isPaused: boolean } {
  const { data } = useQuery(publicSettingsQuery)
  if (!data) return { limits: WIDEST_LIMITS, isPaused: false }
  return { limits: { min: data.minWithdrawal, max: data.maxWithdrawal }, isPaused: data.withdrawalsPaused }
}
