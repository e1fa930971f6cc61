import type { Random } from './random.ts'

/** A range within a day, in minutes since midnight on the Cairo wall clock, on the quarter grid. */
export type DayRange = { from: number; to: number }

/** The ranges in which a tutor offers lessons on each weekday, 0 for Sunday to 6 for Saturday. */
export type WeeklyHours = readonly (readonly DayRange[])[]

const hoursBetween = (from: number, to: number): DayRange => ({ from: from * 60, to: to * 60 })

const FRIDAY = 5
const SATURDAY = 6

/** The usual days of different tutors; most teach in the evening. */
const DAYS: readonly (readonly DayRange[])[] = [
  [hoursBetween(17, 22)],
  [hoursBetween(18, 23)],
  [hoursBetween(19, 23)],
  [hoursBetween(18.5, 22.5)],
  [hoursBetween(16, 19), hoursBetween(20, 23)],
  [hoursBetween(17.5, 20), hoursBetween(20.5, 23.5)],
  [hoursBetween(10, 12.5), hoursBetween(18, 21)],
  [hoursBetween(9, 13)],
  [hoursBetween(9.5, 12.5), hoursBetween(20, 22.5)],
  [hoursBetween(13, 17), hoursBetween(19, 22)],
  [hoursBetween(20, 23.75)],
  [hoursBetween(6.5, 9), hoursBetween(19, 22)],
]

const shiftedBy = (day: readonly DayRange[], by: number): readonly DayRange[] =>
  day.map(({ from, to }) => ({ from: from + by, to: Math.min(to + by, 23.75 * 60) }))

/** A tutor's week: one of the usual days, shifted by up to half an hour, with days off; most have Friday off. */
export function hoursOf(random: Random): WeeklyHours {
  const usual = shiftedBy(random.pick(DAYS), random.pick([0, 0, 0, 15, -15, 30]))
  const worksFriday = random.chance(0.35)
  const off = random.shuffled([0, 1, 2, 3, 4]).slice(0, random.int(0, 2))
  return Array.from({ length: 7 }, (_, weekday) => {
    if (weekday === FRIDAY) return worksFriday ? [hoursBetween(15, 19)] : []
    if (weekday === SATURDAY && random.chance(0.4)) return [hoursBetween(11, 14), hoursBetween(17, 21)]
    return off.includes(weekday) ? [] : usual
  })
}

/** The known tutor: every day from 08:00 to 23:45 with a break at 14:00. */
export const OPEN_ALL_DAY: WeeklyHours = Array.from({ length: 7 }, () => [
  hoursBetween(8, 11),
  hoursBetween(11, 14),
  hoursBetween(15, 18),
  hoursBetween(18, 21),
  hoursBetween(21, 23.75),
])

/** Tutor managers: a range each for interviews, demo sessions and lessons, except on Friday and Saturday. */
export const MANAGERS_HOURS: WeeklyHours = Array.from({ length: 7 }, (_, weekday) =>
  weekday === FRIDAY || weekday === SATURDAY
    ? []
    : [hoursBetween(15, 18), hoursBetween(18.5, 20.5), hoursBetween(21, 22.5)],
)
