import { expect, it } from 'vitest'
import type { CallFigures } from '#contract/live/server-stats'
import { sortCalls } from './call-order.ts'

const figures = (call: string, changes: Partial<CallFigures>): CallFigures => ({
  call,
  requests: 1,
  failures: 0,
  errors: 0,
  p50: null,
  p99: null,
  statements: 0,
  rowsRead: 0,
  rowsWritten: 0,
  ...changes,
})
const busy = figures('GET /a', { requests: 100, p99: 5, rowsRead: 200 })
const slow = figures('GET /b', { requests: 2, p99: 900, rowsRead: 50 })
const idle = figures('GET /c', {})
const calls = [busy, slow, idle]
const namesBy = (key: string, direction: 'asc' | 'desc') =>
  sortCalls(calls, { key, direction }).map(({ call }) => call.at(-1))

it('calls are sorted by their figures, rows and statements by request, and without an order stay as they came', () => {
  expect(sortCalls(calls, null)).toBe(calls)
  expect(namesBy('p99', 'desc')).toEqual(['b', 'a', 'c'])
  expect(namesBy('p99', 'asc')).toEqual(['c', 'a', 'b'])
  expect(namesBy('rowsRead', 'desc')).toEqual(['b', 'a', 'c'])
  expect(namesBy('call', 'desc')).toEqual(['c', 'b', 'a'])
})
