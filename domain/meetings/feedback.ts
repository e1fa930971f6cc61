import type { ErrorCode } from '#domain/errors'
import { isWellFormed, shownText } from '#domain/rich-text'

/** Bounds of feedback, note and level (docs/rules/onboarding.md 4.4); lengths are those of the text without its tags. */
export const MIN_FEEDBACK = 5
export const MAX_FEEDBACK = 1000
export const MIN_LEVEL = 1
export const MAX_LEVEL = 5

/** 5 to 1000 characters, not counting allowed tags. */
export function whyNotMeetingFeedback(feedback: string): ErrorCode | null {
  if (!isWellFormed(feedback)) return 'interview-feedback-invalid-html'
  const { length } = shownText(feedback)
  if (length < MIN_FEEDBACK) return 'interview-feedback-too-short'
  return length > MAX_FEEDBACK ? 'interview-feedback-too-long' : null
}

/** As `whyNotMeetingFeedback`, with its own codes. */
export function whyNotMeetingNote(note: string): ErrorCode | null {
  if (!isWellFormed(note)) return 'interview-note-invalid-html'
  const { length } = shownText(note)
  if (length < MIN_FEEDBACK) return 'interview-note-too-short'
  return length > MAX_FEEDBACK ? 'interview-note-too-long' : null
}

/** The manager's assessment of the tutor's English, 1 to 5; expects a whole number. */
export function whyNotMeetingLevel(level: number): ErrorCode | null {
  if (level < MIN_LEVEL) return 'too-low-interview-level'
  return level > MAX_LEVEL ? 'too-high-interview-level' : null
}
