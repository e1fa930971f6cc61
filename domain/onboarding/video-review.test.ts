import { describe, expect, it } from 'vitest'
import { maySeeNotes, reasonAfter, sortedNotes, whyNotRejectionReason, whyNotVideoNote } from './video-review.ts'
import { IntroVideoState } from './video-states.ts'

const { Pending, Rejected, Approved } = IntroVideoState
const REASON = 'الصوت واطي'

describe('the reason of a rejection', () => {
  it('has 3 to 500 characters', () => {
    expect(['', 'لا', 'أهه', 'ص'.repeat(500)].map(whyNotRejectionReason)).toEqual([
      ...(['intro-video-reason-required', 'intro-video-reason-required'] as const),
      ...[null, null],
    ])
    expect(whyNotRejectionReason('ص'.repeat(501))).toBe('intro-video-reason-too-long')
  })

  it('is given with it, may be changed while it holds, and goes with it', () => {
    const pending = { state: Pending, reason: null }
    const rejected = { state: Rejected, reason: REASON }
    expect(reasonAfter(pending, Rejected, undefined)).toEqual({ refusal: 'intro-video-reason-required' })
    expect(reasonAfter(pending, Rejected, REASON)).toEqual({ reason: REASON })
    expect(reasonAfter(rejected, Rejected, undefined)).toEqual({ reason: REASON })
    expect(reasonAfter(rejected, Rejected, 'الإضاءة')).toEqual({ reason: 'الإضاءة' })
    for (const state of [Pending, Approved]) {
      expect(reasonAfter(rejected, state, undefined)).toEqual({ reason: null })
      expect(reasonAfter(rejected, state, REASON)).toEqual({ refusal: 'illegal' })
    }
  })
})

describe('notes', () => {
  it('have 1 to 300 characters and are kept by time', () => {
    expect(['', 'ص', 'ص'.repeat(300), 'ص'.repeat(301)].map(whyNotVideoNote)).toEqual([
      ...(['intro-video-note-empty', null, null, 'intro-video-note-too-long'] as const),
    ])
    const [late, early, other] = [
      { at: 9, text: 'أ' },
      { at: 2, text: 'ب' },
      { at: 9, text: 'ج' },
    ]
    expect(sortedNotes([late, early, other])).toEqual([early, late, other])
  })

  it('are the reviewer’s draft until the video is judged', () => {
    expect([Pending, Rejected, Approved].map((state) => maySeeNotes(state, true))).toEqual([false, true, true])
    expect(maySeeNotes(Pending, false)).toBe(true)
  })
})
