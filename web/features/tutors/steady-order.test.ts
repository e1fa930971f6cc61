import { describe, expect, it } from 'vitest'
import { inShownOrder, isSameOrder } from './steady-order.ts'

const people = (...ids: number[]) => ids.map((id) => ({ id }))
const withTime = (id: number, free: string) => ({ id, free })

describe('a list that changes while it is read', () => {
  it('keeps the shown order and takes the fresh facts', () => {
    const fresh = [withTime(2, 'today'), withTime(1, 'tomorrow')]
    expect(inShownOrder(people(1, 2), fresh)).toEqual([withTime(1, 'tomorrow'), withTime(2, 'today')])
  })

  it('does not let people come or go by itself', () => {
    expect(inShownOrder(people(1, 2), people(1, 3))).toBeNull()
    expect(inShownOrder(people(1, 2), people(1))).toBeNull()
  })

  it('knows when the order is another one', () => {
    expect(isSameOrder(people(1, 2), people(1, 2))).toBe(true)
    expect(isSameOrder(people(1, 2), people(2, 1))).toBe(false)
  })
})
