import { queryOptions } from '@tanstack/react-query'
import { listCards } from '#contract/calls/fawry'
import type { SavedCard } from '#contract/fawry'
import { request } from '../../platform/api.ts'
import { keys } from '../../platform/query-keys.ts'

/** The cards that both gateways keep for a student: those at Fawry are paid with here, those at Paymob on its own page. */
export const cardsQuery = (userId: number) =>
  queryOptions({
    queryKey: [...keys.orders, 'cards', userId],
    queryFn: ({ signal }) => request(listCards, { query: { userId } }, { signal }),
    staleTime: 60_000,
  })

/** The cards at one gateway. */
export const cardsAt = (gateway: SavedCard['gateway'], { cards }: { cards: readonly SavedCard[] }): SavedCard[] =>
  cards.filter((card) => card.gateway === gateway)
