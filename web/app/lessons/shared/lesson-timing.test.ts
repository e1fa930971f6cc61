import { describe, expect, it } from 'vitest'
import { fromIso, hours, minutes } from '#domain/cairo'
import { timingOf } from './lesson-timing.ts'

const start = fromIso('2026-11-22T16:00:00Z')
const lesson = { start, end: start + minutes(30) }
const until = (ms: number) => timingOf(lesson, start - ms)
const since = (ms: number) => timingOf(lesson, start + ms)

describe('the countdown of a lesson', () => {
  it('counts days from a day before', () => {
    expect(until(hours(24))).toEqual({ type: 'in-days', days: 1 })
    expect(until(hours(24) - 1)).toEqual({ type: 'in-minutes', minutes: 1440 })
  })

  it('counts the days of the calendar, not 24 hours', () => {
    expect(until(hours(41))).toEqual({ type: 'in-days', days: 1 })
    expect(until(hours(43))).toEqual({ type: 'in-days', days: 2 })
  })

  it('counts minutes on the last day, and never says zero', () => {
    expect(until(minutes(61))).toEqual({ type: 'in-minutes', minutes: 61 })
    expect(until(minutes(59))).toEqual({ type: 'in-minutes', minutes: 59 })
    expect(until(1)).toEqual({ type: 'in-minutes', minutes: 1 })
  })

  it('says for three minutes that one can join', () => {
    expect(since(0)).toEqual({ type: 'can-join' })
    expect(since(minutes(3) - 1)).toEqual({ type: 'can-join' })
    expect(since(minutes(3))).toEqual({ type: 'started', minutes: 3 })
  })

  it('says what is left from the half on', () => {
    expect(since(minutes(15) - 1)).toEqual({ type: 'started', minutes: 14 })
    expect(since(minutes(15))).toEqual({ type: 'ends', minutes: 15 })
    expect(since(minutes(30) - 1)).toEqual({ type: 'ends', minutes: 1 })
  })

  it('is over at its end', () => {
    expect(since(minutes(30))).toEqual({ type: 'over' })
  })
})
