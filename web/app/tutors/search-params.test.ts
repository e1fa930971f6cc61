import { describe, expect, it } from 'vitest'
import { readTutorsAddress, tutorsSearchParams } from './list-search-params.ts'
import { tutorsSearch } from './search-params.ts'

const read = (raw: Record<string, unknown>) => readTutorsAddress(tutorsSearch(raw as never))

describe('the address of the list of tutors', () => {
  it('is the first page of everybody when it says nothing', () => {
    expect(read({})).toEqual({ search: '', page: 1 })
  })

  it('reads what is no page as the first one', () => {
    for (const page of ['0', '-2', 'x', '1.5', null]) expect(read({ page }).page).toBe(1)
  })

  it('keeps a word that looks like a number', () => {
    expect(read({ search: 7, page: '3' })).toEqual({ search: '7', page: 3 })
  })

  it('leaves out what is usual', () => {
    expect(tutorsSearchParams({ search: '', page: 1, slow: false })).toEqual({})
    expect(tutorsSearchParams({ search: 'محادثة', page: 2, when: 'now' })).toEqual({
      search: 'محادثة',
      page: 2,
      when: 'now',
    })
  })

  it('reads every choice, and leaves out what it does not know', () => {
    const chosen = { topic: 4, gender: 'female', when: 'evening', rating: 4.5, slow: true, sort: 'rating' }
    expect(read(chosen)).toEqual({ ...chosen, search: '', page: 1 })
    expect(read({ topic: 'x', gender: 'other', when: 'later', rating: 3, slow: 1, sort: 'name' })).toEqual({
      search: '',
      page: 1,
    })
  })
})
