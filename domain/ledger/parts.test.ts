import { describe, expect, it } from 'vitest'
import { type Ids, isWithin, newestPart, olderParts, PARTS_A_NIGHT, type Part, WHOLE } from './parts.ts'

const none: Ids = { entries: 0, accounts: 0, subscriptions: 0, orders: 0, lessons: 0, decisions: 0, withdrawals: 0 }

/** How often the parts of one night hold a lesson. */
const timesHeld = (parts: readonly Part[], id: number) =>
  parts.filter(({ lessons: { from, to } }) => from <= id && id <= to).length

describe('the parts of the nightly proof', () => {
  it('are one while there are few rows', () => {
    const newest = newestPart({ ...none, lessons: 5000 })
    expect(newest).toEqual(WHOLE)
    expect(olderParts(newest, null)).toEqual({ parts: [], next: none })
  })

  it('hold the newest rows every night, and every older row once in a round of nights', () => {
    const lessons = 5000 * (2 * PARTS_A_NIGHT + 3) + 1
    const newest = newestPart({ ...none, lessons })
    expect(newest.lessons.from).toBe(lessons - 4999)
    const edges = [1, 5000, 5001, 50_000, lessons - 5001, lessons - 5000, lessons - 4999, lessons]
    const nights: Part[][] = []
    let next: Ids | null = null
    do {
      const night: ReturnType<typeof olderParts> = olderParts(newest, next)
      nights.push(night.parts)
      next = night.next
    } while (next.lessons > 0)
    expect(nights.map((parts) => parts.length)).toEqual([PARTS_A_NIGHT, PARTS_A_NIGHT, 3])
    for (const id of edges) expect(timesHeld([newest, ...nights.flat()], id)).toBe(1)
    expect(olderParts(newest, next)).toEqual(olderParts(newest, null))
  })

  it('hold no row below the first, and all that a fact of no row would have', () => {
    const [last] = olderParts(newestPart({ ...none, lessons: 5001 }), null).parts
    expect(last?.lessons).toEqual({ from: Number.MIN_SAFE_INTEGER, to: 1 })
    expect(last && timesHeld([last], -1)).toBe(1)
  })

  it('of another kind end earlier where it has fewer rows', () => {
    const { parts } = olderParts(newestPart({ ...none, lessons: 20_000, orders: 6000 }), null)
    expect(parts.map(({ orders }) => orders.to - orders.from >= 0)).toEqual([true, false, false])
  })

  it('are not proven apart where the newest rows hold them', () => {
    const newest = newestPart({ ...none, lessons: 20_000 })
    const [older] = olderParts(newest, null).parts
    expect([isWithin(newest, newest), older && isWithin(older, newest)]).toEqual([true, false])
    expect(isWithin(WHOLE, WHOLE)).toBe(true)
  })
})
