import { describe, expect, it } from 'vitest'
import { whyNotMeetingFeedback, whyNotMeetingLevel, whyNotMeetingNote } from './feedback.ts'

describe('a meeting’s feedback and note', () => {
  it('have 5 to 1000 characters besides their tags', () => {
    expect(whyNotMeetingFeedback('<p>abcd</p>')).toBe('interview-feedback-too-short')
    expect(whyNotMeetingFeedback('<p>abcde</p>')).toBeNull()
    expect(whyNotMeetingFeedback(`<p>${'a'.repeat(1000)}</p>`)).toBeNull()
    expect(whyNotMeetingFeedback('a'.repeat(1001))).toBe('interview-feedback-too-long')
    expect(whyNotMeetingNote('abcd')).toBe('interview-note-too-short')
    expect(whyNotMeetingNote('abcde')).toBeNull()
    expect(whyNotMeetingNote('a'.repeat(1000))).toBeNull()
    expect(whyNotMeetingNote('a'.repeat(1001))).toBe('interview-note-too-long')
  })

  it('hold no markup but the allowed', () => {
    expect(whyNotMeetingFeedback('<script>hello</script>')).toBe('interview-feedback-invalid-html')
    expect(whyNotMeetingNote('<p>hello')).toBe('interview-note-invalid-html')
  })
})

it('a level goes from 1 to 5', () => {
  expect([1, 5].map(whyNotMeetingLevel)).toEqual([null, null])
  expect(whyNotMeetingLevel(0)).toBe('too-low-interview-level')
  expect(whyNotMeetingLevel(6)).toBe('too-high-interview-level')
})
