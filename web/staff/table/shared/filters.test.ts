import { describe, expect, it } from 'vitest'
import { Role } from '#domain/roles'
import { activeFilters, type Filters, knownText, knownTexts, type ListFilter, queryOfFilters } from './filters.ts'

const filters: Filters = {
  role: {
    label: 'role',
    kind: 'one',
    options: [
      { value: 3, label: 'tutor' },
      { value: 4, label: 'student' },
    ],
  },
  city: {
    label: 'city',
    kind: 'several',
    options: [
      { value: 1, label: 'Cairo' },
      { value: 2, label: 'Alexandria' },
    ],
  },
  verified: { label: 'verified', kind: 'boolean' },
  createdAt: { label: 'created', kind: 'dates' },
  amount: { label: 'amount', kind: 'numbers', scale: 100 },
  name: { label: 'name', kind: 'text' },
  ids: { label: 'ids', kind: 'ids' },
  users: { label: 'students', kind: 'person', roles: [Role.Student] },
}

describe('the filters of a list as a query', () => {
  it('gives each kind in the type that the call takes', () => {
    const texts = { role: '4', city: '1,2', verified: 'false', amount: '1.5..20', name: ' sara ', ids: '7,x,9,-1' }
    expect(queryOfFilters(filters, texts)).toEqual({
      role: 4,
      city: [1, 2],
      verified: false,
      amount: { gte: 150, lte: 2000 },
      name: 'sara',
      ids: [7, 9],
    })
  })

  it('takes days of Cairo, the last one included', () => {
    expect(queryOfFilters(filters, { createdAt: '2026-11-01..2026-11-22' })).toEqual({
      createdAt: { gte: '2026-10-31T22:00:00.000Z', lt: '2026-11-22T22:00:00.000Z' },
    })
    expect(queryOfFilters(filters, { createdAt: '2026-07-01..' })).toEqual({
      createdAt: { gte: '2026-06-30T21:00:00.000Z' },
    })
  })

  it('leaves out what it does not understand', () => {
    const texts = {
      role: '9',
      city: '77',
      verified: 'maybe',
      createdAt: 'x..y',
      amount: 'a..1e999',
      name: ' ',
      ids: 'a',
    }
    expect(queryOfFilters(filters, texts)).toEqual({})
    expect(activeFilters(filters, texts)).toEqual([])
  })

  it('leaves nothing in the address that it does not understand, and changes nothing that it does', () => {
    const hostile = [
      ...['[object Object]', 'NaN', 'null', '%00', '\0', '..', 'x..y', '__proto__', 'constructor', ','],
      ...['{"a":1}', '1e999', 'maybe', ' ', 'toString', '2026-02-30..', 'x'.repeat(5000)],
    ]
    for (const [name, filter] of Object.entries(filters))
      for (const text of hostile) expect(knownText(filter, text), `${name} ${text}`).toBe(name === 'name' ? text : '')
    const understood = {
      role: '4',
      city: '2,1',
      verified: 'false',
      createdAt: '2026-11-01..',
      amount: '..2.50',
      name: ' sara ',
      ids: '9,7',
      users: '3',
    }
    expect(knownTexts(filters, understood)).toEqual(understood)
    expect(knownTexts(filters, { city: '77,2', createdAt: 'x..2026-11-22', amount: '5..many', ids: '7,x,7' })).toEqual({
      city: '2',
      createdAt: '..2026-11-22',
      amount: '5..',
      ids: '7',
    })
    expect(knownTexts(filters, { none: '1' })).toEqual({})
    const notLoaded: ListFilter = { label: 'plan', kind: 'several', options: [] }
    expect(knownText(notLoaded, '5')).toBe('5')
  })

  it('reads people by their ids, as links have them, each once', () => {
    expect(queryOfFilters(filters, { users: '7' })).toEqual({ users: [7] })
    expect(queryOfFilters(filters, { users: '7,سارة,9,7,0' })).toEqual({ users: [7, 9] })
    expect(activeFilters(filters, { users: 'سارة' })).toEqual([])
  })

  it('sends only values of its options', () => {
    expect(queryOfFilters(filters, { city: '2,99' })).toEqual({ city: [2] })
  })
})
