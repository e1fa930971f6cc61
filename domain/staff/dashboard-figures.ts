import { addDays, daysBetween, type Instant, type LocalDay, localDay, startOfDay, type TimeRange } from '../cairo.ts'
import type { ErrorCode } from '../errors.ts'

/** The daily figures (docs/rules/staff.md 2.3). Money is in piastres. */
export const figureNames = [
  'lessonsHeld',
  'canceledByStudent',
  'canceledByTutor',
  'canceledByStaff',
  'minutesSold',
  'minutesUsed',
  'revenue',
  'refunded',
  'newStudents',
  'firstPlans',
  'returningStudents',
  'minutesOffered',
  'minutesBooked',
  'trialsStarted',
  'trialsConverted',
  'plansEnded',
  'renewedEarly',
  'renewedByCard',
  'renewedLater',
  'planUpgrades',
  'planDowngrades',
  'topUps',
  'pausesBegun',
  'referralsGiven',
] as const
export type FigureName = (typeof figureNames)[number]
export type Figures = Record<FigureName, number>
export type DayFigures = { day: LocalDay } & Figures

/** From `from` to `to`, both inclusive. */
export type DayRange = { from: LocalDay; to: LocalDay }

export const MAX_FIGURE_DAYS = 366

/** How long after its start a free trial may still convert (docs/rules/staff.md 2.3). */
export const CONVERSION_DAYS = 14

/** How long after a plan's end another one counts as its renewal (docs/rules/staff.md 2.8). */
export const RENEWAL_DAYS_AFTER = 14

/** How a plan that has ended was renewed: paid before its end, by hand or by card, or within 14 days after it; or not. */
export const renewalKinds = ['early', 'card', 'later', 'none'] as const
export type RenewalKind = (typeof renewalKinds)[number]

export const noFigures = (): Figures => ({
  lessonsHeld: 0,
  canceledByStudent: 0,
  canceledByTutor: 0,
  canceledByStaff: 0,
  minutesSold: 0,
  minutesUsed: 0,
  revenue: 0,
  refunded: 0,
  newStudents: 0,
  firstPlans: 0,
  returningStudents: 0,
  minutesOffered: 0,
  minutesBooked: 0,
  trialsStarted: 0,
  trialsConverted: 0,
  plansEnded: 0,
  renewedEarly: 0,
  renewedByCard: 0,
  renewedLater: 0,
  planUpgrades: 0,
  planDowngrades: 0,
  topUps: 0,
  pausesBegun: 0,
  referralsGiven: 0,
})

/** The consecutive days of a range; none for a range that ends before it begins. */
export const daysOf = ({ from, to }: DayRange): LocalDay[] =>
  Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, index) => addDays(from, index))

/** The same number of days immediately before the range. */
export function rangeBefore({ from, to }: DayRange): DayRange {
  const length = daysBetween(from, to) + 1
  return { from: addDays(from, -length), to: addDays(from, -1) }
}

/** A range must not end before it begins, nor be longer than 366 days, nor include a day that has not begun. */
export function whyNotFigureRange({ from, to }: DayRange, now: Instant): ErrorCode | null {
  const length = daysBetween(from, to) + 1
  return length < 1 || length > MAX_FIGURE_DAYS || to > localDay(now) ? 'bad-request' : null
}

/** The instants of a day in Cairo: 23 or 25 hours on a day with a clock change. */
export const instantsOf = (day: LocalDay): TimeRange => ({
  start: startOfDay(day),
  end: startOfDay(addDays(day, 1)),
})

/** A day is over when the next one has begun. */
export const isOver = (day: LocalDay, now: Instant): boolean => day < localDay(now)

/** The days that the nightly job processes: the most recent ones, as long as a trial that began on them may convert. */
export const daysToStore = (now: Instant): LocalDay[] =>
  daysOf({ from: addDays(localDay(now), -CONVERSION_DAYS - 1), to: addDays(localDay(now), -1) })

/** The figures of a range are the sums of its days'. */
export function totalOf(days: readonly Figures[]): Figures {
  const total = noFigures()
  for (const day of days) for (const name of figureNames) total[name] += day[name]
  return total
}

export const canceledIn = ({ canceledByStudent, canceledByTutor, canceledByStaff }: Figures): number =>
  canceledByStudent + canceledByTutor + canceledByStaff

/** A part of a whole in hundredths of a percent; null without a whole. */
export const shareOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 10_000)

/** The share of cancelled lessons among those held or cancelled: hundredths of a percent, null without any. */
export const cancellationRate = (figures: Figures): number | null =>
  shareOf(canceledIn(figures), canceledIn(figures) + figures.lessonsHeld)

/** The share of started trials that led to a plan within 14 days: hundredths of a percent, null without any. */
export const conversionRate = ({ trialsStarted, trialsConverted }: Figures): number | null =>
  shareOf(trialsConverted, trialsStarted)

/** The share of offered minutes that were booked: hundredths of a percent, null without any. */
export const occupancy = ({ minutesBooked, minutesOffered }: Figures): number | null =>
  shareOf(minutesBooked, minutesOffered)

/** The change from one value to another in hundredths of a percent; null if the first is 0. */
export const changeOf = (before: number, after: number): number | null =>
  before === 0 ? null : Math.round(((after - before) / before) * 10_000)

/** The plans that were renewed, however. */
export const renewedIn = ({ renewedEarly, renewedByCard, renewedLater }: Figures): number =>
  renewedEarly + renewedByCard + renewedLater

/** The share of the plans that ended which were renewed: hundredths of a percent, null where none ended. */
export const renewalRate = (figures: Figures): number | null => shareOf(renewedIn(figures), figures.plansEnded)
