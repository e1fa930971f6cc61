import { describe, expect, it } from 'vitest'
import { isSameOrder, refreshed } from './stable-order.ts'

const people = (...ids: number[]) => ids.map((id) => ({ id, free: 'tomorrow' }))

describe('a list that changes while it is read', () => {
  it('keeps the shown order and takes the fresh facts', () => {
    const fresh = [{ id: 2, free: 'today' }, ...people(1)]
    expect(refreshed(people(1, 2), fresh)).toEqual([...people(1), { id: 2, free: 'today' }])
  })

  it('adds and removes nobody by itself', () => {
    expect(refreshed(people(1, 2), people(3, 1))).toEqual(people(1, 2))
  })

  it('knows when the order is another one', () => {
    expect(isSameOrder(people(1, 2), people(1, 2))).toBe(true)
    expect(isSameOrder(people(1, 2), people(2, 1))).toBe(false)
    expect(isSameOrder(people(1, 2), people(1))).toBe(false)
  })
})
