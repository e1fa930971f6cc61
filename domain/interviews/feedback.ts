import type { ErrorCode } from '#domain/errors'
import { innerText, isWellFormed } from '#domain/rich-text'

/** What the interview left behind (docs/rules/onboarding.md 4.4): characters of the text without its tags. */
export const MIN_FEEDBACK = 5
export const MAX_FEEDBACK = 1000
export const MIN_LEVEL = 1
export const MAX_LEVEL = 5

/** 5 to 1000 characters beside the tags of the allowed list. */
export function whyNotInterviewFeedback(feedback: string): ErrorCode | null {
  if (!isWellFormed(feedback)) return 'interview-feedback-invalid-html'
  const { length } = innerText(feedback)
  if (length < MIN_FEEDBACK) return 'interview-feedback-too-short'
  return length > MAX_FEEDBACK ? 'interview-feedback-too-long' : null
}

/** Within the same bounds, with codes of its own. */
export function whyNotInterviewNote(note: string): ErrorCode | null {
  if (!isWellFormed(note)) return 'interview-note-invalid-html'
  const { length } = innerText(note)
  if (length < MIN_FEEDBACK) return 'interview-note-too-short'
  return length > MAX_FEEDBACK ? 'interview-note-too-long' : null
}

/** The tutor's level as the interviewer heard it, whole numbers. */
export function whyNotInterviewLevel(level: number): ErrorCode | null {
  if (level < MIN_LEVEL) return 'too-low-interview-level'
  return level > MAX_LEVEL ? 'too-high-interview-level' : null
}
