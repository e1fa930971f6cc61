import { describe, expect, it } from 'vitest'
import { deviceOffsetFromCairo } from './device-zone.ts'

const winter = Date.parse('2026-11-22T18:00:00+02:00')
const summer = Date.parse('2026-07-22T18:00:00+03:00')

describe('the device beside Cairo', () => {
  it('is at the same time at home', () => {
    expect(deviceOffsetFromCairo(winter, 'Africa/Cairo')).toBe(0)
  })

  it('is ahead in the Gulf, by an hour in winter only', () => {
    expect(deviceOffsetFromCairo(winter, 'Asia/Riyadh')).toBe(60)
    expect(deviceOffsetFromCairo(summer, 'Asia/Riyadh')).toBe(0)
  })

  it('is behind in New York, over midnight too', () => {
    expect(deviceOffsetFromCairo(Date.parse('2026-11-22T01:00:00+02:00'), 'America/New_York')).toBe(-7 * 60)
  })
})
