import { describe, expect, it } from 'vitest'
import { changesOf, withoutSent } from './form-changes.ts'

const saved = { name: 'سارة علي', city: '1', job: '' }

describe('the part of a form that is sent', () => {
  it('is what differs from the saved values', () => {
    expect(changesOf(saved, { name: 'سارة سمير' })).toEqual({ name: 'سارة سمير' })
    expect(changesOf(saved, { name: 'سارة علي', job: '' })).toEqual({})
  })

  it('leaves alone what another tab has saved meanwhile', () => {
    const afterTheOther = { ...saved, city: '3' }
    expect(changesOf(afterTheOther, { name: 'سارة سمير' })).toEqual({ name: 'سارة سمير' })
  })

  it('leaves what was typed while the request was under way', () => {
    expect(withoutSent<typeof saved>({ name: 'سارة', job: 'مهندسة' }, { name: 'سار', job: 'مهندسة' })).toEqual({
      name: 'سارة',
    })
  })
})
