import { describe, expect, it } from 'vitest'
import { whyNotInterviewFeedback, whyNotInterviewLevel, whyNotInterviewNote } from './interview-feedback.ts'

describe('an interview’s feedback and note', () => {
  it('have 5 to 1000 characters besides their tags', () => {
    expect(whyNotInterviewFeedback('<p>abcd</p>')).toBe('interview-feedback-too-short')
    expect(whyNotInterviewFeedback('<p>abcde</p>')).toBeNull()
    expect(whyNotInterviewFeedback(`<p>${'a'.repeat(1000)}</p>`)).toBeNull()
    expect(whyNotInterviewFeedback('a'.repeat(1001))).toBe('interview-feedback-too-long')
    expect(whyNotInterviewNote('abcd')).toBe('interview-note-too-short')
    expect(whyNotInterviewNote('abcde')).toBeNull()
    expect(whyNotInterviewNote('a'.repeat(1000))).toBeNull()
    expect(whyNotInterviewNote('a'.repeat(1001))).toBe('interview-note-too-long')
  })

  it('hold no markup but the allowed', () => {
    expect(whyNotInterviewFeedback('<script>hello</script>')).toBe('interview-feedback-invalid-html')
    expect(whyNotInterviewNote('<p>hello')).toBe('interview-note-invalid-html')
  })
})

it('a level goes from 1 to 5', () => {
  expect([1, 5].map(whyNotInterviewLevel)).toEqual([null, null])
  expect(whyNotInterviewLevel(0)).toBe('too-low-interview-level')
  expect(whyNotInterviewLevel(6)).toBe('too-high-interview-level')
})
