import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type AudioFallback,
  GOOD_FOR_MS,
  LONGEST_WAIT_MS,
  nextFallback,
  POOR_FOR_MS,
  RELAPSE_MS,
  WITH_PICTURES,
} from './audio-fallback.ts'
import type { Quality } from './quality.ts'

/** The state after the same quality has been read every two seconds from one moment to another, both included. */
function readUntil(state: AudioFallback, quality: Quality, from: number, to: number): AudioFallback {
  let now = state
  for (let at = from; at <= to; at += 2000) now = nextFallback(now, quality, at)
  return now
}
const audioAt = (at: number) => readUntil(WITH_PICTURES, 'poor', at - POOR_FOR_MS, at)

describe('audio alone', () => {
  it('begins when the connection has been poor for eight seconds, not before', () => {
    expect(readUntil(WITH_PICTURES, 'poor', 0, POOR_FOR_MS - 2000).isAudio).toBe(false)
    expect(readUntil(WITH_PICTURES, 'poor', 0, POOR_FOR_MS).isAudio).toBe(true)
  })

  it('does not begin for a poor moment, nor for a connection that is only fair', () => {
    const moment = nextFallback(readUntil(WITH_PICTURES, 'poor', 0, 6000), 'fair', 7000)
    expect(readUntil(moment, 'poor', 8000, 8000 + POOR_FOR_MS - 2000).isAudio).toBe(false)
    expect(readUntil(WITH_PICTURES, 'fair', 0, 60_000).isAudio).toBe(false)
    expect(readUntil(WITH_PICTURES, 'unknown', 0, 60_000).isAudio).toBe(false)
  })

  it('ends when the connection has been good for twenty seconds without a break', () => {
    const audio = audioAt(10_000)
    expect(readUntil(audio, 'good', 12_000, 12_000 + GOOD_FOR_MS - 2000).isAudio).toBe(true)
    expect(readUntil(audio, 'good', 12_000, 12_000 + GOOD_FOR_MS).isAudio).toBe(false)
    const broken = nextFallback(readUntil(audio, 'good', 12_000, 26_000), 'fair', 28_000)
    expect(readUntil(broken, 'good', 30_000, 30_000 + GOOD_FOR_MS - 2000).isAudio).toBe(true)
    expect(readUntil(audio, 'fair', 12_000, 100_000).isAudio).toBe(true)
  })

  it('waits twice as long after each return that did not last, up to the longest', () => {
    let state = WITH_PICTURES
    let at = 0
    for (const wait of [GOOD_FOR_MS, 2 * GOOD_FOR_MS, 4 * GOOD_FOR_MS, LONGEST_WAIT_MS, LONGEST_WAIT_MS]) {
      state = readUntil(state, 'poor', at, at + POOR_FOR_MS)
      expect([state.isAudio, state.returnAfter]).toEqual([true, wait])
      at += POOR_FOR_MS + 2000
      state = readUntil(state, 'good', at, at + wait)
      expect(state.isAudio).toBe(false)
      at += wait + 2000
    }
    const lasted = readUntil(state, 'good', at, at + RELAPSE_MS)
    expect(readUntil(lasted, 'poor', at + RELAPSE_MS, at + RELAPSE_MS + POOR_FOR_MS).returnAfter).toBe(GOOD_FOR_MS)
  })

  it('never changes more often than the shorter of the two times allows, whatever is read', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom<Quality>('unknown', 'good', 'fair', 'poor'), { maxLength: 300 }),
        (readings) => {
          let state = WITH_PICTURES
          let changedAt = Number.NEGATIVE_INFINITY
          readings.forEach((quality, place) => {
            const at = place * 2000
            const next = nextFallback(state, quality, at)
            if (next.isAudio !== state.isAudio) {
              expect(at - changedAt).toBeGreaterThanOrEqual(POOR_FOR_MS)
              changedAt = at
            }
            state = next
          })
        },
      ),
    )
  })
})
