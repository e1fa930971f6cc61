import { describe, expect, it } from 'vitest'
import { minutes } from '../cairo.ts'
import { isMeetingStart, meetingTimeEffect } from './times.ts'

describe('the time of a meeting whose status changes', () => {
  const start = minutes(600)
  const end = start + minutes(30)

  it('is given back by a cancellation, whenever it is', () => {
    for (const now of [start - 1, start, end]) expect(meetingTimeEffect('canceled', start, now)).toBe('freed')
  })

  it('is given back by a verdict before the start, and kept by a later one', () => {
    expect(meetingTimeEffect('judged', start, start - 1)).toBe('freed')
    expect(meetingTimeEffect('judged', start, start)).toBe('unchanged')
  })

  it('is taken again by reopening a meeting that is not over', () => {
    expect(meetingTimeEffect('pending', start, end - 1)).toBe('taken')
    expect(meetingTimeEffect('pending', start, end)).toBe('unchanged')
  })
})

it('a meeting may start now, but not in the past', () => {
  const start = minutes(600)
  expect(isMeetingStart(start, start)).toBe(true)
  expect(isMeetingStart(start, start + 1)).toBe(false)
})
