import { describe, expect, it } from 'vitest'
import { overAnyConnection } from './connections.ts'

/** Fails so often before it is done, and counts how often it was begun. */
function failing(times: number, error: Error) {
  const begun = { times: 0 }
  const work = async () => {
    begun.times += 1
    if (begun.times <= times) throw error
    return 'done'
  }
  return { begun, work }
}

describe('what is asked of the local runtime', () => {
  it('is begun again where its connection was closed meanwhile, five times at most', async () => {
    const dropped = new TypeError('fetch failed')
    const { begun, work } = failing(2, dropped)
    expect(await overAnyConnection(work)).toBe('done')
    expect(begun.times).toBe(3)
    const never = failing(9, dropped)
    await expect(overAnyConnection(never.work)).rejects.toBe(dropped)
    expect(never.begun.times).toBe(5)
  })

  it('is not begun again after an answer, whatever it says', async () => {
    const { begun, work } = failing(1, new Error('D1_ERROR: no such table'))
    await expect(overAnyConnection(work)).rejects.toThrow('no such table')
    expect(begun.times).toBe(1)
  })
})
