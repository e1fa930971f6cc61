import { describe, expect, it } from 'vitest'
import { addDays, hours } from '../cairo.ts'
import { isBackupOver, roomsSavedBefore } from './retention.ts'

describe('how long backups are kept (docs/rules/privacy.md 3.4)', () => {
  it('is 35 days', () => {
    expect(isBackupOver('2026-01-01', '2026-02-05')).toBe(false)
    expect(isBackupOver('2026-01-01', '2026-02-06')).toBe(true)
    expect(isBackupOver('2026-02-06', '2026-02-06')).toBe(false)
  })

  it('is longer than a room waits for its next backup, by a week of nights (docs/rules/privacy.md 3.2)', () => {
    const now = Date.parse('2026-02-28T03:10:00Z')
    expect(now - roomsSavedBefore(now)).toBe(hours(24 * 28))
    expect(isBackupOver(addDays('2026-02-28', -28 - 7), '2026-02-28')).toBe(false)
  })
})
