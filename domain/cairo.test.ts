import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import * as cairo from './cairo.ts'
import { hours, type Instant, type LocalDay, minutes } from './cairo.ts'

/** The clock changes of these years: last Friday of April, last Thursday of October. */
const springs: LocalDay[] = [
  ...(['2023-04-28', '2024-04-26', '2025-04-25', '2026-04-24', '2027-04-30'] as const),
  ...(['2028-04-28', '2029-04-27', '2030-04-26', '2031-04-25', '2032-04-30'] as const),
]
const autumns: LocalDay[] = [
  ...(['2023-10-26', '2024-10-31', '2025-10-30', '2026-10-29', '2027-10-28'] as const),
  ...(['2028-10-26', '2029-10-25', '2030-10-31', '2031-10-30', '2032-10-28'] as const),
]
const at = (text: string): Instant => cairo.fromIso(text)

const changes = [...springs, ...autumns]
/** Any millisecond within five days of a clock change. */
const nearAChange = fc
  .record({ day: fc.constantFrom(...changes), shift: fc.integer({ min: -hours(120), max: hours(120) }) })
  .map(({ day, shift }) => at(`${day}T22:00:00Z`) + shift)
const anyInstant = fc.oneof(
  nearAChange,
  fc.integer({ min: at('2023-01-01T00:00:00Z'), max: at('2032-12-31T00:00:00Z') }),
)

describe('spring: the first hour of the last Friday of April', () => {
  it.each(springs)('%s begins at 01:00', (day) => {
    const start = cairo.startOfDay(day)
    expect(cairo.localTime(start)).toEqual({ day, hour: 1, minute: 0, weekday: 5, offsetMinutes: 180 })
    expect(cairo.localTime(start - 1)).toMatchObject({ hour: 23, minute: 59, weekday: 4, offsetMinutes: 120 })
  })

  it.each(springs)('%s has no 00:00 to 00:59', (day) => {
    expect(cairo.instantsAt(cairo.addDays(day, -1), 23, 59)).toHaveLength(1)
    expect([0, 30, 59].flatMap((minute) => cairo.instantsAt(day, 0, minute))).toEqual([])
    expect(cairo.instantsAt(day, 1, 0)).toEqual([cairo.startOfDay(day)])
  })
})

describe('autumn: the last hour of the last Thursday of October', () => {
  it.each(autumns)('%s has 23:00 to 23:59 twice', (day) => {
    expect(cairo.instantsAt(day, 22, 59)).toHaveLength(1)
    for (const minute of [0, 30, 59]) {
      const [first = 0, second = 0] = cairo.instantsAt(day, 23, minute)
      expect(second - first).toBe(hours(1))
      expect([first, second].map((one) => cairo.localTime(one).offsetMinutes)).toEqual([180, 120])
    }
    expect(cairo.instantsAt(cairo.addDays(day, 1), 0, 0)).toHaveLength(1)
  })

  it.each(autumns)('%s tells the first 23:00 from the second', (day) => {
    const [first = 0, second = 0] = cairo.instantsAt(day, 23, 0)
    const edges = [first - 1, first, second - 1, second, second + hours(1) - 1, second + hours(1)]
    expect(edges.map(cairo.occurrenceOf)).toEqual([null, 'first', 'first', 'second', 'second', null])
  })

  it.each(autumns)('%s lasts 25 hours', (day) => {
    expect(cairo.startOfDay(cairo.addDays(day, 1)) - cairo.startOfDay(day)).toBe(hours(25))
  })
})

describe('wall time', () => {
  const shown = new Intl.DateTimeFormat('en-CA', {
    timeZone: 'Africa/Cairo',
    hourCycle: 'h23',
    weekday: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })

  it('agrees with the zone data', () => {
    fc.assert(
      fc.property(anyInstant, (instant) => {
        const part = Object.fromEntries(shown.formatToParts(instant).map(({ type, value }) => [type, value]))
        const local = cairo.localTime(instant)
        expect(local.day).toBe(`${part.year}-${part.month}-${part.day}`)
        expect([local.hour, local.minute]).toEqual([Number(part.hour), Number(part.minute)])
        expect(['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'][local.weekday]).toBe(part.weekday)
        expect(cairo.wallTime(instant)).toBe(instant + minutes(local.offsetMinutes))
      }),
      { numRuns: 1000 },
    )
  })

  it('converts back to the instant', () => {
    fc.assert(
      fc.property(nearAChange, (instant) => {
        const minute = Math.floor(instant / minutes(1)) * minutes(1)
        const local = cairo.localTime(minute)
        const candidates = cairo.instantsAt(local.day, local.hour, local.minute)
        expect(candidates).toContain(minute)
        expect(candidates).toHaveLength(autumns.includes(local.day) && local.hour === 23 ? 2 : 1)
      }),
      { numRuns: 1000 },
    )
  })

  it('of a day covers the instants from its start to the start of the next day', () => {
    fc.assert(
      fc.property(anyInstant, (instant) => {
        const day = cairo.localDay(instant)
        expect(cairo.startOfDay(day)).toBeLessThanOrEqual(instant)
        expect(cairo.startOfDay(cairo.addDays(day, 1))).toBeGreaterThan(instant)
        expect(cairo.weekdayOf(day)).toBe(cairo.localTime(instant).weekday)
      }),
      { numRuns: 1000 },
    )
  })

  it('handles summers in which Egypt interrupted or omitted summer time', () => {
    const hourAtNoonUtc = (day: string) => cairo.localTime(at(`${day}T12:00:00Z`)).hour
    expect(['2014-06-01', '2014-07-10', '2014-08-10', '2020-07-01'].map(hourAtNoonUtc)).toEqual([15, 14, 15, 14])
  })
})

describe('a phone with zone data from before the law of 2023', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.resetModules()
  })

  it('still shows the legal time', async () => {
    const Real = Intl.DateTimeFormat
    class Old extends Real {
      constructor(locale: string, options: Intl.DateTimeFormatOptions) {
        super(locale, { ...options, timeZone: '+02:00' })
      }
    }
    vi.stubGlobal('Intl', { ...Intl, DateTimeFormat: Old })
    vi.resetModules()
    const old = await import('./cairo.ts')
    expect(old.localTime(at('2022-07-01T12:00:00Z')).hour).toBe(14)
    for (const day of changes) {
      const end = at(`${day}T23:59:00Z`)
      for (let instant = end - hours(36); instant < end; instant += cairo.QUARTER_MS)
        expect(old.localTime(instant)).toEqual(cairo.localTime(instant))
      expect(old.startOfDay(day)).toBe(cairo.startOfDay(day))
    }
  })
})

describe('zone data that follow a later law', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.resetModules()
  })

  it('are followed', async () => {
    const Real = Intl.DateTimeFormat
    const abolished = at('2030-01-01T00:00:00Z')
    class Newer extends Real {
      readonly #later: Intl.DateTimeFormat
      constructor(locale: string, options: Intl.DateTimeFormatOptions) {
        super(locale, options)
        this.#later = new Real(locale, { ...options, timeZone: '+02:00' })
      }
      override formatToParts(instant: number) {
        return instant < abolished ? super.formatToParts(instant) : this.#later.formatToParts(instant)
      }
    }
    vi.stubGlobal('Intl', { ...Intl, DateTimeFormat: Newer })
    vi.resetModules()
    const newer = await import('./cairo.ts')
    const hourAtNoonUtc = (day: string) => newer.localTime(at(`${day}T12:00:00Z`)).hour
    expect(['2029-01-15', '2029-07-01', '2030-07-01', '2031-07-01'].map(hourAtNoonUtc)).toEqual([14, 15, 14, 14])
  })
})

describe('the Hijri calendar', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.resetModules()
  })

  it('has the same days wherever the machine is', async () => {
    const Real = Intl.DateTimeFormat
    class Western extends Real {
      constructor(locale: string, options: Intl.DateTimeFormatOptions) {
        super(locale, { timeZone: 'America/Los_Angeles', ...options })
      }
    }
    vi.stubGlobal('Intl', { ...Intl, DateTimeFormat: Western })
    vi.resetModules()
    const western = await import('./cairo.ts')
    expect([cairo.hijriOf('2027-02-08'), western.hijriOf('2027-02-08')]).toEqual([
      { month: 9, day: 1 },
      { month: 9, day: 1 },
    ])
  })
})

describe('the calendar week', () => {
  const lengthsAround = (day: LocalDay) => {
    const week = cairo.calendarWeekOf(cairo.startOfDay(day))
    const after = cairo.calendarWeekOf(week.end)
    return [week, after].map(({ start, end }) => (end - start) / hours(1))
  }

  it('lasts 167 hours in spring, 169 in autumn, otherwise 168', () => {
    for (const day of springs) expect(lengthsAround(day)).toEqual([167, 168])
    for (const day of autumns) expect(lengthsAround(day)).toEqual([169, 168])
  })

  it('has seven days from Saturday midnight, and ends when the next one starts', () => {
    fc.assert(
      fc.property(anyInstant, (instant) => {
        const week = cairo.calendarWeekOf(instant)
        expect(week.days.map(cairo.weekdayOf)).toEqual([6, 0, 1, 2, 3, 4, 5])
        expect(week.days).toContain(cairo.localDay(instant))
        expect(cairo.localTime(week.start)).toMatchObject({ hour: 0, minute: 0, weekday: 6 })
        expect(cairo.calendarWeekOf(week.end).start).toBe(week.end)
        expect(cairo.calendarWeekOf(week.end - 1)).toEqual(week)
      }),
      { numRuns: 500 },
    )
  })
})

describe('the calendar month', () => {
  it('runs from the first midnight in Cairo to that of the next month', () => {
    const month = cairo.calendarMonthOf(at('2026-10-31T21:30:00Z'))
    expect(month).toEqual({ start: at('2026-09-30T21:00:00Z'), end: at('2026-10-31T22:00:00Z') })
    expect(cairo.calendarMonthOf(at('2026-10-31T22:00:00Z')).start).toBe(month.end)
  })

  it('contains its instant and is followed by the next one without a gap', () => {
    fc.assert(
      fc.property(anyInstant, (instant) => {
        const month = cairo.calendarMonthOf(instant)
        return (
          month.start <= instant && instant < month.end && cairo.calendarMonthOf(month.end - 1).start === month.start
        )
      }),
    )
  })
})

describe('the day of minutes', () => {
  it('begins at 05:00 in Cairo', () => {
    const reset = at('2026-02-11T03:00:00Z')
    const same = (one: Instant, other: Instant) => cairo.isSameMinutesDay(one, other)
    expect([same(reset, reset + hours(24) - 1), same(reset - 1, reset), same(reset, reset + hours(24))]).toEqual([
      true,
      false,
      false,
    ])
    expect(same(reset - hours(24), reset - 1)).toBe(true)
  })
})

describe('the minutes week', () => {
  it('of a start on Wednesday at 15:20 begins on Wednesdays at 05:00', () => {
    const start = at('2026-11-04T13:20:00Z')
    const first = { index: 0, start: at('2026-11-04T03:00:00Z'), end: at('2026-11-11T03:00:00Z') }
    expect(cairo.minutesWeek(start, start)).toEqual(first)
    expect(cairo.minutesWeek(start, first.end - 1)).toEqual(first)
    expect(cairo.minutesWeek(start, first.end)).toMatchObject({ index: 1, start: first.end })
  })

  it('of a start at 05:00 belongs to that day, a millisecond earlier to the day before', () => {
    const five = at('2026-11-04T03:00:00Z')
    expect(cairo.minutesWeek(five, five).start).toBe(five)
    expect(cairo.minutesWeek(five - 1, five).start).toBe(at('2026-11-03T03:00:00Z'))
  })

  it('always begins at 05:00 on the weekday of the start, when the week before ends', () => {
    fc.assert(
      fc.property(anyInstant, anyInstant, (one, other) => {
        const [start, now] = [Math.min(one, other), Math.max(one, other)]
        const week = cairo.minutesWeek(start, now)
        const { hour, weekday } = cairo.localTime(start)
        const turn = { hour: 5, minute: 0, weekday: (weekday + (hour < 5 ? 6 : 0)) % 7 }
        expect(cairo.localTime(week.start)).toMatchObject(turn)
        expect(cairo.localTime(week.end)).toMatchObject(turn)
        expect(week.start).toBeLessThanOrEqual(now)
        expect(week.end).toBeGreaterThan(now)
        expect(week.index).toBeGreaterThanOrEqual(0)
        expect(cairo.minutesWeek(start, week.end)).toMatchObject({ index: week.index + 1, start: week.end })
        expect([167, 168, 169]).toContain((week.end - week.start) / hours(1))
      }),
      { numRuns: 1000 },
    )
  })
})

describe('quarter hours', () => {
  it('include all that a session occupies, in full or in part', () => {
    const start = at('2026-10-29T20:00:00Z')
    const first = cairo.quarterOf(start)
    expect(cairo.quartersOf(start, 15)).toEqual([first])
    expect(cairo.quartersOf(start, 30)).toEqual([first, first + 1])
    expect(cairo.quartersOf(start + 1, 15)).toEqual([first, first + 1])
    expect([start - 1, start, start + 1].map(cairo.isOnQuarter)).toEqual([false, true, false])
    expect([start - 1, start, start + 1].map(cairo.nextQuarter)).toEqual([start, start, start + cairo.QUARTER_MS])
  })

  it.each(changes)('never skip or repeat on %s', (day) => {
    let quarter = cairo.quarterOf(cairo.startOfDay(day))
    for (let now = cairo.startOfDay(day); now < cairo.startOfDay(cairo.addDays(day, 2)); now += cairo.QUARTER_MS) {
      expect(cairo.quarterOf(now)).toBe(quarter++)
      expect(cairo.localTime(now).minute % 15).toBe(0)
    }
  })
})

describe('minutes after midnight', () => {
  it.each(changes)('from 1440 on are those of the next day, also on %s and the day before', (day) => {
    for (const one of [cairo.addDays(day, -1), day])
      for (const minute of [0, 15, 60, 285])
        expect(cairo.instantAtMinute(one, cairo.MINUTES_A_DAY + minute)).toBe(
          cairo.instantAtMinute(cairo.addDays(one, 1), minute),
        )
  })

  it.each(springs)('that %s skips are the instant of the change', (day) => {
    for (const minute of [0, 15, 60]) expect(cairo.instantAtMinute(day, minute)).toBe(cairo.startOfDay(day))
    expect(cairo.instantAtMinute(day, 75)).toBe(cairo.startOfDay(day) + minutes(15))
  })
})

describe('the same wall time later', () => {
  it('keeps the hour across both changes', () => {
    expect(cairo.plusDays(at('2026-04-20T16:00:00Z'), 7)).toBe(at('2026-04-27T15:00:00Z'))
    expect(cairo.plusDays(at('2026-10-26T15:00:00Z'), 7)).toBe(at('2026-11-02T16:00:00Z'))
  })

  it('is an hour later in the gap, the first of two in the overlap', () => {
    const friday = cairo.plusDays(at('2026-04-16T22:30:00Z'), 7)
    expect(cairo.localTime(friday)).toMatchObject({ day: '2026-04-24', hour: 1, minute: 30 })
    expect(cairo.plusDays(at('2026-10-22T20:30:00Z'), 7)).toBe(at('2026-10-29T20:30:00Z'))
  })

  it('is the same instant when nothing is added, even in the second of two equal hours', () => {
    const second = at('2026-10-29T21:30:00Z')
    expect([cairo.plusDays(second, 0), cairo.addMonths(second, 0)]).toEqual([second, second])
  })

  it('is the last day of a month that is too short', () => {
    expect(cairo.addMonths(at('2026-01-31T10:00:00Z'), 1)).toBe(at('2026-02-28T10:00:00Z'))
    expect(cairo.addMonths(at('2026-03-31T10:00:00Z'), -1)).toBe(at('2026-02-28T10:00:00Z'))
    expect(cairo.addMonths(at('2026-11-15T10:00:00Z'), 1200)).toBe(at('2126-11-15T10:00:00Z'))
    expect(cairo.addMonths(at('2026-02-15T10:00:00Z'), 3)).toBe(at('2026-05-15T09:00:00Z'))
  })
})

describe('days and instants as text', () => {
  it('are computed across months and years', () => {
    expect(cairo.addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(cairo.addDays('2028-03-01', -1)).toBe('2028-02-29')
    expect(cairo.daysBetween('2026-04-01', '2026-05-01')).toBe(30)
    expect(['2026-02-28', '2026-02-30', '2026-2-3', 'soon', '2026-13-01', '+012026-02'].map(cairo.isLocalDay)).toEqual([
      ...[true, false, false, false, false, false],
    ])
  })

  it('convert back and forth', () => {
    fc.assert(fc.property(anyInstant, (instant) => at(cairo.toIso(instant)) === instant))
  })

  it('refuse a text that is not an instant, or without an offset', () => {
    expect(at('2026-11-21T10:00+02:00')).toBe(at('2026-11-21T08:00:00.000Z'))
    const noInstants = [
      '',
      'now',
      '2026-11-21',
      '2026-11-21T10:00:00',
      '2026-11-21T25:00:00Z',
      'Tue 21 Nov 10:00 Z 2026',
    ]
    for (const text of noInstants)
      expect(() => at(text), text).toThrow(
        expect.objectContaining({ code: 'bad-request', message: 'not an ISO-8601 instant' }),
      )
  })
})

describe('ranges', () => {
  const range = (start: number, end: number) => ({ start, end })

  it('that are adjacent do not overlap', () => {
    expect(cairo.overlaps(range(0, 10), range(10, 20))).toBe(false)
    expect(cairo.overlaps(range(0, 11), range(10, 20))).toBe(true)
    expect(cairo.overlaps(range(0, 30), range(10, 20))).toBe(true)
  })

  it('contain a range with the same ends', () => {
    expect(cairo.contains(range(0, 10), range(0, 10))).toBe(true)
    expect(cairo.contains(range(0, 10), range(0, 11))).toBe(false)
    expect(cairo.contains(range(1, 10), range(0, 10))).toBe(false)
  })

  it('without others leaves the parts before, between and after', () => {
    const others = [range(2, 3), range(5, 7), range(10, 12)]
    expect(cairo.withoutTaken(range(0, 10), others)).toEqual([range(0, 2), range(3, 5), range(7, 10)])
    expect(cairo.withoutTaken(range(4, 6), [range(3, 6)])).toEqual([])
  })
})
