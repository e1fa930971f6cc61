import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { ApiError } from '../../platform/api.ts'
import { keys } from '../../platform/query-keys.ts'

/** One key for as long as the same is asked: pressing twice, or again after a lost answer, pays once. */
function useKeyOf() {
  const held = useRef({ wish: '', key: '' })
  return {
    keyOf: (wish: string): string => {
      if (held.current.wish !== wish) held.current = { wish, key: crypto.randomUUID() }
      return held.current.key
    },
    forget: () => {
      held.current = { wish: '', key: '' }
    },
  }
}

/** Whether the server has surely answered: what it refused may be asked anew. */
const wasHeard = (error: unknown): boolean => error instanceof ApiError && error.status !== 0

type Pay<Body, Answer> = {
  send: (body: Body, idempotencyKey: string) => Promise<Answer>
  onPlaced: (answer: Answer) => unknown
  onRefused: (error: unknown) => unknown
}

/** Sends an order once. Afterwards every screen learns of it, also of one that the provider refused. */
export function usePay<Body extends object, Answer>({ send, onPlaced, onRefused }: Pay<Body, Answer>) {
  const queryClient = useQueryClient()
  const { keyOf, forget } = useKeyOf()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: Body) => send(body, keyOf(JSON.stringify(body))),
    onSuccess: async (answer) => {
      forget()
      await onPlaced(answer)
    },
    onError: async (refusal) => {
      if (wasHeard(refusal)) forget()
      onRefused(refusal)
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: keys.payments }),
        queryClient.invalidateQueries({ queryKey: keys.subscription }),
        queryClient.invalidateQueries({ queryKey: keys.currentUser }),
      ]),
  })
  return { pay: (body: Body) => mutate(body), isPending, error }
}
