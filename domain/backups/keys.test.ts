import { describe, expect, it } from 'vitest'
import { dayOfKey, manifestKey, partKey, roomKey } from './keys.ts'

describe('the names of backups', () => {
  it('say the day, in keys and in the prefix of a day', () => {
    for (const key of [
      manifestKey('2026-02-11'),
      partKey('2026-02-11', 1, 2),
      roomKey('2026-02-11', 7),
      'rooms/2026-02-11/',
    ])
      expect([key, dayOfKey(key)]).toEqual([key, '2026-02-11'])
    for (const key of ['rooms-to-restore', 'rooms/', 'rooms/7/2026-02-11'])
      expect([key, dayOfKey(key)]).toEqual([key, null])
  })

  it('order the parts of a run, and differ from those of another run', () => {
    const parts = [0, 1, 2, 10].map((part) => partKey('2026-02-11', 1_770_000_000_000, part))
    expect(parts.toSorted()).toEqual(parts)
    expect(parts).not.toContain(partKey('2026-02-11', 1_770_000_000_001, 0))
  })
})
