import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { refetchWhenInvalidatedDuringFirstFetch } from './refetch-on-invalidation-race.ts'

/** A server that answers when the test says so, with what was true when the request came. */
function slowServer() {
  let truth = 'before'
  const pending: (() => void)[] = []
  const fetch = () => {
    const answer = truth
    return new Promise<string>((resolve) => pending.push(() => resolve(answer)))
  }
  return {
    fetch,
    requests: () => pending.length,
    change: () => {
      truth = 'after'
    },
    answer: (place: number) => pending[place]?.(),
  }
}

function observed() {
  const server = slowServer()
  const queryClient = new QueryClient()
  refetchWhenInvalidatedDuringFirstFetch(queryClient)
  const observer = new QueryObserver(queryClient, { queryKey: ['rooms', 1], queryFn: server.fetch })
  const stop = observer.subscribe(() => {})
  return { server, queryClient, stop, shown: () => observer.getCurrentResult().data }
}

test('an event that arrives before the first answer is not lost', async () => {
  const { server, queryClient, shown, stop } = observed()
  server.change()
  void queryClient.invalidateQueries({ queryKey: ['rooms'] })
  server.answer(0)
  await expect.poll(shown).toBe('before')
  await expect.poll(server.requests).toBe(2)
  server.answer(1)
  await expect.poll(shown).toBe('after')
  stop()
})

test('many events before it refetch once more, not many times', async () => {
  const { server, queryClient, shown, stop } = observed()
  for (let event = 0; event < 5; event++) void queryClient.invalidateQueries({ queryKey: ['rooms'] })
  server.answer(0)
  await expect.poll(server.requests).toBe(2)
  server.answer(1)
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  expect([shown(), server.requests()]).toEqual(['before', 2])
  stop()
})

test('without an event the first answer is the last', async () => {
  const { server, queryClient, shown, stop } = observed()
  server.answer(0)
  await expect.poll(shown).toBe('before')
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  expect(server.requests()).toBe(1)
  stop()
})
