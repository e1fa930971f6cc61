import type { ErrorCode } from '../errors.ts'
import { IntroVideoState } from './video-states.ts'

/** A reviewer's note at a moment of the video; `at` in whole seconds from its beginning. */
export type VideoNote = { at: number; text: string }

export const MIN_REASON = 3
/** Equals the maximum of a reason in the audit log, which stores the same text. */
export const MAX_REASON = 500
export const MAX_NOTES = 30
export const MAX_NOTE = 300
/** The length of the longest video in seconds, plus one for players that round up. */
export const MAX_NOTE_AT = 181

/** The reason of a rejection, written for the tutor; expects trimmed text (docs/rules/onboarding.md 2.6). */
export function whyNotRejectionReason(reason: string): ErrorCode | null {
  if (reason.length < MIN_REASON) return 'intro-video-reason-required'
  return reason.length > MAX_REASON ? 'intro-video-reason-too-long' : null
}

/** A reviewer's note at a moment of the video; expects trimmed text (docs/rules/onboarding.md 2.6). */
export function whyNotVideoNote(text: string): ErrorCode | null {
  if (text === '') return 'intro-video-note-empty'
  return text.length > MAX_NOTE ? 'intro-video-note-too-long' : null
}

/**
 * The reason of a video after a change to `state`: a rejection requires one, and other states have none. `given` is sent by
 * the request; without it a video that stays rejected keeps its reason.
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

/** Notes by time; those of the same second in the order in which they were written. */
export const sortedNotes = (notes: readonly VideoNote[]): VideoNote[] =>
  notes.toSorted((one, other) => one.at - other.at)

/** While a video is pending, its notes are the reviewer's draft, which the tutor does not see. */
export const maySeeNotes = (state: IntroVideoState, isTutor: boolean): boolean =>
  !isTutor || state !== IntroVideoState.Pending
