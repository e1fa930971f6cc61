import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { units as unitsInEnglish } from '../messages/en/units.ts'
import { currentFormat, formatterFor } from './format.ts'

const format = currentFormat()
const evening = Date.parse('2026-11-24T17:30:00Z')

describe('formatted text in Arabic', () => {
  it('is by Cairo’s clock, in Egyptian Arabic, with the weekday', () => {
    expect(format.moment(evening)).toBe('الثلاثاء ٢٤ نوفمبر، ٧:٣٠\u00a0م')
    expect(format.clock(evening)).toBe('٧:٣٠')
    expect(format.weekdayName(6)).toBe('السبت')
    expect(format.month('2026-11-01')).toBe('نوفمبر ٢٠٢٦')
  })

  it('distinguishes the two equal hours in autumn', () => {
    const first = Date.parse('2027-10-28T20:15:00Z')
    expect([-1, 0, 1, 2].map((hours) => format.time(first + hours * 3_600_000))).toEqual([
      '١٠:١٥\u00a0م',
      '١١:١٥\u00a0م (أول مرة)',
      '١١:١٥\u00a0م (تاني مرة)',
      '١٢:١٥\u00a0ص',
    ])
  })

  it('has the year where it is not the present one, by Cairo’s calendar', () => {
    vi.useFakeTimers({ now: Date.parse('2026-12-31T22:30:00Z') })
    onTestFinished(() => void vi.useRealTimers())
    expect(format.moment(evening)).toBe('الثلاثاء ٢٤ نوفمبر ٢٠٢٦، ٧:٣٠\u00a0م')
    expect(format.shortDate('2027-01-02')).toBe('٢ يناير')
    vi.setSystemTime(Date.parse('2026-12-31T21:30:00Z'))
    expect(format.day(evening)).toBe('الثلاثاء ٢٤ نوفمبر')
    expect(format.day(Date.parse('2126-11-24T17:30:00Z'))).toBe('الأحد ٢٤ نوفمبر ٢١٢٦')
    expect(format.fullDate('2024-02-29')).toBe('الخميس ٢٩ فبراير ٢٠٢٤')
  })

  it('calls near days by their names', () => {
    expect(format.nearMoment(evening, Date.parse('2026-11-24T05:00:00Z'))).toBe('النهاردة، ٧:٣٠\u00a0م')
    expect(format.nearDay('2026-11-25', '2026-11-24')).toBe('بكرة')
    expect(format.nearDay('2026-11-23', '2026-11-24')).toBe('إمبارح')
  })

  it('shows money from piastres', () => {
    expect(format.money(1250_00)).toBe('١٬٢٥٠ جنيه')
    expect(format.money(99_50)).toBe('٩٩٫٥٠ جنيه')
    expect(format.percent(12_50)).toBe('١٢٫٥٪')
  })

  it('joins facts by Arabic commas', () => {
    expect(format.series(['أ', 'ب', 'ج'])).toBe('أ، ب، ج')
    expect(format.series([])).toBe('')
    expect(format.dayRange(evening, evening + 1_800_000)).toBe('الثلاثاء ٢٤ نوفمبر، من ٧:٣٠\u00a0م لحد ٨:٠٠\u00a0م')
    expect(format.timeOfDay(0)).toBe('١٢:٠٠\u00a0ص')
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

describe('formatted text in English', () => {
  const english = formatterFor('en-GB', unitsInEnglish)

  it('is by Cairo’s clock too, in Latin digits, with twelve at midnight and noon', () => {
    expect(english.moment(evening)).toBe('Tuesday 24 November at 7:30\u00a0pm')
    expect(english.clock(evening)).toBe('7:30')
    expect(english.timeRange(evening, evening + 1_800_000)).toBe('7:30\u00a0pm – 8:00\u00a0pm')
    expect([0, 12 * 60].map(english.timeOfDay)).toEqual(['12:00\u00a0am', '12:00\u00a0pm'])
    expect(english.fullDate('2026-11-24')).toBe('Tuesday 24 November 2026')
    expect(english.shortWeekday('2026-11-24')).toBe('Tue')
  })

  it('calls near days by their names, with a capital letter at the start of a line only', () => {
    expect(english.nearMoment(evening, evening)).toBe('today at 7:30\u00a0pm')
    expect(english.capital(english.nearRange(evening, evening + 900_000, evening))).toBe(
      'Today, 7:30\u00a0pm – 7:45\u00a0pm',
    )
    expect(english.relative(evening + 3 * 3_600_000, evening)).toBe('in 3 hours')
    expect(english.relative(evening - 60_000, evening)).toBe('1 minute ago')
  })

  it('shows money, percentages and lists as English writes them', () => {
    expect(english.money(1250_50)).toBe('EGP 1,250.50')
    expect(english.percent(12_50)).toBe('12.5%')
    expect(english.duration(100)).toBe('1 hour 40 minutes')
    expect(english.list(['a', 'b', 'c'])).toBe('a, b and c')
    expect(english.series(['a', 'b', 'c'])).toBe('a, b, c')
  })
})
