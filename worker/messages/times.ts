import { type Instant, localTime, MINUTES_A_DAY, minutes, occurrenceOf } from '#domain/cairo'
import type { MailLanguage } from '#domain/mailings/mail'
import { type PaidPeriod, PlanPeriod } from '#domain/subscriptions/periods'

// Formats Cairo's wall time as if it were UTC, as the web app does: only `domain/cairo.ts` knows the zone.
const formats = (locale: string) => {
  const dates = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { calendar: 'gregory', timeZone: 'UTC', ...options })
  return {
    weekdays: dates({ weekday: 'long' }),
    days: dates({ day: 'numeric', month: 'long' }),
    clocks: dates({ hour: 'numeric', minute: '2-digit', hour12: true }),
  }
}
const FORMATS: Record<MailLanguage, ReturnType<typeof formats>> = { ar: formats('ar-EG-u-nu-arab'), en: formats('en') }
const { weekdays, clocks } = FORMATS.ar

const numbers = new Intl.NumberFormat('ar-EG-u-nu-arab')

/** A number formatted for messages, in Arabic digits. */
export const formatMessageNumber = (value: number): string => numbers.format(value)

const PERIODS: Record<PaidPeriod, string> = {
  [PlanPeriod.Month]: 'شهر',
  [PlanPeriod.Quarter]: '٣ شهور',
  [PlanPeriod.Year]: 'سنة',
}
const arabicPlurals = new Intl.PluralRules('ar')

/** A plan and the length of its period formatted for messages: `١٢٠ دقيقة في الأسبوع لمدة شهر`. Plans have no names. */
export function formatMessagePlan(weeklyMinutes: number, period: PaidPeriod): string {
  const counted = arabicPlurals.select(weeklyMinutes) === 'few' ? 'دقايق' : 'دقيقة'
  return `${formatMessageNumber(weeklyMinutes)} ${counted} في الأسبوع لمدة ${PERIODS[period]}`
}

/** Marks a time that occurs twice when the clocks go back; the same text as in the web app. */
const OCCURRENCES: Record<MailLanguage, Record<'first' | 'second', string>> = {
  ar: { first: ' (أول مرة)', second: ' (تاني مرة)' },
  en: { first: ' (first)', second: ' (second)' },
}
const COMMAS: Record<MailLanguage, string> = { ar: '،', en: ',' }

/** A Cairo time formatted for messages, as in the web app: `السبت ٤ أكتوبر، ٧:٣٠ م` (docs/rules/messages.md 1.4). */
export function formatMessageTime(at: Instant, language: MailLanguage = 'ar'): string {
  const { weekdays, days, clocks } = FORMATS[language]
  const wall = at + minutes(localTime(at).offsetMinutes)
  const occurrence = occurrenceOf(at)
  return `${weekdays.format(wall)} ${days.format(wall)}${COMMAS[language]} ${clocks.format(wall)}${occurrence ? OCCURRENCES[language][occurrence] : ''}`
}

/** A weekly time formatted for messages: `كل الثلاثاء، ٦:٠٠ م`; 0 for Sunday, and minutes after midnight. */
export function formatWeeklyTime({ weekday, minute }: { weekday: number; minute: number }): string {
  // The epoch was a Thursday.
  const wall = minutes(((weekday + 3) % 7) * MINUTES_A_DAY + minute)
  return `كل ${weekdays.format(wall)}، ${clocks.format(wall)}`
}
