import { describe, expect, it } from 'vitest'
import { distinctTags, mayDeleteNote } from '#domain/staff/person-file'

describe('the tags of a person', () => {
  it('are kept in their order, each once, however it is spelt', () => {
    expect(distinctTags(['متابعة', 'VIP', 'متابعه', 'vip', 'جديد'])).toEqual(['متابعة', 'VIP', 'جديد'])
  })

  it('may be none', () => {
    expect(distinctTags([])).toEqual([])
  })
})

describe('deleting a note about a person', () => {
  it('is for its author alone', () => {
    expect(mayDeleteNote({ authorId: 7 }, { id: 7 })).toBe(true)
    expect(mayDeleteNote({ authorId: 7 }, { id: 8 })).toBe(false)
  })
})
