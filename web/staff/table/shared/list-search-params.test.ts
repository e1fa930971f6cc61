import { describe, expect, it } from 'vitest'
import { oneOf } from '../../../platform/search.ts'
import { listParams, listSearch, readListState } from './list-search-params.ts'

const names = ['role', 'verified', 'createdAt']
const sortKeys = ['createdAt']

describe('the address of a list', () => {
  it('says page 1 of 25 by the usual order where it says nothing', () => {
    expect(readListState({}, names, sortKeys)).toEqual({ page: 1, size: 25, order: null, search: '', filters: {} })
    expect(listParams(readListState({}, names, sortKeys), names)).toEqual({
      page: undefined,
      size: undefined,
      sort: undefined,
      q: undefined,
      role: undefined,
      verified: undefined,
      createdAt: undefined,
    })
  })

  it('gives back what it was given', () => {
    const address = { page: 3, size: 100, sort: '-createdAt', q: 'sara', role: 4, verified: true }
    expect(listParams(readListState(address, names, sortKeys), names)).toEqual({ ...address, createdAt: undefined })
  })

  it('ignores what no list has: sizes, pages and filters', () => {
    expect(readListState({ page: 1e9 }, names, sortKeys).page).toBe(1)
    expect(readListState({ page: -2, size: 7, role: '', other: 1 }, names, sortKeys)).toMatchObject({
      page: 1,
      size: 25,
      filters: {},
    })
  })

  it('ignores an order that the call does not have', () => {
    for (const sort of ['-none', 'none', '-', 7]) expect(readListState({ sort }, names, sortKeys).order).toBeNull()
  })

  it('keeps a number that a computer cannot hold as text', () => {
    const state = readListState({ q: '12345678901234567890' }, names, sortKeys)
    expect(listParams(state, names).q).toBe('12345678901234567890')
    expect(listParams({ ...state, search: '007' }, names).q).toBe('007')
  })

  it('reads the parameters of its route and drops the others', () => {
    const schema = listSearch(['role'])
    expect(schema({ role: 4, page: 2, evil: 1 } as never)).toEqual({ role: 4, page: 2 })
  })

  it('drops a tab that its screen does not have, so that the first one opens', () => {
    const schema = listSearch([], { tab: oneOf(['queue', 'all']) })
    expect(schema({ tab: 'all' } as never)).toEqual({ tab: 'all' })
    expect(schema({ tab: 'none' } as never)).toEqual({})
  })
})
