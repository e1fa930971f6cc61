import { describe, expect, it } from 'vitest'
import { fromIso } from '../cairo.ts'
import { whyNotSummarize } from './notes.ts'

const start = fromIso('2026-11-21T10:00:00Z')
const lesson = { start, canceledAt: null }

describe('the summary of a lesson', () => {
  it('is written by its tutor from its start on', () => {
    const refusals = [start - 1, start, start + 1].map((now) => whyNotSummarize(lesson, { isTutor: true }, now))
    expect(refusals).toEqual(['illegal', null, null])
  })

  it('is not written by the student', () => {
    expect(whyNotSummarize(lesson, { isTutor: false }, start)).toBe('forbidden')
  })

  it('is not written of a lesson that was cancelled', () => {
    expect(whyNotSummarize({ ...lesson, canceledAt: start - 1 }, { isTutor: true }, start)).toBe('illegal')
  })
})
