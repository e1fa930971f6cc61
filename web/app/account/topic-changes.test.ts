import { describe, expect, it } from 'vitest'
import { topicChanges } from './topic-changes.ts'

describe('topics that were pressed', () => {
  it('are added or given up', () => {
    const wishes = new Map([
      [1, false],
      [2, true],
      [3, true],
    ])
    expect(topicChanges(new Set([1, 2]), wishes)).toEqual({ addTopics: [3], removeTopics: [1] })
  })

  it('that another tab has settled meanwhile are not sent again', () => {
    expect(topicChanges(new Set([3, 9]), new Map([[3, true]]))).toEqual({ addTopics: [], removeTopics: [] })
    expect(topicChanges(new Set([9]), new Map([[1, false]]))).toEqual({ addTopics: [], removeTopics: [] })
  })
})
