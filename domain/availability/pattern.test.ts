import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  fromIso,
  hours,
  instantAtMinute,
  type LocalDay,
  localDay,
  localTime,
  overlaps,
  plusDays,
  startOfDay,
  type TimeRange,
  weekdayOf,
} from '../cairo.ts'
import { Role } from '../roles.ts'
import { changeSlots, type SlotSession } from './changes.ts'
import {
  allowedPart,
  lastPatternDay,
  MAX_SEASON_DAYS,
  type Pattern,
  type PatternRange,
  type PatternSlot,
  patternActions,
  patternDaysFrom,
  rangesOn,
  whyNotPattern,
  whyNotPatternDays,
} from './pattern.ts'
import { SlotPurpose } from './purposes.ts'

const { Lesson, Interview } = SlotPurpose
const [SUNDAY, MONDAY, SATURDAY] = [0, 1, 6]
const hour = 60
const range = (weekday: number, from: number, to: number, purpose: SlotPurpose = Lesson): PatternRange => ({
  weekday,
  from: from * hour,
  to: to * hour,
  purpose,
})
const pattern = (ranges: PatternRange[], rest: Partial<Pattern> = {}): Pattern => ({
  ranges,
  season: null,
  daysOff: [],
  ...rest,
})
const why = (ranges: PatternRange[], rest: Partial<Pattern> = {}, role: Role = Role.Tutor) =>
  whyNotPattern(pattern(ranges, rest), role)

describe('a pattern', () => {
  it('is on the quarter hours, from its weekday to six the next morning, and no range is longer than a day', () => {
    expect(why([range(SUNDAY, 17, 21), range(SUNDAY, 21, 24), range(MONDAY, 0, 24)])).toBeNull()
    expect(why([range(SUNDAY, 22, 30)])).toBeNull()
    expect(why([range(SUNDAY, 22, 30.25)])).toBe('bad-request')
    expect(why([range(SUNDAY, 0, 24.25)])).toBe('bad-request')
    expect(why([range(SUNDAY, 24, 25)])).toBe('bad-request')
    expect(why([range(SUNDAY, 17, 17)])).toBe('bad-request')
    expect(why([range(SUNDAY, 17.1, 18)])).toBe('bad-request')
  })

  it('has no ranges that overlap, also from Saturday night to Sunday morning', () => {
    expect(why([range(SUNDAY, 17, 21), range(SUNDAY, 20, 22)])).toBe('conflicting-schedule')
    expect(why([range(SUNDAY, 22, 26), range(MONDAY, 2, 4)])).toBeNull()
    expect(why([range(SUNDAY, 22, 26), range(MONDAY, 1, 4)])).toBe('conflicting-schedule')
    expect(why([range(SATURDAY, 22, 26), range(SUNDAY, 1, 4)])).toBe('conflicting-schedule')
    expect(why([range(SATURDAY, 22, 26), range(SUNDAY, 2, 4)])).toBeNull()
  })

  it('has the purposes of the role only', () => {
    expect(why([range(SUNDAY, 17, 21, Interview)])).toBe('forbidden')
    expect(why([range(SUNDAY, 17, 21, Interview)], {}, Role.TutorManager)).toBeNull()
    expect(allowedPart(pattern([range(SUNDAY, 17, 21, Interview)]), Role.Tutor).ranges).toEqual([])
  })

  it('has a season that does not end before it begins, of 62 days at most', () => {
    const season = (from: LocalDay, to: LocalDay) => ({ season: { from, to, ranges: [range(SUNDAY, 21, 25)] } })
    expect(why([], season('2027-02-08', '2027-02-08'))).toBeNull()
    expect(why([], season('2027-02-08', addDays('2027-02-08', MAX_SEASON_DAYS - 1)))).toBeNull()
    expect(why([], season('2027-02-08', addDays('2027-02-08', MAX_SEASON_DAYS)))).toBe('bad-request')
    expect(why([], season('2027-02-08', '2027-02-07'))).toBe('bad-request')
  })

  it('has the season’s ranges in the season, and none on a day off', () => {
    const season = { from: '2027-02-08', to: '2027-03-09', ranges: [range(MONDAY, 21, 25)] } as const
    const ramadan = pattern([range(MONDAY, 17, 21)], {
      season: { ...season, ranges: [...season.ranges] },
      daysOff: ['2027-02-15', '2027-03-15'],
    })
    const starts = (['2027-02-01', '2027-02-08', '2027-02-15', '2027-03-15', '2027-03-22'] as const).map((day) =>
      rangesOn(ramadan, day).map(({ from }) => from / hour),
    )
    expect(starts).toEqual([[17], [21], [], [], [17]])
  })
})

const now = fromIso('2026-11-21T10:00:00Z')
const sunday: LocalDay = '2026-11-22'
const at = (day: LocalDay, clock: number) => instantAtMinute(day, clock * hour)
const slot = (id: number, day: LocalDay, from: number, to: number, rest: Partial<PatternSlot> = {}): PatternSlot => ({
  id,
  userId: 3,
  purpose: Lesson,
  deleted: false,
  fromPattern: true,
  start: at(day, from),
  end: at(day, to),
  ...rest,
})
const session = (slotId: number, day: LocalDay, from: number): SlotSession => ({
  id: 9,
  kind: Lesson,
  slotId,
  isOpen: true,
  start: at(day, from),
  end: at(day, from + 0.5),
})
type Given = { days?: LocalDay[]; slots?: PatternSlot[]; sessions?: SlotSession[]; now?: number }
const open = (ranges: PatternRange[], given: Given = {}) => {
  const world = { days: [sunday], slots: [], sessions: [], now, ...given }
  const actions = patternActions({ pattern: pattern(ranges), ...world })
  return changeSlots({ actor: { id: 3, role: Role.Tutor }, actions, ...world })
}
const from17 = { start: at(sunday, 17), end: at(sunday, 21), purpose: Lesson }

describe('opening a pattern', () => {
  it('creates its times', () => {
    expect(open([range(SUNDAY, 17, 21), range(MONDAY, 10, 12)]).inserts).toEqual([from17])
  })

  it('opens only the time that slots made by hand leave', () => {
    const byHand = slot(1, sunday, 18, 19, { fromPattern: false, purpose: SlotPurpose.General })
    expect(open([range(SUNDAY, 17, 21)], { slots: [byHand] }).inserts).toEqual([
      { ...from17, end: at(sunday, 18) },
      { ...from17, start: at(sunday, 19) },
    ])
  })

  it('passes over slots that are deleted, and over those that ended', () => {
    const deleted = [true, false].map((fromPattern) => slot(1, sunday, 18, 19, { deleted: true, fromPattern }))
    const ended = slot(2, sunday, 8, 9)
    for (const one of [...deleted, ended])
      expect(open([range(SUNDAY, 17, 21)], { slots: [one], now: at(sunday, 10) })).toMatchObject({
        inserts: [from17],
        updates: [],
        deletes: [],
      })
  })

  it('opens a quarter of an hour, the shortest slot', () => {
    expect(open([range(SUNDAY, 17, 17.25)]).inserts).toEqual([{ ...from17, end: at(sunday, 17.25) }])
  })

  it('opens the rest of today only', () => {
    const late = at(sunday, 18.1)
    expect(open([range(SUNDAY, 17, 21)], { now: late }).inserts).toEqual([{ ...from17, start: at(sunday, 18.25) }])
    expect(open([range(SUNDAY, 17, 21)], { now: at(sunday, 20.9) }).inserts).toEqual([])
  })

  it('replaces what an earlier pattern opened, and leaves what began', () => {
    expect(open([range(SUNDAY, 10, 12)], { slots: [slot(1, sunday, 17, 21)] })).toMatchObject({
      inserts: [{ start: at(sunday, 10), end: at(sunday, 12) }],
      deletes: [1],
    })
    const running = slot(1, sunday, 10, 14)
    expect(open([range(SUNDAY, 17, 21)], { slots: [running], now: at(sunday, 12) })).toMatchObject({
      inserts: [from17],
      deletes: [],
      updates: [],
    })
    const begins = { slots: [slot(1, sunday, 17, 21)], now: at(sunday, 17) }
    expect(open([], begins)).toMatchObject({ deletes: [], updates: [] })
    expect(open([], { ...begins, now: begins.now - 1 }).deletes).toEqual([1])
  })

  it('cancels nothing: the booked part stays, and grows again where the pattern is the same', () => {
    const world = { slots: [slot(1, sunday, 17, 21)], sessions: [session(1, sunday, 18)] }
    const booked = { id: 1, start: at(sunday, 18), end: at(sunday, 18.5), purpose: Lesson }
    expect(open([], world)).toMatchObject({ inserts: [], updates: [booked], deletes: [], cancelled: [] })
    expect(open([range(SUNDAY, 17, 21)], world)).toMatchObject({
      inserts: [],
      updates: [{ id: 1, ...from17 }],
      cancelled: [],
    })
    const two = [session(1, sunday, 19.5), session(1, sunday, 18)]
    const canceled = { ...session(1, sunday, 17), isOpen: false }
    expect(open([], { ...world, sessions: [...two, canceled] })).toMatchObject({
      updates: [{ ...booked, end: at(sunday, 20) }],
      cancelled: [],
    })
  })

  it('leaves what reaches into a day that it does not open', () => {
    const night = slot(1, sunday, 22, 26)
    expect(open([], { slots: [night] })).toMatchObject({ deletes: [], updates: [] })
    expect(open([], { slots: [night], days: [sunday, addDays(sunday, 1)] }).deletes).toEqual([1])
    expect(open([], { slots: [slot(1, sunday, 20, 24)] }).deletes).toEqual([1])
  })

  it('skips the hour that spring omits, and opens the first of the two equal hours in autumn', () => {
    const spring: LocalDay = '2027-04-30'
    const friday = weekdayOf(spring)
    const before = fromIso('2027-04-20T00:00:00Z')
    const inSpring = (from: number, to: number) =>
      open([range(friday, from, to)], { days: [spring], now: before }).inserts.map(({ start, end }) => [start, end])
    expect(inSpring(0, 1)).toEqual([])
    expect(inSpring(0, 2)).toEqual([[startOfDay(spring), startOfDay(spring) + hours(1)]])
    const autumn: LocalDay = '2027-10-28'
    const thursday = weekdayOf(autumn)
    const inAutumn = (from: number, to: number) =>
      open([range(thursday, from, to)], { days: [autumn], now: before }).inserts.map(({ start, end }) => end - start)
    expect(inAutumn(22, 24)).toEqual([hours(3)])
    expect(inAutumn(22, 23.5)).toEqual([hours(1.5)])
    expect(inAutumn(23.5, 25)).toEqual([hours(2.5)])
  })
})

describe('whatever the pattern, over both clock changes', () => {
  const starts = ['2027-04-20T09:10:00Z', '2027-10-18T09:10:00Z', '2027-01-10T22:40:00Z'].map(fromIso)
  const someRange = fc
    .record({
      weekday: fc.integer({ min: 0, max: 6 }),
      from: fc.integer({ min: 0, max: 95 }),
      length: fc.integer({ min: 1, max: 40 }),
    })
    .map(({ weekday, from, length }) => range(weekday, from / 4, Math.min(120, from + length) / 4))
  const somePattern = fc
    .record({
      ranges: fc.array(someRange, { maxLength: 8 }),
      season: fc.array(someRange, { maxLength: 4 }),
      off: fc.integer({ min: 0, max: 27 }),
    })
    .filter(({ ranges, season }) => why(ranges) === null && why(season) === null)
  const patternAt = (
    { ranges, season, off }: { ranges: PatternRange[]; season: PatternRange[]; off: number },
    from: number,
  ) =>
    pattern(ranges, {
      season: { from: localDay(plusDays(from, 9)), to: localDay(plusDays(from, 15)), ranges: season },
      daysOff: [localDay(plusDays(from, off))],
    })

  /** The tutor's slots after the pattern has been opened on these days. */
  function opened(
    of: Pattern,
    slots: PatternSlot[],
    sessions: SlotSession[],
    days: LocalDay[],
    from: number,
  ): PatternSlot[] {
    const actor = { id: 3, role: Role.Tutor }
    const actions = patternActions({ pattern: of, days, slots, sessions, now: from })
    const done = changeSlots({ actor, actions, slots, sessions, now: from })
    expect(done.cancelled).toEqual([])
    const gone = new Set([...done.deletes, ...done.softDeletes])
    const kept = slots.filter(({ id }) => !gone.has(id))
    const next = Math.max(0, ...slots.map(({ id }) => id)) + 1
    return [
      ...kept.map((one) => ({ ...one, ...done.updates.find(({ id }) => id === one.id) })),
      ...done.inserts.map((one, index) => ({ ...one, id: next + index, userId: 3, deleted: false, fromPattern: true })),
    ]
  }
  const quarters = (ranges: readonly TimeRange[]) =>
    [
      ...new Set(
        ranges.flatMap(({ start, end }) =>
          Array.from({ length: (end - start) / (hours(1) / 4) }, (_, index) => start + (index * hours(1)) / 4),
        ),
      ),
    ].toSorted()

  it('opens exactly its wall-clock times, none of which overlap, and the same day by day as all at once', () => {
    fc.assert(
      fc.property(fc.constantFrom(...starts), somePattern, (from, some) => {
        const of = patternAt(some, from)
        const days = patternDaysFrom(from)
        const atOnce = opened(of, [], [], days, from)
        const dayByDay = days.reduce<PatternSlot[]>((slots, day) => opened(of, slots, [], [day], from), [])
        expect(quarters(dayByDay)).toEqual(quarters(atOnce))
        for (const one of atOnce) expect(atOnce.some((other) => other !== one && overlaps(one, other))).toBe(false)
        for (const quarter of quarters(atOnce)) {
          const { day, hour: clock, minute } = localTime(quarter)
          const shown = clock * hour + minute
          const yesterday = addDays(day, -1)
          const before = localTime(quarter - hours(1))
          // In the second passage of the hour that autumn repeats a range that began in the first one goes on.
          const begun = before.hour === clock && before.day === day ? shown + hour : shown
          const isIn = [
            ...rangesOn(of, day).map(({ from: low, to }) => low <= begun && shown < to),
            ...rangesOn(of, yesterday).map(({ to }) => shown + 24 * hour < to),
          ]
          expect(isIn, `${day} ${shown}`).toContain(true)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('keeps every booked session in its slot when another pattern replaces it, and a second saving changes nothing', () => {
    fc.assert(
      fc.property(fc.constantFrom(...starts), somePattern, somePattern, (from, one, other) => {
        const days = patternDaysFrom(from)
        const before = opened(patternAt(one, from), [], [], days, from)
        const sessions = before
          .filter((_, index) => index % 3 === 0)
          .map(({ id, start }) => ({ id, kind: Lesson, slotId: id, isOpen: true, start, end: start + hours(1) / 4 }))
        const after = opened(patternAt(other, from), before, sessions, days, from)
        for (const { slotId, start, end } of sessions)
          expect(after.some(({ id, ...slotOf }) => id === slotId && slotOf.start <= start && end <= slotOf.end)).toBe(
            true,
          )
        const again = opened(patternAt(other, from), after, sessions, days, from)
        expect(quarters(again)).toEqual(quarters(after))
      }),
      { numRuns: 60 },
    )
  })
})

describe('a pattern’s days', () => {
  const now = fromIso('2026-02-11T10:00:00Z')
  const far = '2031-02-12'
  const near = '2031-02-11'
  const season = (from: LocalDay, to: LocalDay) => ({ from, to, ranges: [] })

  it('are at most five years ahead', () => {
    expect(whyNotPatternDays({ season: null, daysOff: [] }, now)).toBeNull()
    expect(whyNotPatternDays({ season: null, daysOff: ['2026-02-12', near] }, now)).toBeNull()
    expect(whyNotPatternDays({ season: null, daysOff: ['2026-02-12', far] }, now)).toBe('date-too-far')
    expect(whyNotPatternDays({ season: season('2031-01-01', near), daysOff: [] }, now)).toBeNull()
    expect(whyNotPatternDays({ season: season('2031-01-01', far), daysOff: [] }, now)).toBe('date-too-far')
    expect(whyNotPatternDays({ season: season(far, far), daysOff: [] }, now)).toBe('date-too-far')
  })

  it('of a season include its last one', () => {
    const one = pattern([], { season: { from: '2026-02-15', to: '2026-02-15', ranges: [range(SUNDAY, 9, 10)] } })
    expect(rangesOn(one, '2026-02-15')).toHaveLength(1)
    expect(rangesOn(one, '2026-02-22')).toHaveLength(0)
  })

  it('begin today', () => {
    expect(patternDaysFrom(now).slice(0, 2)).toEqual(['2026-02-11', '2026-02-12'])
    expect(new Set(patternDaysFrom(now)).size).toBe(patternDaysFrom(now).length)
  })
})

it('one range among good ones makes a pattern bad', () => {
  expect(why([range(SUNDAY, 9, 10), range(SUNDAY, -1, 1)])).toBe('bad-request')
  expect(why([range(SUNDAY, 9, 10), range(MONDAY, 9, 10, Interview)])).toBe('forbidden')
})

it('the part of a pattern that a role may keep has the season’s ranges as well', () => {
  const both = [range(SUNDAY, 9, 10), range(MONDAY, 9, 10, Interview)]
  const season = { from: '2026-02-15' as LocalDay, to: '2026-03-15' as LocalDay, ranges: both }
  const kept = [range(SUNDAY, 9, 10)]
  expect(allowedPart(pattern(both, { season, daysOff: ['2026-02-16'] }), Role.Tutor)).toEqual({
    ranges: kept,
    season: { ...season, ranges: kept },
    daysOff: ['2026-02-16'],
  })
  expect(allowedPart(pattern(both), Role.Tutor).season).toBeNull()
})

it('the last day of a pattern is the last of those that it has slots on, also across a change of the clocks', () => {
  for (const now of ['2026-02-11T10:00:00Z', '2026-02-11T22:30:00Z', '2026-10-20T21:00:00Z'].map(fromIso))
    expect(lastPatternDay(now)).toBe(patternDaysFrom(now).at(-1))
})
