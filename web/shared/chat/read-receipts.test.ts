import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { reportUntilKnown } from './read-receipts.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const SECOND = 1000

describe('a report of what was read', () => {
  it('that has arrived is not sent again', async () => {
    const send = vi.fn(async () => true)
    reportUntilKnown(send)
    await vi.advanceTimersByTimeAsync(600 * SECOND)
    expect(send).toHaveBeenCalledTimes(1)
  })

  it('that was not answered is sent again, after pauses that grow to half a minute, until it has arrived', async () => {
    let isReachable = false
    const send = vi.fn(async () => isReachable)
    reportUntilKnown(send)
    const pauses = [2, 4, 8, 16, 30, 30]
    for (const [index, pause] of pauses.entries()) {
      await vi.advanceTimersByTimeAsync(pause * SECOND - 1)
      expect(send).toHaveBeenCalledTimes(index + 1)
      await vi.advanceTimersByTimeAsync(1)
      expect(send).toHaveBeenCalledTimes(index + 2)
    }
    isReachable = true
    await vi.advanceTimersByTimeAsync(600 * SECOND)
    expect(send).toHaveBeenCalledTimes(pauses.length + 2)
  })

  it('waits for an answer that is late before it is sent again', async () => {
    let answer = (_isKnown: boolean) => {}
    const send = vi.fn(
      () =>
        new Promise<boolean>((resolve) => {
          answer = resolve
        }),
    )
    reportUntilKnown(send)
    await vi.advanceTimersByTimeAsync(20 * SECOND)
    expect(send).toHaveBeenCalledTimes(1)
    answer(false)
    await vi.advanceTimersByTimeAsync(2 * SECOND)
    expect(send).toHaveBeenCalledTimes(2)
  })

  it('ends when the page is hidden or the socket closes: in a pause, and while an answer is awaited', async () => {
    const send = vi.fn(async () => false)
    const stopInPause = reportUntilKnown(send)
    await vi.advanceTimersByTimeAsync(SECOND)
    stopInPause()
    const stopAtOnce = reportUntilKnown(send)
    stopAtOnce()
    await vi.advanceTimersByTimeAsync(600 * SECOND)
    expect(send).toHaveBeenCalledTimes(2)
  })
})
