import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { refetchWhenInvalidatedDuringFirstFetch } from './refetch-on-invalidation-race.ts'

/** A server whose answers are held back: each is what was true when it was asked. */
function slowServer() {
  let truth = 'before'
  const held: (() => void)[] = []
  const ask = () => {
    const answer = truth
    return new Promise<string>((resolve) => held.push(() => resolve(answer)))
  }
  return {
    ask,
    asked: () => held.length,
    change: () => {
      truth = 'after'
    },
    answer: (place: number) => held[place]?.(),
  }
}

function watched() {
  const server = slowServer()
  const queryClient = new QueryClient()
  refetchWhenInvalidatedDuringFirstFetch(queryClient)
  const observer = new QueryObserver(queryClient, { queryKey: ['rooms', 1], queryFn: server.ask })
  const stop = observer.subscribe(() => {})
  return { server, queryClient, stop, shown: () => observer.getCurrentResult().data }
}

test('an event that overtakes the first answer is not lost', async () => {
  const { server, queryClient, shown, stop } = watched()
  server.change()
  void queryClient.invalidateQueries({ queryKey: ['rooms'] })
  server.answer(0)
  await expect.poll(shown).toBe('before')
  await expect.poll(server.asked).toBe(2)
  server.answer(1)
  await expect.poll(shown).toBe('after')
  stop()
})

test('many events that overtake it ask once more, not many times', async () => {
  const { server, queryClient, shown, stop } = watched()
  for (let event = 0; event < 5; event++) void queryClient.invalidateQueries({ queryKey: ['rooms'] })
  server.answer(0)
  await expect.poll(server.asked).toBe(2)
  server.answer(1)
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  expect([shown(), server.asked()]).toEqual(['before', 2])
  stop()
})

test('without an event the first answer is the last', async () => {
  const { server, queryClient, shown, stop } = watched()
  server.answer(0)
  await expect.poll(shown).toBe('before')
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  expect(server.asked()).toBe(1)
  stop()
})
