import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../platform/api.ts'
import { useIdempotencyKey } from '../../platform/idempotency-key.ts'
import { keys } from '../../platform/query-keys.ts'

/** The server has answered: what it refused may be sent again as a new request. */
const isAnswered = (error: unknown): boolean => error instanceof ApiError && error.status !== 0

type PlaceOrder<Body, Answer> = {
  send: (body: Body, idempotencyKey: string) => Promise<Answer>
  onPlaced: (answer: Answer) => unknown
}

/**
 * Sends an order once, and refreshes all that depends on it, also after a refusal: the gateway may have changed the
 * order.
 * @throws ApiError with the refusal.
 */
export function usePlaceOrder<Body extends object, Answer>({ send, onPlaced }: PlaceOrder<Body, Answer>) {
  const queryClient = useQueryClient()
  const { keyOf, forget } = useIdempotencyKey()
  return async (body: Body): Promise<void> => {
    try {
      const answer = await send(body, keyOf(body))
      forget()
      await onPlaced(answer)
    } catch (error) {
      if (isAnswered(error)) forget()
      throw error
    } finally {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: keys.orders }),
        queryClient.invalidateQueries({ queryKey: keys.subscription }),
        queryClient.invalidateQueries({ queryKey: keys.currentUser }),
      ])
    }
  }
}
