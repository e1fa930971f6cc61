import { expect, it } from 'vitest'
import { changedFrom, changesBetween, conflictOf } from './changes.ts'

it('shows the fields that a write has changed, and those of a new or deleted record', () => {
  expect(changesBetween({ name: 'سفر', active: true }, { name: 'رحلات', active: true, updatedAt: 5 })).toEqual([
    { field: 'name', before: 'سفر', after: 'رحلات' },
  ])
  expect(changesBetween(null, { name: 'سفر' })).toEqual([{ field: 'name', before: undefined, after: 'سفر' }])
  expect(changesBetween({ note: 'قديمة' }, null)).toEqual([{ field: 'note', before: 'قديمة', after: undefined }])
  expect(changesBetween({ note: null }, {})).toEqual([])
})

it('sends of a form only what has changed', () => {
  const read = { price: 100, note: null, active: true }
  expect(changedFrom(read, { price: 120, note: null, active: true })).toEqual({ price: 120 })
  expect(changedFrom(read, { price: 100, active: true })).toEqual({})
})

it('sets apart what two have changed and what only the other one has', () => {
  const read = { price: 100, minutes: 60, active: true }
  const stored = { price: 120, minutes: 60, active: false }
  expect(conflictOf(read, stored, { price: 150 })).toEqual({
    contested: [{ field: 'price', theirs: 120, mine: 150 }],
    theirsOnly: [{ field: 'active', before: true, after: false }],
  })
  expect(conflictOf(read, stored, { price: 120, minutes: undefined }).contested).toEqual([])
})
