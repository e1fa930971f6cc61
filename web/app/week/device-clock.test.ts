import { describe, expect, it } from 'vitest'
import { deviceTime, differsFromCairo, differsFromCairoSoon } from './device-clock.ts'

const winter = Date.parse('2026-11-22T18:00:00+02:00')
const summer = Date.parse('2026-07-22T18:00:00+03:00')

describe('the device beside Cairo', () => {
  it('shows the same time at home', () => {
    expect(deviceTime(winter, 'Africa/Cairo')).toEqual({ day: '2026-11-22', minute: 18 * 60 })
    expect([winter, summer].map((at) => differsFromCairo(at, 'Africa/Cairo'))).toEqual([false, false])
  })

  it('is ahead in the Gulf, by an hour in winter only', () => {
    expect(deviceTime(winter, 'Asia/Riyadh')).toEqual({ day: '2026-11-22', minute: 19 * 60 })
    expect([winter, summer].map((at) => differsFromCairo(at, 'Asia/Riyadh'))).toEqual([true, false])
  })

  it('is behind in New York, over midnight and over Cairo’s change too', () => {
    expect(deviceTime(Date.parse('2026-11-22T01:00:00+02:00'), 'America/New_York').day).toBe('2026-11-21')
    const afterChange = Date.parse('2027-10-29T01:00:00+02:00')
    expect(deviceTime(afterChange, 'America/New_York')).toEqual({ day: '2027-10-28', minute: 19 * 60 })
  })

  it('in the Gulf differs soon, in the two weeks before the clocks go back', () => {
    const october = [14, 18, 28].map((day) => Date.parse(`2027-10-${day}T12:00:00+03:00`))
    expect(october.map((now) => differsFromCairoSoon(now, 'Asia/Riyadh'))).toEqual([false, true, true])
    expect(differsFromCairoSoon(october[1] ?? 0, 'Africa/Cairo')).toBe(false)
  })
})
