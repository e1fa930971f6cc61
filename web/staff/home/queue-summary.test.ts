import { describe, expect, it } from 'vitest'
import type { QueueEntry } from '#contract/dashboard'
import { summaryOf } from './queue-summary.ts'

const entry = (kind: QueueEntry['kind'], count: number, oldest: string | null, isMore = false): QueueEntry => ({
  kind,
  count,
  isMore,
  oldest,
  items: [],
  late: 0,
  mine: { count: 0, late: 0, items: [] },
})

describe('the queue', () => {
  it('is summed without the meetings of today, with the oldest of all', () => {
    const kinds = [
      entry('withdrawal', 3, '2026-02-10T10:00:00.000Z'),
      entry('report', 100, '2026-02-09T10:00:00.000Z', true),
      entry('interview-today', 2, '2026-02-01T10:00:00.000Z'),
      entry('contact', 0, null),
    ]
    expect(summaryOf(kinds)).toEqual({
      count: 103,
      isMore: true,
      oldest: Date.parse('2026-02-09T10:00:00Z'),
      meetings: 2,
    })
    expect(summaryOf([])).toEqual({ count: 0, isMore: false, oldest: null, meetings: 0 })
  })
})
