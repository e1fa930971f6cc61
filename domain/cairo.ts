import { DomainError } from './errors.ts'

/** A point in time: epoch milliseconds. */
export type Instant = number
/** A calendar day in Cairo, `YYYY-MM-DD`. */
export type LocalDay = `${number}-${number}-${number}`
/** From `start` up to, but not including, `end`. */
export type TimeRange = { start: Instant; end: Instant }
/** The wall time in Cairo. `weekday` is 0 for Sunday to 6 for Saturday; `offsetMinutes` is positive east of UTC. */
export type LocalTime = { day: LocalDay; hour: number; minute: number; weekday: number; offsetMinutes: number }

export const ZONE = 'Africa/Cairo'

/** Durations in milliseconds. */
export const minutes = (count: number): number => count * 60_000
export const hours = (count: number): number => count * 3_600_000
export const days = (count: number): number => count * 86_400_000

/** The UTC offsets of one UTC year, in milliseconds: the first one, and the changes in order. */
type YearOfOffsets = { first: number; changes: readonly { at: Instant; offset: number }[] }

let zoneData: Intl.DateTimeFormat | undefined

/** The offset in milliseconds from the runtime's zone data. Slow, so `offsetsOf` caches whole years of offsets. */
function offsetInZoneData(at: Instant): number {
  zoneData ??= new Intl.DateTimeFormat('en-US', {
    timeZone: ZONE,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const parts = new Map(zoneData.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
  const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return wall - Math.floor(at / 1000) * 1000
}

/** Law 24 of 2023: summer time from the start of April's last Friday to the end of October's last Thursday. */
function yearByLaw(year: number): YearOfOffsets {
  const lastWeekday = (nextMonth: number, weekday: number) => {
    const last = Date.UTC(year, nextMonth, 0)
    return last - days((utc(last).getUTCDay() - weekday + 7) % 7)
  }
  return {
    first: hours(2),
    changes: [
      { at: lastWeekday(4, 5) - hours(2), offset: hours(3) },
      { at: lastWeekday(10, 4) + days(1) - hours(3), offset: hours(2) },
    ],
  }
}

/** The first millisecond after `before` at which the zone data's offset differs from the one at `before`. */
function changeBetween(before: Instant, after: Instant): Instant {
  const offset = offsetInZoneData(before)
  let [low, high] = [before, after]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetInZoneData(middle) === offset) low = middle
    else high = middle
  }
  return high
}

/** Samples the zone data weekly: Egypt has suspended summer time for a month (Ramadan), never for less. */
function yearInZoneData(year: number): YearOfOffsets {
  const end = Date.UTC(year + 1, 0, 1)
  const first = offsetInZoneData(Date.UTC(year, 0, 1))
  const changes: { at: Instant; offset: number }[] = []
  let offset = first
  for (let at = Date.UTC(year, 0, 1); at < end; at += days(7)) {
    const next = Math.min(at + days(7), end)
    const nextOffset = offsetInZoneData(next)
    if (nextOffset !== offset) changes.push({ at: changeBetween(at, next), offset: nextOffset })
    offset = nextOffset
  }
  return { first, changes }
}

let hasCurrentZoneData: boolean | undefined
const years = new Map<number, YearOfOffsets>()

/**
 * Zone data is updated when Egypt changes its law, so it is used unless it predates the law of 2023: a phone with such data
 * would be wrong by an hour all summer, so the law's dates are computed there instead.
 */
function offsetsOf(year: number): YearOfOffsets {
  const known = years.get(year)
  if (known) return known
  hasCurrentZoneData ??= offsetInZoneData(Date.UTC(2024, 6, 1)) === hours(3)
  const read = hasCurrentZoneData || year < 2023 ? yearInZoneData(year) : yearByLaw(year)
  years.set(year, read)
  return read
}

const utc = (at: Instant): Date => new Date(at)

function offsetAt(at: Instant): number {
  const { first, changes } = offsetsOf(utc(at).getUTCFullYear())
  let offset = first
  for (const change of changes) if (at >= change.at) offset = change.offset
  return offset
}

/**
 * The instant whose UTC fields are the wall time in Cairo at `at`. Formatted with the time zone `UTC`, it shows the
 * right hour even on a phone with outdated zone data.
 */
export const wallTime = (at: Instant): Instant => at + offsetAt(at)

/**
 * The instants with that wall time in Cairo, in order: none in the spring gap, two in the autumn overlap. The first of two
 * uses the offset before the change.
 */
function instantsOfWall(wall: Instant): Instant[] {
  const offsets = new Set([offsetAt(wall - days(1)), offsetAt(wall + days(1))])
  return [...offsets].map((offset) => wall - offset).filter((at) => wallTime(at) === wall)
}

/** Whether an instant is the first or second one with its wall time in the autumn overlap; null outside of it. */
export function occurrenceOf(at: Instant): 'first' | 'second' | null {
  const [first, second] = instantsOfWall(wallTime(at))
  if (second === undefined) return null
  return at === first ? 'first' : 'second'
}

/** As `instantsOfWall`, but always one instant: the first of two, and in the spring gap later by the size of the gap. */
const instantOfWall = (wall: Instant): Instant => instantsOfWall(wall)[0] ?? wall - offsetAt(wall - days(1))

const wallOfDay = (day: LocalDay): Instant => Date.parse(`${day}T00:00:00Z`)
const dayOfWall = (wall: Instant): LocalDay => utc(wall).toISOString().slice(0, 10) as LocalDay

/** ISO 8601 in UTC with `Z`, as in every response. */
export const toIso = (at: Instant): string => utc(at).toISOString()

/**
 * Parses ISO 8601 with an offset; a text without one would be read in the time zone of the machine.
 * @throws DomainError `bad-request`.
 */
export function fromIso(text: string): Instant {
  const at = /T.*(?:Z|[+-]\d\d:\d\d)$/i.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(at)) throw new DomainError('bad-request', 'not an ISO-8601 instant')
  return at
}

/** Whether the text is an existing day, `YYYY-MM-DD`. */
export const isLocalDay = (text: string): text is LocalDay =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && dayOfWall(Date.parse(text)) === text

/** The calendar day in Cairo. */
export const localDay = (at: Instant): LocalDay => dayOfWall(wallTime(at))

/** The calendar year in Cairo. */
export const calendarYear = (at: Instant): number => Number(localDay(at).slice(0, 4))

/** The wall time in Cairo. */
export function localTime(at: Instant): LocalTime {
  const wall = utc(wallTime(at))
  return {
    day: localDay(at),
    hour: wall.getUTCHours(),
    minute: wall.getUTCMinutes(),
    weekday: wall.getUTCDay(),
    offsetMinutes: offsetAt(at) / minutes(1),
  }
}

/** The first instant of a day in Cairo: 01:00 on the day of the spring change, whose first hour does not exist. */
export const startOfDay = (day: LocalDay): Instant => instantOfWall(wallOfDay(day))

/** The day `count` calendar days later, or earlier for a negative count. */
export const addDays = (day: LocalDay, count: number): LocalDay => dayOfWall(wallOfDay(day) + days(count))

/** Calendar days from `from` to `to`, negative when `to` is earlier. */
export const daysBetween = (from: LocalDay, to: LocalDay): number => (wallOfDay(to) - wallOfDay(from)) / days(1)

/** 0 for Sunday to 6 for Saturday. */
export const weekdayOf = (day: LocalDay): number => utc(wallOfDay(day)).getUTCDay()

/** The instants of a wall time on a day in Cairo: none in the spring gap, two in the autumn overlap, otherwise one. */
export const instantsAt = (day: LocalDay, hour: number, minute: number): Instant[] =>
  instantsOfWall(wallOfDay(day) + hours(hour) + minutes(minute))

export const MINUTES_A_DAY = 24 * 60

/**
 * The first instant of a day in Cairo at which the clock shows this many minutes after midnight; from 1440 on, of the next
 * day. For a time in the hour that the spring change skips, the instant of the change.
 */
export function instantAtMinute(day: LocalDay, minute: number): Instant {
  if (minute >= MINUTES_A_DAY) return instantAtMinute(addDays(day, 1), minute - MINUTES_A_DAY)
  return instantsAt(day, Math.floor(minute / 60), minute % 60)[0] ?? startOfDay(day)
}

/** The same wall time in Cairo `count` days later. */
export const plusDays = (at: Instant, count: number): Instant =>
  count === 0 ? at : instantOfWall(wallTime(at) + days(count))

/** The same wall time in Cairo `count` months later, on the last day of a month that is too short. */
export function addMonths(at: Instant, count: number): Instant {
  if (count === 0) return at
  const wall = wallTime(at)
  const day = utc(wall)
  const [year, month] = [day.getUTCFullYear(), day.getUTCMonth() + count]
  const lastDay = utc(Date.UTC(year, month + 1, 0)).getUTCDate()
  const timeOfDay = wall - Math.floor(wall / days(1)) * days(1)
  return instantOfWall(Date.UTC(year, month, Math.min(day.getUTCDate(), lastDay)) + timeOfDay)
}

/** How far ahead anything may be planned (docs/rules/time.md 1.6). */
export const PLANNING_YEARS = 5

/** The last instant that may be planned: five years ahead by Cairo's wall clock, itself included. */
export const lastPlannable = (now: Instant): Instant => addMonths(now, PLANNING_YEARS * 12)

let hijriCalendar: Intl.DateTimeFormat | undefined

/**
 * The month and day of the Hijri calendar by Umm al-Qura's prediction; the sighting of the moon in Egypt may shift a month
 * by a day.
 */
export function hijriOf(day: LocalDay): { month: number; day: number } {
  hijriCalendar ??= new Intl.DateTimeFormat('en-US-u-ca-islamic-umalqura-nu-latn', {
    timeZone: 'UTC',
    month: 'numeric',
    day: 'numeric',
  })
  const parts = new Map(hijriCalendar.formatToParts(wallOfDay(day)).map(({ type, value }) => [type, Number(value)]))
  return { month: parts.get('month') ?? 0, day: parts.get('day') ?? 0 }
}

/** Easter Sunday of Egypt's churches, by the Julian calendar (Meeus' algorithm); correct for the years 1900 to 2099. */
export function easterOf(year: number): LocalDay {
  const moon = (19 * (year % 19) + 15) % 30
  const sunday = (2 * (year % 4) + 4 * (year % 7) - moon + 34) % 7
  const julian = Date.UTC(year, 2, 22) + days(moon + sunday)
  return dayOfWall(julian + days(13))
}

const SATURDAY = 6

/**
 * The week in Cairo, from Saturday, that contains an instant. A clock change makes it 167 or 169 hours long
 * (docs/rules/time.md 1.2).
 */
export function calendarWeekOf(at: Instant): TimeRange & { days: LocalDay[] } {
  const today = localDay(at)
  const saturday = addDays(today, -((weekdayOf(today) - SATURDAY + 7) % 7))
  const week = Array.from({ length: 7 }, (_, index) => addDays(saturday, index))
  return { days: week, start: startOfDay(saturday), end: startOfDay(addDays(saturday, 7)) }
}

/** The calendar month in Cairo that contains an instant. */
export function calendarMonthOf(at: Instant): TimeRange {
  const today = utc(wallTime(at))
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()]
  const first = (index: number) => startOfDay(dayOfWall(Date.UTC(year, index, 1)))
  return { start: first(month), end: first(month + 1) }
}

/**
 * The hour in Cairo at which minutes weeks begin: no clock change and no lesson falls on it (docs/rules/minutes.md 4.1).
 */
export const MINUTES_RESET_HOUR = 5

/** The calendar day, with days that begin at 05:00 instead of midnight. */
const minutesDay = (at: Instant): LocalDay => {
  const { day, hour } = localTime(at)
  return hour < MINUTES_RESET_HOUR ? addDays(day, -1) : day
}

/** Whether no minutes week begins between the two instants: both are on the same day, when days begin at 05:00. */
export const isSameMinutesDay = (one: Instant, other: Instant): boolean => minutesDay(one) === minutesDay(other)

const resetOf = (day: LocalDay): Instant => instantOfWall(wallOfDay(day) + hours(MINUTES_RESET_HOUR))

/**
 * The minutes week that contains `now`. Weeks begin at 05:00 in Cairo on the weekday of the subscription's start; a start
 * before 05:00 belongs to the day before (docs/rules/minutes.md 4.1). `index` is 0 for the week of the start.
 */
export function minutesWeek(subscriptionStart: Instant, now: Instant): TimeRange & { index: number } {
  const anchor = minutesDay(subscriptionStart)
  const index = Math.floor(daysBetween(anchor, minutesDay(now)) / 7)
  return { index, start: resetOf(addDays(anchor, index * 7)), end: resetOf(addDays(anchor, (index + 1) * 7)) }
}

export const QUARTER_MS = minutes(15)

/**
 * The number of quarter hours since the epoch. Cairo's offsets are whole hours, so they are quarters of its wall time
 * too.
 */
export const quarterOf = (at: Instant): number => Math.floor(at / QUARTER_MS)

/** Whether an instant is the exact start of a quarter hour. */
export const isOnQuarter = (at: Instant): boolean => Number.isInteger(at / QUARTER_MS)

/** The first start of a quarter hour at or after an instant. */
export const nextQuarter = (at: Instant): Instant => Math.ceil(at / QUARTER_MS) * QUARTER_MS

/** The quarter hours that a session occupies, as stored in `busy_quarters` (docs/rules/availability.md 4.3). */
export function quartersOf(start: Instant, durationMinutes: number): number[] {
  const first = quarterOf(start)
  const last = quarterOf(start + minutes(durationMinutes) - 1)
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** Whether two ranges overlap; a range that starts at the other's end does not. */
export const overlaps = (one: TimeRange, other: TimeRange): boolean => one.start < other.end && other.start < one.end

/** Whether `inner` lies within `outer`; their ends may be equal. */
export const contains = (outer: TimeRange, inner: TimeRange): boolean =>
  outer.start <= inner.start && inner.end <= outer.end

/** The parts of a range that no other range covers, earliest first. */
export function withoutTaken(range: TimeRange, taken: readonly TimeRange[]): TimeRange[] {
  return taken.reduce<TimeRange[]>(
    (parts, other) =>
      parts.flatMap((part) => {
        if (!overlaps(part, other)) return [part]
        const [before, after] = [
          { start: part.start, end: other.start },
          { start: other.end, end: part.end },
        ]
        return [before, after].filter(({ start, end }) => start < end)
      }),
    [range],
  )
}
