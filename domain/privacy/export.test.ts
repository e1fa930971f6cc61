import { describe, expect, it } from 'vitest'
import {
  type AskedExport,
  divideFiles,
  EXPORT_ATTEMPT_MS,
  EXPORT_EVERY_MS,
  EXPORT_VALID_MS,
  exportState,
  isUnderWay,
  MAX_EXPORT_ATTEMPTS,
  nextExportAt,
} from './export.ts'

const NOW = Date.parse('2026-02-11T10:00:00Z')
const asked = (more: Partial<AskedExport> = {}): AskedExport => ({
  askedAt: NOW,
  claimedAt: null,
  attempts: 0,
  readyAt: null,
  endedAt: null,
  ...more,
})

describe('the state of a copy (docs/rules/privacy.md 2.2)', () => {
  it('is none without one, and after the account was taken back (docs/rules/privacy.md 2.6)', () => {
    expect(exportState(undefined, NOW)).toBe('none')
    expect(exportState(asked({ readyAt: NOW, endedAt: NOW }), NOW)).toBe('none')
  })

  it('is being made until the attempt counts as interrupted', () => {
    expect(exportState(asked(), NOW)).toBe('asked')
    const claimed = asked({ claimedAt: NOW, attempts: 1 })
    expect(exportState(claimed, NOW + EXPORT_ATTEMPT_MS - 1)).toBe('making')
    expect(exportState(claimed, NOW + EXPORT_ATTEMPT_MS)).toBe('asked')
  })

  it('has failed after the last attempt', () => {
    expect(exportState(asked({ attempts: MAX_EXPORT_ATTEMPTS - 1 }), NOW)).toBe('asked')
    expect(exportState(asked({ attempts: MAX_EXPORT_ATTEMPTS }), NOW)).toBe('failed')
    expect(exportState(asked({ attempts: MAX_EXPORT_ATTEMPTS, claimedAt: NOW }), NOW)).toBe('making')
  })

  it('is ready for seven days', () => {
    const ready = asked({ claimedAt: NOW, attempts: 1, readyAt: NOW })
    expect(exportState(ready, NOW + EXPORT_VALID_MS - 1)).toBe('ready')
    expect(exportState(ready, NOW + EXPORT_VALID_MS)).toBe('expired')
  })

  it('is under way while it is asked for or made', () => {
    const states = ['none', 'asked', 'making', 'ready', 'expired', 'failed'] as const
    expect(states.filter(isUnderWay)).toEqual(['asked', 'making'])
  })
})

describe('another copy (docs/rules/privacy.md 2.1)', () => {
  it('is to be had a day after the last', () => {
    expect(nextExportAt(undefined, NOW)).toBeNull()
    const ready = asked({ readyAt: NOW })
    expect(nextExportAt(ready, NOW + EXPORT_EVERY_MS - 1)).toBe(NOW + EXPORT_EVERY_MS)
    expect(nextExportAt(ready, NOW + EXPORT_EVERY_MS)).toBeNull()
  })

  it('is to be had at once after one that failed or was ended', () => {
    expect(nextExportAt(asked({ attempts: MAX_EXPORT_ATTEMPTS }), NOW)).toBeNull()
    expect(nextExportAt(asked({ endedAt: NOW }), NOW)).toBeNull()
  })
})

describe('files (docs/rules/privacy.md 2.4)', () => {
  it('are contained from the smallest on, up to the bound', () => {
    const [small, middle, big] = [{ bytes: 1 }, { bytes: 4 }, { bytes: 6 }]
    expect(divideFiles([big, small, middle], 5)).toEqual({ contained: [small, middle], large: [big] })
    expect(divideFiles([big, small, middle], 11)).toEqual({ contained: [small, middle, big], large: [] })
  })
})
