import { describe, expect, it } from 'vitest'
import { type Ids, NIGHTS, type Part, partsOfNight, partsOfRows, partsWithout, WHOLE } from './ledger-parts.ts'

const none: Ids = { entries: 0, accounts: 0, subscriptions: 0, orders: 0, lessons: 0, decisions: 0, withdrawals: 0 }
const nobody = { entries: [], accounts: [], subscriptions: [], orders: [], lessons: [], decisions: [], withdrawals: [] }

const holds = (ids: Part[keyof Part], id: number) => ('from' in ids ? ids.from <= id && id <= ids.to : ids.includes(id))

/** How often these parts hold a lesson. */
const timesHeld = (parts: readonly Part[], id: number) => parts.filter(({ lessons }) => holds(lessons, id)).length

/** The parts of nights that follow one another. */
function nights(highest: Ids, count: number): Part[][] {
  let next: Ids | null = null
  return Array.from({ length: count }, () => {
    const night: ReturnType<typeof partsOfNight> = partsOfNight(highest, next)
    next = night.next
    return night.parts
  })
}

describe('the rows that one night’s proof checks', () => {
  it('are a single part while there are few rows', () => {
    for (const highest of [none, { ...none, lessons: 1000, accounts: 50 }]) {
      expect(partsOfNight(highest, null)).toEqual({ parts: [WHOLE], next: none })
      expect(partsOfNight(highest, none).parts).toEqual([WHOLE])
    }
    expect(partsOfNight({ ...none, lessons: 1001 }, null).parts).not.toEqual([WHOLE])
    expect(partsOfNight({ ...none, accounts: 51 }, null).parts).not.toEqual([WHOLE])
  })

  it('hold every row once in a round of thirty nights, and the same again in the next', () => {
    const lessons = 1_000_001
    const round = nights({ ...none, lessons, orders: 40_000 }, NIGHTS)
    const edges = [-1, 0, 1, 33_334, 33_335, 500_000, lessons - 33_334, lessons - 33_333, lessons, lessons + 1]
    for (const id of edges) expect([id, timesHeld(round.flat(), id)]).toEqual([id, 1])
    expect(nights({ ...none, lessons, orders: 40_000 }, NIGHTS + 1).at(-1)).toEqual(round[0])
  })

  it('are of even size, and none of more than a statement may read', () => {
    const round = nights({ ...none, lessons: 1_000_001, orders: 40_000 }, NIGHTS)
    for (const parts of round) {
      expect(parts).toHaveLength(7)
      for (const { lessons } of parts.slice(1, -1)) {
        const { from, to } = lessons as { from: number; to: number }
        expect(to - from + 1).toBeGreaterThan(4700)
        expect(to - from + 1).toBeLessThanOrEqual(5000)
      }
    }
  })

  it('of a kind with fewer rows go through these several times in a round', () => {
    const round = nights({ ...none, lessons: 1_000_000, orders: 2500 }, 6).flat()
    const held = (id: number) => round.filter(({ orders }) => holds(orders, id)).length
    expect([held(1), held(2500), held(1250)]).toEqual([2, 2, 2])
  })

  it('are sixty at the most', () => {
    expect(partsOfNight({ ...none, lessons: 90_000_000 }, null).parts).toHaveLength(60)
  })
})

describe('the parts of rows that are named', () => {
  it('hold each of them once, a thousand together', () => {
    const lessons = [...Array.from({ length: 2500 }, (_, index) => index + 1), 7, 7]
    const parts = partsOfRows({ ...nobody, lessons, accounts: [3, 4] })
    expect(parts.map((part) => (part.lessons as number[]).length)).toEqual([1000, 1000, 500])
    for (const id of [1, 7, 1000, 1001, 2500]) expect(timesHeld(parts, id)).toBe(1)
    expect(parts.map(({ accounts }) => accounts)).toEqual([[3, 4], [], []])
  })

  it('are empty for no rows', () => {
    expect(partsOfRows(nobody)).toEqual([])
  })
})

describe('what a night proves anyway', () => {
  const { parts: night } = partsOfNight({ ...none, lessons: 30_000 }, null)

  it('is not checked again among the changes', () => {
    const [left, ...others] = partsWithout(partsOfRows({ ...nobody, lessons: [29_000, 29_001, 7], orders: [3] }), night)
    expect([left, ...others]).toEqual([{ ...nobody, lessons: [29_000, 7] }])
    expect(partsWithout([WHOLE], [WHOLE])).toEqual([])
  })

  it('is not checked again in any of its parts', () => {
    const { parts } = partsOfNight({ ...none, lessons: 900_000 }, null)
    expect(parts).toHaveLength(6)
    const named = (lessons: number[]) => partsOfRows({ ...nobody, lessons })
    expect(partsWithout(named([870_001, 885_000, 900_000]), parts)).toEqual([])
    expect(partsWithout(named([870_000, 885_000]), parts)).toEqual([{ ...nobody, lessons: [870_000] }])
  })

  it('leaves rows that differed the night before and are outside its own part', () => {
    const older = { ...WHOLE, lessons: { from: 20_000, to: 21_000 } }
    expect(partsWithout([older, ...night], night)).toEqual([{ ...nobody, lessons: { from: 20_000, to: 21_000 } }])
  })
})
