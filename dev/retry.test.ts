import { describe, expect, it } from 'vitest'
import { retryDropped } from './retry.ts'

/** Work that fails this many times before it succeeds, and counts how often it was called. */
function failing(times: number, error: Error) {
  const calls = { count: 0 }
  const work = async () => {
    calls.count += 1
    if (calls.count <= times) throw error
    return 'done'
  }
  return { calls, work }
}

describe('a request to the local runtime', () => {
  it('is repeated where its connection was dropped, up to five attempts', async () => {
    const dropped = new TypeError('fetch failed')
    const { calls, work } = failing(2, dropped)
    expect(await retryDropped(work)).toBe('done')
    expect(calls.count).toBe(3)
    const never = failing(9, dropped)
    await expect(retryDropped(never.work)).rejects.toBe(dropped)
    expect(never.calls.count).toBe(5)
  })

  it('is not repeated after an answer, whatever it says', async () => {
    const { calls, work } = failing(1, new Error('D1_ERROR: no such table'))
    await expect(retryDropped(work)).rejects.toThrow('no such table')
    expect(calls.count).toBe(1)
  })
})
