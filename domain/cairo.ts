import { DomainError } from './errors.ts'

/** A moment: milliseconds since 1970 UTC. */
export type Instant = number
/** A day of the Cairo calendar, `YYYY-MM-DD`. */
export type LocalDay = `${number}-${number}-${number}`
/** From `start` up to, but not including, `end`. */
export type TimeRange = { start: Instant; end: Instant }
/** What a clock on a wall in Cairo shows; `weekday` is 0 for Sunday to 6 for Saturday, `offsetMinutes` is east of UTC. */
export type LocalTime = { day: LocalDay; hour: number; minute: number; weekday: number; offsetMinutes: number }

export const ZONE = 'Africa/Cairo'

/** Durations in milliseconds. */
export const minutes = (count: number): number => count * 60_000
export const hours = (count: number): number => count * 3_600_000
const days = (count: number): number => count * 86_400_000

/** The clock changes of one UTC year: which offset it begins with, and when another one takes over. */
type YearOfOffsets = { first: number; changes: readonly { at: Instant; offset: number }[] }

let zoneData: Intl.DateTimeFormat | undefined

/** The offset in milliseconds as the device's or server's zone data has it. Slow: asked a few times a year only. */
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

/** Law 24 of 2023: forward as the last Friday of April begins, back as the last Thursday of October ends. */
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

/** The first millisecond after `before` at which the zone data has another offset than at `before`. */
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

/** Reads a year off the zone data week by week: Egypt has suspended summer time for a month, never for less. */
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
 * Zone data is replaced when Egypt changes its mind, so it is believed, unless it is older than the law of 2023: a phone
 * that was never updated would be an hour wrong all summer, and reckons by the law instead.
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
 * The instant whose UTC fields are what Cairo's clocks show at `at`: to be formatted with the time zone `UTC`, which also
 * shows the right hour on a phone with old zone data.
 */
export const wallTime = (at: Instant): Instant => at + offsetAt(at)

/** The instants, in order, at which Cairo's clocks show that wall time: none in a gap, two in an overlap. */
function instantsOfWall(wall: Instant): Instant[] {
  const offsets = new Set([offsetAt(wall - days(1)), offsetAt(wall + days(1))])
  return [...offsets]
    .map((offset) => wall - offset)
    .filter((at) => wallTime(at) === wall)
    .sort((a, b) => a - b)
}

/** Which of the two is meant where Cairo's clocks show the same time twice; null where they show it once. */
export function occurrenceOf(at: Instant): 'first' | 'second' | null {
  const [first, second] = instantsOfWall(wallTime(at))
  if (second === undefined) return null
  return at === first ? 'first' : 'second'
}

/** As `instantsOfWall`, but always one: the first of two, and in a gap as much later as the clock jumps. */
const instantOfWall = (wall: Instant): Instant => instantsOfWall(wall)[0] ?? wall - offsetAt(wall - days(1))

const wallOfDay = (day: LocalDay): Instant => Date.parse(`${day}T00:00:00Z`)
const dayOfWall = (wall: Instant): LocalDay => utc(wall).toISOString().slice(0, 10) as LocalDay

/** ISO-8601 in UTC with `Z`, as every answer carries it. */
export const toIso = (at: Instant): string => utc(at).toISOString()

/** @throws DomainError `bad-request` for a text that is no instant; one without an offset would depend on the device. */
export function fromIso(text: string): Instant {
  const at = /T.*(?:Z|[+-]\d\d:\d\d)$/i.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(at)) throw new DomainError('bad-request', 'not an ISO-8601 instant')
  return at
}

/** Whether the text names a day that exists. */
export const isLocalDay = (text: string): text is LocalDay =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && dayOfWall(Date.parse(text)) === text

/** The day that it is in Cairo. */
export const localDay = (at: Instant): LocalDay => dayOfWall(wallTime(at))

/** What a clock in Cairo shows; Sunday is weekday 0. */
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

/** The first instant of a day: 01:00 on the Friday whose first hour does not exist. */
export const startOfDay = (day: LocalDay): Instant => instantOfWall(wallOfDay(day))

/** So many days on the calendar later, or earlier; days of 23 and 25 hours count as one. */
export const addDays = (day: LocalDay, count: number): LocalDay => dayOfWall(wallOfDay(day) + days(count))

/** How many days later `to` is than `from`. */
export const daysBetween = (from: LocalDay, to: LocalDay): number => (wallOfDay(to) - wallOfDay(from)) / days(1)

/** 0 is Sunday, 6 is Saturday. */
export const weekdayOf = (day: LocalDay): number => utc(wallOfDay(day)).getUTCDay()

/** The instants at which that day shows that time: [] in the spring gap, both in the autumn overlap, else one. */
export const instantsAt = (day: LocalDay, hour: number, minute: number): Instant[] =>
  instantsOfWall(wallOfDay(day) + hours(hour) + minutes(minute))

/** The same wall time so many days later. */
export const plusDays = (at: Instant, count: number): Instant =>
  count === 0 ? at : instantOfWall(wallTime(at) + days(count))

/** The same wall time so many months later, on the month's last day where it is shorter. */
export function addMonths(at: Instant, count: number): Instant {
  if (count === 0) return at
  const wall = wallTime(at)
  const day = utc(wall)
  const [year, month] = [day.getUTCFullYear(), day.getUTCMonth() + count]
  const lastDay = utc(Date.UTC(year, month + 1, 0)).getUTCDate()
  const timeOfDay = wall - Math.floor(wall / days(1)) * days(1)
  return instantOfWall(Date.UTC(year, month, Math.min(day.getUTCDate(), lastDay)) + timeOfDay)
}

const SATURDAY = 6

/**
 * The Saturday-first week around an instant: 167 hours in spring and 169 in autumn, else 168 (docs/rules/time.md 1.2).
 */
export function calendarWeekOf(at: Instant): TimeRange & { days: LocalDay[] } {
  const today = localDay(at)
  const saturday = addDays(today, -((weekdayOf(today) - SATURDAY + 7) % 7))
  const week = Array.from({ length: 7 }, (_, index) => addDays(saturday, index))
  return { days: week, start: startOfDay(saturday), end: startOfDay(addDays(saturday, 7)) }
}

/** The clock change never touches this hour, and nobody has a lesson in it (docs/rules/minutes.md 4.1). */
export const MINUTES_RESET_HOUR = 5

/** Days that turn at 05:00 instead of at midnight. */
const minutesDay = (at: Instant): LocalDay => {
  const { day, hour } = localTime(at)
  return hour < MINUTES_RESET_HOUR ? addDays(day, -1) : day
}
const resetOf = (day: LocalDay): Instant => instantOfWall(wallOfDay(day) + hours(MINUTES_RESET_HOUR))

/**
 * The minutes week around `now`: it turns at 05:00 Cairo on the weekday on which the subscription started; a start before
 * 05:00 belongs to the day before (docs/rules/minutes.md 4.1). `index` counts from 0, the week of the start.
 */
export function minutesWeek(subscriptionStart: Instant, now: Instant): TimeRange & { index: number } {
  const anchor = minutesDay(subscriptionStart)
  const index = Math.floor(daysBetween(anchor, minutesDay(now)) / 7)
  return { index, start: resetOf(addDays(anchor, index * 7)), end: resetOf(addDays(anchor, (index + 1) * 7)) }
}

export const QUARTER_MS = minutes(15)

/** The number of the quarter hour since 1970; Cairo's offsets are whole hours, so it is also a quarter on the wall. */
export const quarterOf = (at: Instant): number => Math.floor(at / QUARTER_MS)

/** Whether it is a full quarter hour, on which every session starts. */
export const isOnQuarter = (at: Instant): boolean => Number.isInteger(at / QUARTER_MS)

/** The first quarter hour at or after an instant. */
export const nextQuarter = (at: Instant): Instant => Math.ceil(at / QUARTER_MS) * QUARTER_MS

/** Every quarter that a session touches: what `busy_quarters` holds (docs/rules/availability.md 4.3). */
export function quartersOf(start: Instant, durationMinutes: number): number[] {
  const first = quarterOf(start)
  const last = quarterOf(start + minutes(durationMinutes) - 1)
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** Whether two ranges share time; touching ends do not. */
export const overlaps = (one: TimeRange, other: TimeRange): boolean => one.start < other.end && other.start < one.end

/** Whether `outer` holds all of `inner`; equal edges do. */
export const contains = (outer: TimeRange, inner: TimeRange): boolean =>
  outer.start <= inner.start && inner.end <= outer.end
