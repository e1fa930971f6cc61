import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ServerFrame } from '#contract/live/user'
import { watchForMissed } from './missed-events.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const resumed = (events?: number): ServerFrame => ({
  event: 'Resumed',
  payload: events === undefined ? { pos: 0, rooms: [] } : { pos: 0, events, rooms: [] },
})
const booked = (events: number): ServerFrame => ({ event: 'LessonBooked', payload: { tutor: 1, lesson: 2 }, events })

/** A tab that has opened for the first time and was told that there have been three events. */
function tabAfterThree() {
  const onMissed = vi.fn()
  const tab = watchForMissed(onMissed)
  tab.onOpen(false)
  tab.onEvent(resumed(3))
  expect(onMissed).not.toHaveBeenCalled()
  return { onMissed, ...tab }
}

describe('a tab whose connection was lost', () => {
  it('has missed nothing where there were no events meanwhile, also none but those that it has received', () => {
    const tab = tabAfterThree()
    tab.onEvent(booked(4))
    tab.onOpen(true)
    tab.onEvent(booked(5))
    tab.onEvent(resumed(5))
    tab.onOpen(true)
    tab.onEvent(resumed(5))
    vi.runAllTimers()
    expect(tab.onMissed).not.toHaveBeenCalled()
  })

  it('has missed something where there were, once', () => {
    const tab = tabAfterThree()
    tab.onOpen(true)
    tab.onEvent(booked(5))
    tab.onEvent(resumed(5))
    tab.onEvent(booked(6))
    tab.onOpen(true)
    tab.onEvent(resumed(6))
    vi.runAllTimers()
    expect(tab.onMissed).toHaveBeenCalledTimes(1)
  })

  it('may have missed something where the party counts anew, does not count, or does not answer', () => {
    for (const answer of [resumed(0), resumed(), null]) {
      const tab = tabAfterThree()
      tab.onOpen(true)
      if (answer) tab.onEvent(answer)
      vi.runAllTimers()
      expect(tab.onMissed).toHaveBeenCalledTimes(1)
    }
  })

  it('may have missed something where it was not told how many there were before, and does not wait for an answer', () => {
    const onMissed = vi.fn()
    const tab = watchForMissed(onMissed)
    tab.onOpen(true)
    expect(onMissed).toHaveBeenCalledTimes(1)
    tab.onEvent(resumed(3))
    vi.runAllTimers()
    expect(onMissed).toHaveBeenCalledTimes(1)
  })

  it('waits for no answer once it has left', () => {
    const tab = tabAfterThree()
    tab.onOpen(true)
    tab.stop()
    vi.runAllTimers()
    expect(tab.onMissed).not.toHaveBeenCalled()
  })
})
