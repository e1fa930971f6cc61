import type { ErrorCode } from '../errors.ts'
import { IntroVideoState } from './states.ts'

/** What a reviewer wrote at a moment of the video; `at` in whole seconds from its beginning. */
export type VideoNote = { at: number; text: string }

export const MIN_REASON = 3
/** As long as a reason in the audit log may be, which keeps the same words. */
export const MAX_REASON = 500
export const MAX_NOTES = 30
export const MAX_NOTE = 300
/** The longest video in seconds, and one more for players that round the end up. */
export const MAX_NOTE_AT = 181

/** Why a video is rejected, in words for the tutor; expects trimmed text (docs/rules/onboarding.md 2.6). */
export function whyNotRejectionReason(reason: string): ErrorCode | null {
  if (reason.length < MIN_REASON) return 'intro-video-reason-required'
  return reason.length > MAX_REASON ? 'intro-video-reason-too-long' : null
}

export function whyNotVideoNote(text: string): ErrorCode | null {
  if (text === '') return 'intro-video-note-empty'
  return text.length > MAX_NOTE ? 'intro-video-note-too-long' : null
}

/**
 * The reason that a video has after a change to `state`: a rejection needs one, and no other state has any. `given` is what the
 * request sends; without it the present one stays while the video stays rejected.
 */
export function reasonAfter(
  present: { state: IntroVideoState; reason: string | null },
  state: IntroVideoState,
  given: string | undefined,
): { reason: string | null } | { refusal: ErrorCode } {
  if (state !== IntroVideoState.Rejected) return given === undefined ? { reason: null } : { refusal: 'illegal' }
  if (given !== undefined) return { reason: given }
  return present.state === IntroVideoState.Rejected
    ? { reason: present.reason }
    : { refusal: 'intro-video-reason-required' }
}

/** Notes by time; those of one second in the order in which they were written. */
export const sortedNotes = (notes: readonly VideoNote[]): VideoNote[] =>
  notes.toSorted((one, other) => one.at - other.at)

/** While a video is pending its notes are a draft of the reviewer, which the tutor does not see. */
export const maySeeNotes = (state: IntroVideoState, isTutor: boolean): boolean =>
  !isTutor || state !== IntroVideoState.Pending
