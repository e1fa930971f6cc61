import { describe, expect, it } from 'vitest'
import { readTutorsAddress, tutorsSearch, tutorsSearchParams } from './address.ts'

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
    expect(tutorsSearchParams({ search: '', page: 1 })).toEqual({})
    expect(tutorsSearchParams({ search: 'محادثة', page: 2 })).toEqual({ search: 'محادثة', page: 2 })
  })
})
