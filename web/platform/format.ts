import {
  addDays,
  daysBetween,
  type Instant,
  type LocalDay,
  localDay,
  localTime,
  MINUTES_A_DAY,
  minutes,
  occurrenceOf,
  weekdayOf,
} from '#domain/cairo'
import { units } from '#messages/units'
import { localeOf, messagesFor, type Wording } from '../messages/messages.ts'
import { now } from './clock.ts'
import { preferences, usePreferences } from './preferences.ts'

/**
 * Formats numbers, money and time for the user: in the build's language, in the chosen digits, always in
 * Cairo time.
 * Instants are epoch milliseconds, money is piastres, percentages are scaled by 100.
 *
 *   const format = useFormat()
 *   format.moment(at)       الثلاثاء ٢٤ نوفمبر، ٧:٣٠ م
 */
export type Format = ReturnType<typeof formatterFor>

const MINUTES_AN_HOUR = 60
const NO_BREAK = '\u00a0'

const SHORT_WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
const A_SUNDAY: LocalDay = '2026-01-04'

const noonOf = (day: LocalDay): Instant => Date.parse(`${day}T12:00:00Z`)

/** Formats for a locale of `Intl`, with the units of its language. */
export function formatterFor(locale: string, words: Wording<typeof units>) {
  const t = messagesFor(words as typeof units, { locale, gender: null })
  const clocks = new Map<string, Intl.DateTimeFormat>()
  const numbers = new Map<string, Intl.NumberFormat>()
  let lists: Intl.ListFormat | undefined

  // Cairo's wall time as if it were UTC, so that a device with outdated zone data formats it correctly.
  const dates = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
    const key = JSON.stringify(options)
    const known =
      clocks.get(key) ?? new Intl.DateTimeFormat(locale, { calendar: 'gregory', timeZone: 'UTC', ...options })
    clocks.set(key, known)
    return known
  }
  const number = (value: number, options: Intl.NumberFormatOptions = {}): string => {
    const key = JSON.stringify(options)
    const known = numbers.get(key) ?? new Intl.NumberFormat(locale, { maximumFractionDigits: 2, ...options })
    numbers.set(key, known)
    return known.format(value)
  }

  const onDay = (day: LocalDay, options: Intl.DateTimeFormatOptions) => dates(options).format(noonOf(day))
  /** With a non-breaking space: an AM/PM marker at the start of a line would read as a separate word. */
  const timeOfDay = (minute: number): string =>
    dates({ hour: 'numeric', minute: '2-digit', hourCycle: 'h12' }).format(minutes(minute)).replaceAll(' ', NO_BREAK)
  /** Without AM/PM, where the position on a calendar shows it. */
  const clock = (at: Instant): string => {
    const { hour, minute } = localTime(at)
    const shown = dates({ hour: 'numeric', minute: '2-digit', hourCycle: 'h12' })
    const parts = shown.formatToParts(minutes(hour * MINUTES_AN_HOUR + minute))
    return parts
      .filter(({ type }) => type !== 'dayPeriod')
      .map(({ value }) => value)
      .join('')
      .trim()
  }
  const time = (at: Instant): string => {
    const { hour, minute } = localTime(at)
    const shown = timeOfDay(hour * MINUTES_AN_HOUR + minute)
    const pass = occurrenceOf(at)
    return pass ? t(`pass.${pass}`, { time: shown }) : shown
  }

  const timeRange = (from: Instant, to: Instant): string => t('timeRange', { from: time(from), to: time(to) })

  const weekday = (day: LocalDay) => onDay(day, { weekday: 'long' })
  const yearOf = (day: LocalDay) => onDay(day, { year: 'numeric' })
  const dayAndMonth = (day: LocalDay) => onDay(day, { day: 'numeric', month: 'long' })
  const isOfThisYear = (day: LocalDay) => day.slice(0, 4) === localDay(now()).slice(0, 4)
  /** With its year where that is not the present one (docs/rules/screens.md 2.12). */
  const shortDate = (day: LocalDay) => (isOfThisYear(day) ? dayAndMonth(day) : `${dayAndMonth(day)} ${yearOf(day)}`)
  // Composed manually: the locale's pattern adds a comma, which reads badly within a sentence.
  const date = (day: LocalDay) => `${weekday(day)} ${shortDate(day)}`
  const fullDate = (day: LocalDay) => `${weekday(day)} ${dayAndMonth(day)} ${yearOf(day)}`
  const nearDay = (day: LocalDay, today: LocalDay) => {
    const near = { '0': 'today', '1': 'tomorrow', '-1': 'yesterday' } as const
    const word = near[String(daysBetween(today, day)) as keyof typeof near]
    return word ? t(word) : date(day)
  }

  const duration = (count: number): string => {
    const whole = Math.round(count)
    const [hours, rest] = [Math.floor(whole / MINUTES_AN_HOUR), whole % MINUTES_AN_HOUR]
    if (hours === 0) return t('minutes', { count: rest })
    const first = t('hours', { count: hours })
    return rest === 0 ? first : t('and', { first, second: t('minutes', { count: rest }) })
  }
  /** Approximately, in the largest suitable unit. */
  const distance = (milliseconds: number): string => {
    const count = Math.round(milliseconds / minutes(1))
    if (count < 2 * MINUTES_AN_HOUR) return duration(count)
    if (count < MINUTES_A_DAY) return t('hours', { count: Math.round(count / MINUTES_AN_HOUR) })
    return t('days', { count: Math.round(count / MINUTES_A_DAY) })
  }

  return {
    number,
    /** Fractions of a piastre never occur; whole pounds show no decimals. */
    money: (piastres: number): string => {
      const whole = piastres % 100 === 0
      return t('money', { amount: number(piastres / 100, whole ? {} : { minimumFractionDigits: 2 }) })
    },
    percent: (scaled: number): string => t('percent', { amount: number(scaled / 100) }),
    list: (items: readonly string[]): string => {
      lists ??= new Intl.ListFormat(locale, { type: 'conjunction' })
      return lists.format(items)
    },
    /** Joins facts as an unfinished list, without "and": حصص، ٣ مدرّسين، بكرة */
    series: (facts: readonly string[]): string =>
      facts.length === 0 ? '' : facts.reduce((first, second) => t('series', { first, second })),
    /** Capitalised, if the language has capitals, for a text at the start of a line. */
    capital: (text: string): string => text.charAt(0).toLocaleUpperCase(locale) + text.slice(1),

    /** ٧:٣٠ م; in the hour that autumn repeats, ١١:٣٠ م (أول مرة) and ١١:٣٠ م (تاني مرة). */
    time,
    /** ٧:٣٠, for blocks of a calendar. */
    clock,
    /** The time of a number of minutes after midnight, on any day. */
    timeOfDay,
    timeRange,
    /** الثلاثاء ٢٤ نوفمبر, and of another year الثلاثاء ٢٤ نوفمبر ٢٠٢٤, as every date below that names no year. */
    day: (at: Instant): string => date(localDay(at)),
    date,
    /** الثلاثاء ٢٤ نوفمبر ٢٠٢٦ */
    fullDay: (at: Instant): string => fullDate(localDay(at)),
    fullDate,
    /** ٢٤ نوفمبر */
    shortDate,
    dayOfMonth: (day: LocalDay): string => onDay(day, { day: 'numeric' }),
    /** نوفمبر ٢٠٢٦ */
    month: (day: LocalDay): string => onDay(day, { month: 'long', year: 'numeric' }),
    /** الثلاثاء */
    weekday,
    /** تلات: for narrow columns, with the full name for screen readers. */
    shortWeekday: (day: LocalDay): string => t(`shortWeekdays.${SHORT_WEEKDAYS[weekdayOf(day)] ?? 'sunday'}`),
    /** By number: 0 is Sunday. */
    weekdayName: (number: number): string => weekday(addDays(A_SUNDAY, number)),
    /**
     * النهاردة، بكرة، إمبارح, otherwise the day with its weekday. In the form for the middle of a sentence; see `capital`.
     */
    nearDay,
    /** الثلاثاء ٢٤ نوفمبر، ٧:٣٠ م */
    moment: (at: Instant): string => t('dayAndTime', { day: date(localDay(at)), time: time(at) }),
    /** As `moment`, with its only line break between the day and the time. */
    momentInLines: (at: Instant): string =>
      t('dayAndTime', { day: date(localDay(at)).replaceAll(' ', NO_BREAK), time: time(at) }),
    /** بكرة، ٧:٣٠ م: for near times. */
    nearMoment: (at: Instant, now: Instant): string =>
      t('dayAndTime', { day: nearDay(localDay(at), localDay(now)), time: time(at) }),

    /** الثلاثاء ٢٤ نوفمبر، من ٧:٣٠ م لحد ٨:٠٠ م */
    dayRange: (from: Instant, to: Instant): string =>
      t('dayAndRange', { day: date(localDay(from)), range: timeRange(from, to) }),
    /** بكرة، من ٧:٣٠ م لحد ٨:٠٠ م */
    nearRange: (from: Instant, to: Instant, now: Instant): string =>
      t('dayAndRange', { day: nearDay(localDay(from), localDay(now)), range: timeRange(from, to) }),

    /** A number of minutes in words: ساعة و٣٠ دقيقة. */
    duration,
    /** كمان ٣ ساعات, من ٥ دقايق, دلوقتي. */
    relative: (at: Instant, now: Instant): string => {
      const away = at - now
      if (Math.abs(away) < minutes(1)) return t('now')
      return t(away > 0 ? 'in' : 'ago', { duration: distance(Math.abs(away)) })
    },
    /** Minutes and seconds of a countdown, from a number of seconds: ٠٤:٠٩. Display it left to right. */
    countdown: (seconds: number): string => {
      const two = { minimumIntegerDigits: 2, useGrouping: false }
      return `${number(Math.floor(seconds / 60), two)}:${number(Math.floor(seconds % 60), two)}`
    },
  }
}

const made = new Map<string, Format>()
function formatOf(locale: string): Format {
  const format = made.get(locale) ?? formatterFor(locale, units)
  made.set(locale, format)
  return format
}

/** For use outside of components; inside, `useFormat` re-renders when the digits change. */
export const currentFormat = (): Format => formatOf(localeOf(preferences().digits))
export const useFormat = (): Format => formatOf(localeOf(usePreferences().digits))
