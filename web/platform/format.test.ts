import { describe, expect, it } from 'vitest'
import { currentFormat } from './format.ts'

const format = currentFormat()
const evening = Date.parse('2026-11-24T17:30:00Z')

describe('what a person reads', () => {
  it('is by Cairo’s clock, in Egyptian Arabic, with the weekday', () => {
    expect(format.moment(evening)).toBe('الثلاثاء ٢٤ نوفمبر، ٧:٣٠ م')
    expect(format.clock(evening)).toBe('٧:٣٠')
    expect(format.weekdayName(6)).toBe('السبت')
    expect(format.month('2026-11-01')).toBe('نوفمبر ٢٠٢٦')
  })

  it('tells the two hours apart that autumn shows alike', () => {
    const first = Date.parse('2027-10-28T20:15:00Z')
    expect([-1, 0, 1, 2].map((hours) => format.time(first + hours * 3_600_000))).toEqual([
      '١٠:١٥ م',
      '١١:١٥ م (أول مرة)',
      '١١:١٥ م (تاني مرة)',
      '١٢:١٥ ص',
    ])
  })

  it('calls near days by their names', () => {
    expect(format.nearMoment(evening, Date.parse('2026-11-24T05:00:00Z'))).toBe('النهاردة، ٧:٣٠ م')
    expect(format.nearDay('2026-11-25', '2026-11-24')).toBe('بكرة')
    expect(format.nearDay('2026-11-23', '2026-11-24')).toBe('إمبارح')
  })

  it('shows money from piastres', () => {
    expect(format.money(1250_00)).toBe('١٬٢٥٠ جنيه')
    expect(format.money(99_50)).toBe('٩٩٫٥٠ جنيه')
    expect(format.percent(12_50)).toBe('١٢٫٥٪')
  })

  it('counts in all the Arabic plurals', () => {
    expect([1, 2, 3, 11, 100].map((count) => format.duration(count))).toEqual([
      ...['دقيقة', 'دقيقتين', '٣ دقايق', '١١ دقيقة', 'ساعة و٤٠ دقيقة'],
    ])
    expect(format.duration(120)).toBe('ساعتين')
  })

  it('says how far away something is', () => {
    expect(format.relative(evening + 3 * 3_600_000, evening)).toBe('كمان ٣ ساعات')
    expect(format.relative(evening - 5 * 60_000, evening)).toBe('من ٥ دقايق')
    expect(format.relative(evening + 20_000, evening)).toBe('دلوقتي')
    expect(format.countdown(249)).toBe('٠٤:٠٩')
  })
})
